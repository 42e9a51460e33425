import * as v from 'valibot';
import { flagParam, optionalOneOf, optionalText } from '#src/platform/search-params.ts';
import { DEFAULT_GROUP_BY, DEFAULT_TAB_BY, readGroupBy, readTabBy } from '#src/lib/group-options.ts';
import { isTimeRangeOption, type TimeRangeOption } from '#src/lib/time-range-options.ts';
import { cleanLabels, type LabelChoices } from './filters/label-choices.ts';

/** `failing` is no column: what needs somebody stands first, and it has no other direction. */
export const SORT_COLUMNS = [
  'name',
  'failing',
  'status',
  'type',
  'severity',
  'uptime',
  'latency',
  'last_transition_time',
  'last_runtime',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** What makes columns: nothing, or the values of the label key that `pivotLabel` names. */
export const PIVOTS = ['none', 'labels'] as const;
export const PIVOT_CELLS = ['checkStatuses', 'uptime', 'latency'] as const;
export const LAYOUTS = ['table', 'card'] as const;

/** Spec 2.4: what is assumed where the address says nothing. The time range has none: it follows from the last run. */
export const HEALTH_DEFAULTS = {
  sortBy: 'name',
  sortDesc: false,
  pivotBy: 'none',
  pivotCellType: 'checkStatuses',
  groupBy: DEFAULT_GROUP_BY,
  tabBy: DEFAULT_TAB_BY,
  tab: '',
  hidePassing: false,
  layout: 'table',
} as const satisfies HealthSearch;

const MAX_TEXT = 200;
/** A label key has up to 317 characters (a prefix, a slash and a name). */
const MAX_NAME = 400;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

const idSchema = v.fallback(
  v.optional(
    v.pipe(
      v.string(),
      v.regex(UUID),
      v.transform((id) => id.toLowerCase()),
    ),
  ),
  undefined,
);

const rangeSchema = v.fallback(v.optional(v.custom<TimeRangeOption>(isTimeRangeOption)), undefined);

/** `{"canary:app:web":1}`, as an object or as the text of one; what is not of the form is dropped, not refused. */
const labelsSchema = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((raw): LabelChoices | undefined => {
      const choices = cleanLabels(raw);
      return Object.keys(choices).length === 0 ? undefined : choices;
    }),
  ),
);

/**
 * Query parameters of `/health`. A malformed value counts as absent, never as an error; what is dropped stays as an
 * undefined key, because the router lays the answer over what stood in the address. `tab` is ours: without it a link or
 * Back would lose which tab was open.
 */
export const healthSearchSchema = v.object({
  timeRange: rangeSchema,
  checkId: idSchema,
  labels: labelsSchema,
  query: trimmedText(),
  sortBy: optionalOneOf(SORT_COLUMNS),
  sortDesc: flagParam(),
  pivotBy: optionalOneOf(PIVOTS),
  pivotLabel: trimmedText(MAX_NAME),
  pivotCellType: optionalOneOf(PIVOT_CELLS),
  groupBy: dimensionName(readGroupBy),
  tabBy: dimensionName(readTabBy),
  tab: trimmedText(MAX_NAME),
  hidePassing: flagParam(),
  layout: optionalOneOf(LAYOUTS),
});

export type HealthSearch = Partial<{
  timeRange: TimeRangeOption | undefined;
  checkId: string | undefined;
  labels: LabelChoices | undefined;
  query: string | undefined;
  sortBy: SortColumn | undefined;
  sortDesc: boolean | undefined;
  pivotBy: (typeof PIVOTS)[number] | undefined;
  pivotLabel: string | undefined;
  pivotCellType: (typeof PIVOT_CELLS)[number] | undefined;
  groupBy: string | undefined;
  tabBy: string | undefined;
  tab: string | undefined;
  hidePassing: boolean | undefined;
  layout: (typeof LAYOUTS)[number] | undefined;
}>;

/** What is shown: every parameter with its value. */
export type HealthView = Required<{
  [K in keyof typeof HEALTH_DEFAULTS]: NonNullable<HealthSearch[K]>;
}> &
  Pick<HealthSearch, 'timeRange' | 'checkId'> & {
    readonly labels: LabelChoices;
    readonly query: string;
    readonly pivotLabel: string;
  };

function trimmedText(maxLength = MAX_TEXT): v.GenericSchema<unknown, string | undefined> {
  return v.pipe(
    optionalText(maxLength),
    v.transform((text) => (text === undefined || text.trim() === '' ? undefined : text.trim())),
  );
}

/** What checks are gathered by: a field, by whichever of its names, or a label key. */
function dimensionName(read: (param: string) => string): v.GenericSchema<unknown, string | undefined> {
  return v.pipe(
    trimmedText(MAX_NAME),
    v.transform((name) => (name === undefined ? undefined : read(name))),
  );
}

/** What stands in the address: nothing that would be assumed anyway. */
export function withoutDefaults(search: HealthSearch): HealthSearch {
  const defaults: Readonly<Record<string, unknown>> = HEALTH_DEFAULTS;
  const kept = Object.entries(search).filter(
    ([name, value]) =>
      value !== undefined && value !== '' && value !== defaults[name] && !isEmptyObject(value),
  );
  return Object.fromEntries(kept) as HealthSearch; // as: only entries of `search` were kept
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The view that an address stands for. */
export function viewOf(search: HealthSearch): HealthView {
  return {
    sortBy: search.sortBy ?? HEALTH_DEFAULTS.sortBy,
    sortDesc: search.sortDesc ?? HEALTH_DEFAULTS.sortDesc,
    pivotBy: search.pivotBy ?? HEALTH_DEFAULTS.pivotBy,
    pivotCellType: search.pivotCellType ?? HEALTH_DEFAULTS.pivotCellType,
    groupBy: search.groupBy ?? HEALTH_DEFAULTS.groupBy,
    tabBy: search.tabBy ?? HEALTH_DEFAULTS.tabBy,
    tab: search.tab ?? HEALTH_DEFAULTS.tab,
    hidePassing: search.hidePassing ?? HEALTH_DEFAULTS.hidePassing,
    layout: search.layout ?? HEALTH_DEFAULTS.layout,
    labels: search.labels ?? {},
    query: search.query ?? '',
    pivotLabel: search.pivotLabel ?? '',
    timeRange: search.timeRange,
    checkId: search.checkId,
  };
}

/** Whether the values of a label stand side by side: cards have no columns. */
export function isPivoted({ pivotBy, pivotLabel, layout }: HealthView): boolean {
  return pivotBy === 'labels' && pivotLabel !== '' && layout === 'table';
}

/** Parameters that choose which checks are seen. */
const FILTERS = ['labels', 'query', 'hidePassing', 'tab'] as const satisfies readonly (keyof HealthSearch)[];

export function hasFilters(search: HealthSearch): boolean {
  const given = withoutDefaults(search);
  return FILTERS.some((name) => given[name] !== undefined);
}

export function withoutFilters(search: HealthSearch): HealthSearch {
  return withoutDefaults({ ...search, ...Object.fromEntries(FILTERS.map((name) => [name, undefined])) });
}

/** The change that takes every filter away. */
export function clearing(search: HealthSearch): HealthSearch {
  const kept = withoutFilters(search);
  const names = Object.keys(search).filter((name) => !Object.hasOwn(kept, name));
  return Object.fromEntries(names.map((name) => [name, undefined])) as HealthSearch; // as: names of its parameters
}

/** `/health` with its query as an address, for links and for knowing one list from another. */
export function healthHref(search: HealthSearch): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(withoutDefaults(search))) {
    query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const text = query.toString();
  return text === '' ? '/health' : `/health?${text}`;
}

/** The same list with one check opened over it. */
export function checkHref(search: HealthSearch, checkId: string): string {
  return healthHref({ ...search, checkId });
}
