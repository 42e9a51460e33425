import { configTypeToUrl } from '#src/lib/config-type.ts';
import { isEncodable, parseTriState } from '#src/lib/tri-state.ts';
import { withTriStateValue } from '#src/views/list/params.ts';
import { typeListed } from '../config-type-param.ts';
import { groupsOf, isOfSummary, type CatalogGroup } from './catalog-groups.ts';
import { catalogSearch, type CatalogSearch, type CatalogView, type Pair } from './catalog-search.ts';

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
