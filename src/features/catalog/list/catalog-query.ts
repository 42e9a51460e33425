import type { IndexFilter } from '#sync/protocol/index-query.ts';
import type { AskedPage } from '#sync/protocol/paged.ts';
import { rankedSearch } from '#src/platform/ranked-search.ts';
import { compileTriState, parseTriState } from '#src/lib/tri-state.ts';
import type { ChosenPage } from '#src/platform/replica/use-page.ts';
import type { IndexAsked } from '#src/views/list/use-index-rows.ts';
import { groupsOf, type CatalogGroup } from './catalog-groups.ts';
import { DEFAULT_GROUPS, dimensionOf, type GroupFacts } from './group-dimensions.ts';
import { catalogSearch, DEFAULT_SORT, labelsOf, type CatalogView } from './catalog-search.ts';
import { isSummary, tagsOf, typeOf } from './catalog-view.ts';

/** The columns that the address names otherwise. */
const SORTED_BY: ReadonlyMap<string, string> = new Map([['cost', 'cost_total_30d']]);

function valuesFilter(column: string, held: string): IndexFilter | null {
  const items = parseTriState(held);
  if (items.length === 0) return null;
  const of = (mode: 'include' | 'exclude'): string[] =>
    items.filter((item) => item.mode === mode).map(({ value }) => value);
  return { kind: 'values', column, include: of('include'), exclude: of('exclude') };
}

/** The filters of an address, as the index of this device takes them. */
export function filtersOf(view: CatalogView): IndexFilter[] {
  const type = typeOf(view);
  const tags = tagsOf(view.tags);
  const labels = labelsOf(view.labels);
  return [
    type === '' ? null : { kind: 'values' as const, column: 'type', include: [type], exclude: [] },
    valuesFilter('status', view.status),
    valuesFilter('health', view.health),
    tags.include.length + tags.exclude.length === 0
      ? null
      : { kind: 'pairs' as const, column: 'tags', include: [...tags.include], exclude: [...tags.exclude] },
    labels.length === 0
      ? null
      : { kind: 'pairs' as const, column: 'labels', include: [...labels], exclude: [] },
  ].filter((filter) => filter !== null);
}

/** The table of an address. Items of one type are told apart by their name. */
export function askedOf(view: CatalogView, facts: GroupFacts): IndexAsked {
  const { sortBy = DEFAULT_SORT } = view;
  // Behind the summary stands the order that a search begins with.
  const isByName = sortBy === 'type' && (typeOf(view) !== '' || isSummary(view));
  const column = isByName ? 'name' : (SORTED_BY.get(sortBy) ?? sortBy);
  const sort = { column, descending: view.sortOrder === 'desc' };
  const isSorted = view.sortBy !== undefined || view.sortOrder === 'desc';
  return {
    filters: filtersOf(view),
    facets: [],
    ...rankedSearch(view.search),
    ...(isSorted || view.search === '' ? { isByFit: false, sort } : {}),
    groupBy: groupsOf(view.groupBy).map((group) => dimensionOf(group, facts)),
  };
}

/** Deleted configs of one page. */
const DELETED_PAGE = 200;

/** The deleted configs of an address, which no device has; what was deleted last comes first. */
export function deletedQuestion(view: CatalogView): Extract<ChosenPage, { source: 'deleted-configs' }> {
  const list = (held: string): string | undefined =>
    held === '' ? undefined : compileTriState(parseTriState(held));
  const { include, exclude } = tagsOf(view.tags);
  const type = typeOf(view);
  const { sortBy } = view;
  const isServed = sortBy !== undefined && sortBy !== 'cost';
  return {
    source: 'deleted-configs',
    query: {
      type: type === '' ? undefined : type,
      health: list(view.health),
      status: list(view.status),
      tags: [...include, ...exclude.map((pair) => ({ ...pair, isExcluded: true }))],
      labels: [...labelsOf(view.labels)],
      search: view.search === '' ? undefined : view.search,
      ...(isServed ? { sortBy, isDescending: view.sortOrder === 'desc' } : {}),
    },
    range: null,
    page: view.page,
    size: DELETED_PAGE,
  };
}

/** Rows of a page of the summary; types are a few hundred. */
const ALL_TYPES = 1000;

/** What the summary is gathered by. */
export function summaryGroups(groupBy: string): readonly CatalogGroup[] {
  const groups = groupsOf(groupBy);
  return groups.length === 0 ? DEFAULT_GROUPS : groups;
}

/** What only the server counts for the summary; null where it could not be asked for the same rows. */
export function summaryQuestion(view: CatalogView, isDeletedHidden: boolean): AskedPage | null {
  const groups = summaryGroups(view.groupBy);
  const isServed = groups.every(({ is }) => is === 'tag' || is === 'type' || is === 'config_class');
  return view.tags === '' && isServed ? summaryOf(view, isDeletedHidden) : null;
}

/** What the server gathers by: it has no providers, but the types of them. */
function servedGroups(view: CatalogView): readonly string[] {
  const groups = summaryGroups(view.groupBy);
  const tags = groups.flatMap((group) => (group.is === 'tag' ? [group.key] : []));
  return [...(groups.some(({ is }) => is !== 'tag') ? ['type'] : []), ...tags];
}

/** What is asked where nothing is filtered. */
export const UNFILTERED: AskedPage = summaryOf(catalogSearch.view({}), true);

function summaryOf(view: CatalogView, isDeletedHidden: boolean): AskedPage {
  const list = (held: string): string | undefined =>
    held === '' ? undefined : compileTriState(parseTriState(held));
  const labels = labelsOf(view.labels);
  return {
    source: 'catalog-summary',
    query: {
      groupBy: [...servedGroups(view)],
      deleted: !isDeletedHidden,
      health: list(view.health),
      status: list(view.status),
      labels:
        labels.length === 0 ? undefined : Object.fromEntries(labels.map(({ key, value }) => [key, value])),
    },
    range: null,
    page: 1,
    size: ALL_TYPES,
  };
}
