import { configTypeToUrl } from '#src/lib/config-type.ts';
import { isEncodable, parseTriState } from '#src/lib/tri-state.ts';
import { choice, dimension, flag, text, triState, whole, withTriStateValue } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf, type ViewOf } from '#src/views/list/search-spec.ts';
import { configTypeParam, typeListed } from '../config-type-param.ts';
import { groupsOf, isOfSummary, type CatalogGroup } from './catalog-groups.ts';

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

/** The type that is listed; empty for all of them. */
export function typeOf({ configType }: CatalogView): string {
  return typeListed(configType);
}

/**
 * Spec 2: "Without configType or search: a summary"; by what only single configs have, as their names, it could not be
 * gathered.
 */
export function isSummary(view: CatalogView): boolean {
  return (
    !view.deleted && typeOf(view) === '' && view.search === '' && groupsOf(view.groupBy).every(isOfSummary)
  );
}

/** A value that items are gathered by. */
export interface GroupValue {
  readonly group: CatalogGroup;
  readonly value: string | null;
}

/** What stands behind a row of the summary, with the filters of the summary it is opened from. */
export function summaryHref(search: CatalogSearch, values: readonly GroupValue[]): string {
  const narrowed = values.reduce<CatalogSearch>((before, { group, value }) => {
    if (value === null) return before;
    if (group.is === 'type') return { ...before, configType: configTypeToUrl(value) };
    if (group.is === 'tag')
      return { ...before, tags: including(before.tags, tagValue({ key: group.key, value })) };
    if (group.is === 'status') return { ...before, status: including(before.status, value) };
    return group.is === 'health' ? { ...before, health: including(before.health, value) } : before;
  }, search);
  return catalogSearch.href({ ...narrowed, groupBy: undefined });
}

function including(held: string | undefined, value: string | undefined): string | undefined {
  return value === undefined ? held : withTriStateValue(held ?? '', value, 'include');
}

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

/** Tags that are kept or left out. */
export function tagsOf(held: string): {
  readonly include: readonly Pair[];
  readonly exclude: readonly Pair[];
} {
  const pairs = parseTriState(held).map(({ value, mode }) => {
    const at = value.indexOf(':');
    return { mode, key: value.slice(0, at), value: value.slice(at + 1) };
  });
  const of = (wanted: 'include' | 'exclude'): readonly Pair[] =>
    pairs.filter(({ mode }) => mode === wanted).map(({ key, value }) => ({ key, value }));
  return { include: of('include'), exclude: of('exclude') };
}

/** The value of a tag in the address; undefined where the address cannot carry it. */
export function tagValue({ key, value }: Pair): string | undefined {
  const text = `${key}:${value}`;
  return key === '' || key.includes(':') || !isEncodable(text) ? undefined : text;
}
