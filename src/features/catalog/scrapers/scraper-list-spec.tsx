import { ScanSearch } from 'lucide-react';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import { narrowColumns, scraperColumns } from './scraper-columns.tsx';
import type { Scraper } from './scraper-row.ts';
import { scraperHref, scraperSearch, type ScraperParams } from './scraper-search.ts';
import { useScrapers } from './use-scrapers.ts';

/** `/catalog/scrapers` (spec 2). */
export const scraperListSpec: ListSpec<ScraperParams, Scraper> = {
  id: 'scrapers',
  words: {
    title: 'Scrapers',
    rows: 'Scrapers',
    find: {
      param: 'search',
      label: 'Search scrapers',
      shortcut: 'Search scrapers',
      className: 'max-w-64 min-w-44 flex-1 max-[700px]:max-w-full',
    },
    empty: { icon: ScanSearch, title: 'No data available' },
  },
  search: scraperSearch,
  filters: [],
  columns: scraperColumns,
  narrowColumns,
  layoutKey: storageKeys.scraperColumns,
  pageSizes: [],
  useRows: useScrapers,
  rowName: ({ name }) => name,
  rowHref: ({ id }) => scraperHref(id),
};
