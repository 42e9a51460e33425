import type { IndexResult } from '#sync/protocol/index-query.ts';
import type { PagedRow } from '#sync/protocol/paged.ts';
import type { ScraperRef } from '#sync/read/scrapers.ts';
import { readLastRun, type LastRun } from '#src/views/jobs/last-run.ts';

/** The items of a scraper that are on this device. */
export interface ScrapedItems {
  readonly count: number;
  /** The most frequent first. */
  readonly types: readonly string[];
}

/** A scraper with what the server says of its last run, and what this device has of it. */
export interface Scraper extends ScraperRef {
  /** Undefined where the server did not say. */
  readonly run: LastRun | undefined;
  /** Null where not everything is here. */
  readonly items: ScrapedItems | null;
}

/** Items by scraper, of groups by scraper and type; null where not everything is here: what is not here is no zero. */
export function itemsByScraper(
  result: Pick<IndexResult, 'state' | 'groups'> | undefined,
): ReadonlyMap<string, ScrapedItems> | null {
  if (result?.state !== 'complete') return null;
  const found = new Map<string, { count: number; types: string[] }>();
  // Groups come with the largest first.
  for (const { values, count } of result.groups) {
    const [scraper, type] = values;
    if (typeof scraper !== 'string') continue;
    const held = found.get(scraper) ?? { count: 0, types: [] };
    held.count += count;
    if (typeof type === 'string') held.types.push(type);
    found.set(scraper, held);
  }
  return found;
}

const NO_ITEMS: ScrapedItems = { count: 0, types: [] };

/** Scrapers with what belongs to each of them. */
export function scrapersOf(
  refs: readonly ScraperRef[],
  runs: readonly PagedRow[] | undefined,
  items: ReadonlyMap<string, ScrapedItems> | null,
): readonly Scraper[] {
  const byId = new Map((runs ?? []).map((row) => [row.id, row]));
  return refs.map((ref) => ({
    ...ref,
    run: readLastRun(byId.get(ref.id)),
    items: items === null ? null : (items.get(ref.id) ?? NO_ITEMS),
  }));
}
