import { choice, dimension, id, reading, text } from '#src/views/list/params.ts';
import {
  searchSpec,
  type Param,
  type SearchOf,
  type SearchSpec,
  type ViewOf,
} from '#src/views/list/search-spec.ts';

/** Spec 2: "a sort control (default status descending)": the worst first. */
export const DEFAULT_SORT = 'status';
/** Sorts that every component has; a figure is `field:` and its name. */
export const SORTS = ['status', 'name', 'type', 'updated_at'] as const;

const MAX_VALUE = 400;
/** Reference P1: this value removes a filter. */
const ALL = 'all';

/** A value as the components have it; `All` is none. */
function picked(field: string): Param<string, ''> {
  return {
    ...text({ field }),
    schema: reading((raw) => {
      const value = raw.trim();
      return value === '' || value.length > MAX_VALUE || value.toLowerCase() === ALL ? undefined : value;
    }),
  };
}

export interface LabelPair {
  readonly key: string;
  readonly value: string;
}

/** Labels as `key=value`, separated by commas. */
export function labelPairs(held: string): readonly LabelPair[] {
  return held.split(',').flatMap((part) => {
    const at = part.indexOf('=');
    return at < 1 ? [] : [{ key: part.slice(0, at), value: part.slice(at + 1) }];
  });
}

export function writeLabelPairs(pairs: readonly LabelPair[]): string {
  return pairs.map(({ key, value }) => `${key}=${value}`).join(',');
}

function labelChips(held: string) {
  const pairs = labelPairs(held);
  return pairs.map((pair) => {
    const rest = writeLabelPairs(pairs.filter((other) => other !== pair));
    return { field: pair.key, text: pair.value, without: rest === '' ? undefined : rest };
  });
}

const params = {
  // Ours: a dashboard of hundreds of cards is looked through by name.
  search: text({ field: 'Search', isCut: true }),
  status: picked('Health'),
  type: picked('Type'),
  team: picked('Team'),
  labels: { ...picked('Labels'), chips: labelChips },
  agent_id: id({ field: 'Agent' }),
  showHiddenComponents: {
    ...choice(['yes', 'no'], 'no'),
    chips: (value) =>
      value === 'yes' ? [{ field: 'Hidden components', text: 'shown', without: undefined }] : [],
  } satisfies Param<'yes' | 'no', 'yes' | 'no'>,
  sortBy: dimension(DEFAULT_SORT, (name) => name, {}),
  sortOrder: choice(['asc', 'desc'], 'desc', { role: 'order' }),
  refererId: id({ role: 'place' }),
};
export type TopologyParams = typeof params;
export type TopologySearch = SearchOf<TopologyParams>;
export type TopologyView = ViewOf<TopologyParams>;

const specs = new Map<string, SearchSpec<TopologyParams>>();

/** Query parameters of `/topology` and of the page of a component (spec 2 and 7, reference P1). */
export function topologySearchAt(path: string): SearchSpec<TopologyParams> {
  const known = specs.get(path);
  if (known !== undefined) return known;
  const made = searchSpec({ path, typingMs: 400, params });
  specs.set(path, made);
  return made;
}

/** That of the whole. */
export const topologySearch = topologySearchAt('/topology');
