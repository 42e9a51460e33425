import type { IndexFilter, IndexQuery } from '#sync/protocol/index-query.ts';
import type { IndexAsked } from '#src/views/list/use-index-rows.ts';
import type { InsightView } from './insight-search.ts';

/** Of these items and no others; null for all. */
export type Among = readonly string[] | null;

/** So many items can be told apart by one question. */
export const MAX_ITEMS = 2000;

/** The incident spelling appears as well (spec 2: "both readings exist"). */
const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['technical_debt', ['technical_debt', 'technicalDebt']],
]);

function filtersOf(view: InsightView, among: Among): IndexFilter[] {
  const { type, severity, analyzer, status, configId } = view;
  const values = (column: string, include: readonly string[]): IndexFilter => ({
    kind: 'values',
    column,
    include: [...include],
    exclude: [],
  });
  return [
    type === undefined ? null : values('analysis_type', SPELLINGS.get(type) ?? [type]),
    // Spec 9: "the severity filter sends a lowercased value".
    severity === undefined ? null : values('severity', [severity.toLowerCase()]),
    analyzer === '' ? null : values('analyzer', [analyzer]),
    status === undefined ? null : values('status', [status]),
    configId === undefined ? null : values('config_id', [configId]),
    // No item at all would be no filter at all.
    among === null ? null : values('config_id', among.length === 0 ? [NO_ITEM] : among.slice(0, MAX_ITEMS)),
  ].filter((filter) => filter !== null);
}

const NO_ITEM = 'none';

/** The list of an address, as the index of this device takes it. */
export function askedOf(view: InsightView, among: Among): IndexAsked {
  return {
    filters: filtersOf(view, among),
    text: '',
    sort: { column: view.sortBy, descending: view.sortOrder === 'desc' },
    facets: [],
    groupBy: [],
  };
}

/** The items that have insights of an address, those with the most of them first. */
export function itemsQuery(view: InsightView, among: Among): IndexQuery {
  return {
    ...NO_ROWS,
    filters: filtersOf(view, among),
    groups: { by: [{ column: 'config_id' }], split: [], limit: MAX_ITEMS },
  };
}

/** Only what may be claimed. */
export const NO_ROWS: IndexQuery = {
  filters: [],
  text: '',
  sort: null,
  offset: 0,
  limit: 0,
  facets: [],
  groups: null,
};
