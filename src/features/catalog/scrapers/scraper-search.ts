import { choice, text } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf } from '#src/views/list/search-spec.ts';

export const SORT_COLUMNS = [
  'name',
  'source',
  'agent',
  'items',
  'job_status',
  'job_time_start',
  'job_duration_millis',
  'job_last_failed',
  'created_by',
  'created_at',
] as const;

const params = {
  search: text({ field: 'Search', isCut: true }),
  sortBy: choice(SORT_COLUMNS, 'name', { role: 'order' }),
  sortOrder: choice(['asc', 'desc'], 'asc', { role: 'order' }),
};

/** Query parameters of `/catalog/scrapers`; all of them are ours. */
export const scraperSearch = searchSpec({ path: '/catalog/scrapers', typingMs: 400, params });
export type ScraperParams = typeof params;
export type ScraperSearch = SearchOf<ScraperParams>;

/** The page of a scraper. */
export function scraperHref(id: string): string {
  return `${scraperSearch.path}/${encodeURIComponent(id)}`;
}
