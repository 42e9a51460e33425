import type { ReactElement } from 'react';
import { ListPage } from '#src/views/list/list-page.tsx';
import type { AddressProps } from '#src/views/list/use-list-address.ts';
import { CatalogTabs } from '../catalog-tabs.tsx';
import { scraperListSpec } from './scraper-list-spec.tsx';
import type { ScraperSearch } from './scraper-search.ts';

/** `/catalog/scrapers` */
export function ScraperListPage(address: AddressProps<ScraperSearch>): ReactElement {
  return (
    <ListPage
      {...address}
      actions={<CatalogTabs configType="" current="scrapers" />}
      spec={scraperListSpec}
    />
  );
}
