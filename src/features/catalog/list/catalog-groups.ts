import type { AskedDimension } from '#sync/protocol/index-query.ts';

/** What catalog items are gathered by: one of these columns, or a key of their tags. */
export type GroupName = 'name' | 'analysis' | 'changed' | 'type' | 'config_class' | 'status' | 'health';
export type CatalogGroup = { readonly is: GroupName } | { readonly is: 'tag'; readonly key: string };

const TAG_SUFFIX = '__tag';
const NAMES: ReadonlyMap<string, GroupName> = new Map<string, GroupName>([
  ['name', 'name'],
  ['analysis', 'analysis'],
  ['changed', 'changed'],
  ['type', 'type'],
  ['config_class', 'config_class'],
  ['provider', 'config_class'],
  ['status', 'status'],
  ['health', 'health'],
]);

/** Reads a list of names of the address, outermost first; keys of tags end in `__tag`. */
export function groupsOf(groupBy: string): readonly CatalogGroup[] {
  const found = new Map<string, CatalogGroup>();
  for (const name of groupBy.split(',')) {
    const is = NAMES.get(name);
    const key = name.endsWith(TAG_SUFFIX) ? name.slice(0, -TAG_SUFFIX.length) : '';
    if (is !== undefined) found.set(is, { is });
    else if (key !== '') found.set(name, { is: 'tag', key });
  }
  return [...found.values()];
}

/** Spec 2: the summary is "grouped by provider (config_class) and type". */
export const DEFAULT_GROUPS: readonly CatalogGroup[] = [{ is: 'config_class' }, { is: 'type' }];

/** True for what many configs share. */
export function isOfSummary({ is }: CatalogGroup): boolean {
  return is !== 'name' && is !== 'analysis' && is !== 'changed';
}

/** What the list offers to gather by, beside tags (api-ui-facts 10), and health and status. */
export const GROUP_OPTIONS: readonly { readonly id: GroupName; readonly label: string }[] = [
  { id: 'name', label: 'Name' },
  { id: 'analysis', label: 'Analysis' },
  { id: 'changed', label: 'Changed' },
  { id: 'type', label: 'Type' },
  { id: 'config_class', label: 'Provider' },
  { id: 'status', label: 'Status' },
  { id: 'health', label: 'Health' },
];

export function tagGroup(key: string): string {
  return `${key}${TAG_SUFFIX}`;
}

/** Between the provider of a type and the rest of it. */
export const PROVIDER_END = '::';

/** What the index cannot know of items by itself. */
export interface GroupFacts {
  /** Ids of the items whose worst open insight is of a severity; null where that is not known. */
  readonly bySeverity: readonly { readonly value: string; readonly ids: string[] }[] | null;
  /** Start of today, on this device. */
  readonly todayMs: number;
}

/** Of the groups of a summary nothing else has to be known. */
export const NO_FACTS: GroupFacts = { bySeverity: null, todayMs: 0 };

/** A group as the index of this device takes it. */
export function dimensionOf(group: CatalogGroup, { bySeverity, todayMs }: GroupFacts): AskedDimension {
  switch (group.is) {
    case 'tag':
      return { column: 'tags', key: group.key };
    case 'config_class':
      return { column: 'type', before: PROVIDER_END };
    case 'changed':
      return { column: 'updated_at', edges: CHANGED_DAYS.map((days) => dayBefore(todayMs, days)) };
    case 'analysis':
      return { column: 'id', sets: [...(bySeverity ?? [])] };
    default:
      return { column: group.is };
  }
}

function dayBefore(todayMs: number, days: number): string {
  const day = new Date(todayMs);
  day.setDate(day.getDate() - days);
  return day.toISOString();
}

/** The days that the words of the column Changed begin with, back from today. */
const CHANGED_DAYS = [0, 1, 6, 30];
const CHANGED_WORDS = ['Today', 'Yesterday', 'This week', 'This month', 'Older'];

/** The heading of a group. */
export function groupWords(
  group: CatalogGroup,
  value: string | null,
  { bySeverity }: GroupFacts,
): string | null {
  if (group.is === 'changed' && value !== null) return CHANGED_WORDS[Number(value)] ?? value;
  if (group.is === 'analysis' && value === null) {
    return bySeverity === null ? 'Insights not known' : 'No open insights';
  }
  return value;
}
