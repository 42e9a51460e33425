import type { ReactElement } from 'react';
import { ListBody, ListPlace } from '#src/views/list/list-page.tsx';
import type { AddressProps, ListAddress } from '#src/views/list/use-list-address.ts';
import { CatalogTabs } from '../catalog-tabs.tsx';
import { summarySpec, tableSpec, useItems } from './catalog-list-spec.tsx';
import type { CatalogParams, CatalogSearch } from './catalog-search.ts';
import { isSummary, typeOf } from './catalog-view.ts';
import { DeletedBody } from './deleted-body.tsx';
import { useTypeRows } from './use-type-rows.ts';

/** `/catalog`: the summary, or with a type, a search or groups the table. */
export function CatalogPage(route: AddressProps<CatalogSearch>): ReactElement {
  return (
    <ListPlace {...route} spec={summarySpec}>
      {(address) =>
        address.view.deleted ? (
          <DeletedBody actions={tabsOf(address)} address={address} />
        ) : (
          <CatalogBody address={address} />
        )
      }
    </ListPlace>
  );
}

function tabsOf({ view }: ListAddress<CatalogParams>): ReactElement {
  return <CatalogTabs configType={typeOf(view)} current="catalog" />;
}

/** Two lists in one frame: the search keeps its focus while the first key makes a table of the summary. */
function CatalogBody({ address }: { address: ListAddress<CatalogParams> }): ReactElement {
  const isTypes = isSummary(address.view);
  const types = useTypeRows(address.search, isTypes);
  const items = useItems(address.search);
  const actions = tabsOf(address);
  return isTypes ? (
    <ListBody actions={actions} address={address} source={types} spec={summarySpec} />
  ) : (
    <ListBody actions={actions} address={address} source={items} spec={tableSpec} />
  );
}
