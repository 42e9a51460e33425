import { choice, id, text, whole } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf, type ViewOf } from '#src/views/list/search-spec.ts';
import { configTypeParam } from '../config-type-param.ts';
import { SEVERITIES } from '../severities.ts';

/** Spec 2: "Analysis types". */
export const ANALYSIS_TYPES = [
  'cost',
  'availability',
  'performance',
  'security',
  'integration',
  'compliance',
  'technical_debt',
  'reliability',
  'recommendation',
  'other',
] as const;
export const STATUSES = ['open', 'resolved', 'silenced'] as const;
/** Columns that the device's index can sort by. */
export const SORT_COLUMNS = [
  'first_observed',
  'last_observed',
  'analysis_type',
  'analyzer',
  'summary',
  'severity',
  'status',
] as const;

/** `technical_debt` as people read it. */
export function valueTitle(value: string): string {
  const words = value.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Of insights in general; `insightId`, the insight that is open, is ours. */
export const insightParams = {
  configType: configTypeParam('Config type'),
  type: choice(ANALYSIS_TYPES, undefined, { field: 'Type', titleOf: valueTitle }),
  severity: choice(SEVERITIES, undefined, { field: 'Severity' }),
  analyzer: text({ field: 'Analyzer', maxLength: 400 }),
  component: id({ field: 'Component' }),
  status: choice(STATUSES, undefined, { field: 'Status', titleOf: valueTitle }),
  configId: id({ field: 'Catalog' }),
  sortBy: choice(SORT_COLUMNS, 'first_observed', { role: 'order' }),
  sortOrder: choice(['asc', 'desc'], 'desc', { role: 'order' }),
  // The whole list is one here: an address with a page of it leads to its top.
  pageIndex: whole(0, { role: 'page' }),
  pageSize: whole(50, { role: 'page', min: 1, max: 1000 }),
  insightId: id({ role: 'place' }),
};

/** Query parameters of `/catalog/insights` (spec 2 and 7). */
export const insightSearch = searchSpec({
  path: '/catalog/insights',
  typingMs: 400,
  params: insightParams,
});
export type InsightParams = typeof insightParams;
export type InsightSearch = SearchOf<InsightParams>;
export type InsightView = ViewOf<InsightParams>;
