import { useMemo, type ReactElement } from 'react';
import { DetailPage } from '#src/views/detail/detail-page.tsx';
import { tabHref, type TabState } from '#src/views/detail/tab-state.ts';
import { scraperHref } from '../scraper-search.ts';
import { ScraperAddressProvider, type ScraperAddress } from './scraper-address.ts';
import { scraperSpec } from './scraper-spec.tsx';

interface ScraperPageProps extends ScraperAddress {
  scraperId: string;
  /** Which of its tabs is open. */
  tab: string;
  onTab: (href: string) => void;
  /** Back to the list, to the row that was opened. */
  onLeave: () => void;
}

/** `/catalog/scrapers/{id}` and the page below it */
export function ScraperPage({ scraperId, tab, onTab, onLeave, ...address }: ScraperPageProps): ReactElement {
  const tabs = useMemo<TabState>(() => {
    const path = scraperHref(scraperId);
    const hrefOf = (id: string): string =>
      tabHref(id === 'spec' ? path : `${path}/${id}`, ['panel'], globalThis.location.search);
    return { current: tab, show: (id) => onTab(hrefOf(id)), hrefOf };
  }, [scraperId, tab, onTab]);
  return (
    <ScraperAddressProvider value={address}>
      <DetailPage id={scraperId} spec={scraperSpec} tabs={tabs} onLeave={onLeave} />
    </ScraperAddressProvider>
  );
}
