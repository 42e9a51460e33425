import { useMemo } from 'react';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import type { ScraperRef } from '#sync/read/scrapers.ts';
import { scrapersRead } from '#sync/read/scrapers.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexQuery } from '#src/platform/replica/use-index.ts';
import { usePage, type ChosenPage } from '#src/platform/replica/use-page.ts';
import type { Problem, RowSource } from '#src/views/list/row-source.ts';
import { useLiveRows } from '#src/views/list/use-live-rows.ts';
import { useServedWords } from '#src/views/served-words.ts';
import { scraperColumns } from './scraper-columns.tsx';
import { itemsByScraper, scrapersOf, type Scraper } from './scraper-row.ts';
import { scraperSearch, type ScraperParams, type ScraperSearch } from './scraper-search.ts';

/** As old as the last run may be: half of the shortest schedule that is offered. */
const MAX_AGE_MS = 15_000;
/** More scrapers than any server has. */
const MAX_SCRAPERS = 1_000;
const LAST_RUNS: ChosenPage = {
  source: 'scraper-runs',
  query: {},
  range: null,
  page: 1,
  size: MAX_SCRAPERS,
};
const ITEMS: IndexQuery = {
  filters: [],
  text: '',
  sort: null,
  offset: 0,
  limit: 0,
  facets: [],
  groups: { by: [{ column: 'scraper_id' }, { column: 'type' }], split: [], limit: 20_000 },
};
const NO_ROWS: readonly ScraperRef[] = [];

/** The scrapers of this device, with their items here and their last run as the server has it. */
export function useScrapers(search: ScraperSearch): RowSource<Scraper, ScraperParams> {
  const view = scraperSearch.view(search);
  const model = useReadModel();
  const live = useLive(() => model.late(scrapersRead), [model]);
  const { part, refresh } = usePage(LAST_RUNS, MAX_AGE_MS);
  const items = useIndexQuery('config_items', ITEMS);
  const read = live.value;
  const refs = read?.data ?? NO_ROWS;
  const runs = part.is === 'found' ? part.value.rows : undefined;
  const counted = useMemo(() => itemsByScraper(items.value), [items.value]);
  const rows = useMemo(
    () => wantedOf(scrapersOf(refs, runs, counted), view.search),
    [refs, runs, counted, view.search],
  );
  const local = useLiveRows({ live, rows, columns: scraperColumns, spec: scraperSearch, search });
  const served = useServedWords(part, 'last runs');
  return {
    ...local,
    counted: local.counted === '' ? '' : `${local.counted}${served}`,
    problems: problemsOf(part, items.error),
    refresh,
  };
}

function wantedOf(scrapers: readonly Scraper[], search: string): readonly Scraper[] {
  const wanted = search.toLocaleLowerCase();
  return scrapers.filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLocaleLowerCase().includes(wanted),
  );
}

/** What stands empty in the columns, and why. */
function problemsOf(
  part: ReturnType<typeof usePage>['part'],
  itemsError: { readonly message: string } | undefined,
): readonly Problem[] {
  return [
    ...(part.is === 'failed'
      ? [{ error: part.error, text: 'Last runs could not be read from the server' }]
      : []),
    ...(itemsError === undefined ? [] : [{ error: itemsError, text: 'Items could not be counted' }]),
  ];
}
