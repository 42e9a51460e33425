import { choice, dimension, flag, text, triState, whole } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf, type ViewOf } from '#src/views/list/search-spec.ts';
import { configTypeParam } from '../config-type-param.ts';

/** Columns of the table that the device's index can sort by. */
export const SORT_COLUMNS = ['name', 'type', 'status', 'cost', 'created_at', 'updated_at'] as const;

/** Spec 2: "sortBy (default type)". */
export const DEFAULT_SORT = 'type';

const MAX_LABELS_TEXT = 2000;

const params = {
  configType: configTypeParam('Type'),
  search: text({ field: 'Search', isCut: true }),
  labels: { ...text({ maxLength: MAX_LABELS_TEXT }), chips: labelChips },
  status: triState('Status'),
  health: triState('Health'),
  tags: triState('Tag', {
    titleOf: (value) => value.replace(':', '='),
    fits: (value) => value.includes(':'),
  }),
  // Ours: the deleted ones, which only the server has.
  deleted: flag({ field: 'Deleted', on: 'yes' }),
  page: whole(1, { role: 'page', min: 1 }),
  groupBy: dimension('', (names) => names),
  // Of a search nobody has sorted the best fits come first, else `DEFAULT_SORT`.
  sortBy: choice(SORT_COLUMNS, undefined, { role: 'order' }),
  sortOrder: choice(['asc', 'desc'], 'asc', { role: 'order' }),
};

/** Query parameters of `/catalog` (spec 2); what is typed waits 400 ms (spec 9). */
export const catalogSearch = searchSpec({ path: '/catalog', typingMs: 400, params });
export type CatalogParams = typeof params;
export type CatalogSearch = SearchOf<CatalogParams>;
export type CatalogView = ViewOf<CatalogParams>;

export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** Labels as `key__:__value`, separated by commas. */
export function labelsOf(held: string): readonly Pair[] {
  return held.split(',').flatMap((part) => {
    const at = part.indexOf('__:__');
    return at < 1 ? [] : [{ key: part.slice(0, at), value: part.slice(at + '__:__'.length) }];
  });
}

export function writeLabels(pairs: readonly Pair[]): string {
  return pairs.map(({ key, value }) => `${key}__:__${value}`).join(',');
}

function labelChips(held: string) {
  const pairs = labelsOf(held);
  return pairs.map((pair) => {
    const rest = writeLabels(pairs.filter((other) => other !== pair));
    return { field: pair.key, text: pair.value, without: rest === '' ? undefined : rest };
  });
}
