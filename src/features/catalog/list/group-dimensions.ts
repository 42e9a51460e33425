import type { AskedDimension } from '#sync/protocol/index-query.ts';
import type { CatalogGroup, GroupName } from './catalog-groups.ts';

/** Spec 2: the summary is "grouped by provider (config_class) and type". */
export const DEFAULT_GROUPS: readonly CatalogGroup[] = [{ is: 'config_class' }, { is: 'type' }];

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
