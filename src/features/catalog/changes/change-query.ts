import { configTypeFromUrl, configTypeToUrl } from '#src/lib/config-type.ts';
import { timeRangeOf, timeRangeWire, type TimeRange } from '#src/lib/time-range.ts';
import { compileTriState, parseTriState, type TriStateItem } from '#src/lib/tri-state.ts';
import type { ChosenPage } from '#src/platform/replica/use-page.ts';
import { changeSearch, type ChangeSearch, type ChangeView } from './change-search.ts';

/** Spec 2: "time range (default relative 2 days)". */
export const DEFAULT_RANGE: TimeRange = { type: 'relative', range: 'now-2d' };

/** The range of an address; the default where it has none, or one that is none. */
export function rangeOf(view: ChangeView): TimeRange {
  return timeRangeOf(view) ?? DEFAULT_RANGE;
}

/** A page of changes. */
export type ChangesPage = Extract<ChosenPage, { source: 'changes' }>;

/** The page of changes that an address asks for (reference: C5). */
export function questionOf(search: ChangeSearch, areDeletedHidden: boolean): ChangesPage {
  const view = changeSearch.view(search);
  return {
    source: 'changes',
    query: {
      id: list(view.id),
      configType: configTypesOf(view),
      type: list(view.changeType),
      severity: view.severity,
      tags: tagSelector(parseTriState(view.tags)),
      summary: list(view.summary, encodeURIComponent),
      source: list(view.source, encodeURIComponent),
      createdBy: list(view.created_by),
      externalCreatedBy: list(view.external_created_by, encodeURIComponent),
      includeDeleted: !areDeletedHidden,
      sortBy: view.sortBy,
      isDescending: view.sortOrder === 'desc',
    },
    range: timeRangeWire(rangeOf(view)),
    page: view.page,
    size: view.pageSize,
  };
}

/** The types chosen on this page, else the one that other tabs of the catalog hand on; `all` is no filter. */
function configTypesOf({ configTypes, configType }: ChangeView): string | undefined {
  const chosen = list(configTypes, configTypeFromUrl);
  if (chosen !== undefined) return chosen;
  return configType === '' || configType === 'all'
    ? undefined
    : configTypeFromUrl(configTypeToUrl(configType));
}

/** A three-state filter as the server's list: `a,!b`. */
function list(held: string, encode: (value: string) => string = String): string | undefined {
  const items = parseTriState(held).map(({ value, mode }) => ({ value: encode(value), mode }));
  return items.length === 0 ? undefined : compileTriState(items);
}

/** `team:shop` and `env:-dev` as a label selector; several values of one key are alternatives. */
export function tagSelector(items: readonly TriStateItem[]): string | undefined {
  const values = new Map<string, string[]>();
  for (const { value, mode } of items) {
    const at = value.indexOf(':');
    const key = `${mode} ${value.slice(0, at)}`;
    values.set(key, [...(values.get(key) ?? []), value.slice(at + 1)]);
  }
  const parts = [...values].map(([key, of]) => {
    const [mode, name = ''] = key.split(' ');
    const isIn = mode === 'include';
    const [only] = of;
    if (of.length === 1) return `${name}${isIn ? '=' : '!='}${only}`;
    return `${name} ${isIn ? 'in' : 'notin'} (${of.join(',')})`;
  });
  return parts.length === 0 ? undefined : parts.join(',');
}
