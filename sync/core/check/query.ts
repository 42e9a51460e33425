import { LOCAL_LABEL } from '../../protocol/health.ts';
import type {
  HealthAnswer,
  HealthLabel,
  HealthQuery,
  HealthRow,
  HealthState,
  HealthTab,
  PackedHealthAnswer,
} from '../../protocol/health.ts';
import { own } from '../../protocol/own.ts';
import { countsOf } from './aggregate.ts';
import { codedBy, orderOf } from './columns.ts';
import { isStale } from './freshness.ts';
import { filledValues, packGroups } from './groups.ts';
import { byValue } from './sort.ts';
import { unpackGroups } from './unpack.ts';

const searched = new WeakMap<HealthRow, string>();

function searchedText(row: HealthRow): string {
  const known = searched.get(row);
  if (known !== undefined) return known;
  const text = `${row.name}\n${row.description ?? ''}\n${row.endpoint ?? ''}`.toLowerCase();
  searched.set(row, text);
  return text;
}

/** What lets a row through, whatever its tab; null when everything does. */
function filterOf({ text, labels }: HealthQuery): ((row: HealthRow) => boolean) | null {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const included = new Map<string, Set<string>>();
  for (const { key, value } of labels.include) {
    included.set(key, (included.get(key) ?? new Set<string>()).add(value));
  }
  const wanted = [...included];
  if (words.length === 0 && wanted.length === 0 && labels.exclude.length === 0) return null;
  return (row) =>
    words.every((word) => searchedText(row).includes(word)) &&
    wanted.every(([key, values]) => values.has(own(row.labels, key) ?? '')) &&
    labels.exclude.every(({ key, value }) => own(row.labels, key) !== value);
}

function tabsOf(all: readonly HealthRow[], found: Uint8Array | null, query: HealthQuery): HealthTab[] {
  const { tabBy } = query;
  const { codes, values, firstAt } = codedBy(all, tabBy);
  const counts = values.map(() => ({ total: 0, passing: 0, failing: 0, unknown: 0, stale: 0 }));
  all.forEach((row, at) => {
    const count = counts[codes[at] ?? -1];
    if (count === undefined || found?.[at] === 0) return;
    count.total += 1;
    if (row.status === 'healthy') count.passing += 1;
    else if (row.status === 'unhealthy') count.failing += 1;
    else count.unknown += 1;
    if (isStale(row, query)) count.stale += 1;
  });
  const isAgents = tabBy.kind === 'column' && tabBy.column === 'agent_id';
  return values
    .map((value, code): HealthTab => {
      const agentName = isAgents ? all[firstAt[code] ?? -1]?.agentName : undefined;
      const label = isAgents ? (agentName ?? (value === '' ? LOCAL_LABEL : value)) : value;
      return { value, label, ...(counts[code] ?? countsOf([], query)) };
    })
    .sort((a, b) => byValue(a.label, b.label));
}

const labelFacets = new WeakMap<readonly HealthRow[], readonly HealthLabel[]>();

/** Label keys and values of all checks, both by text. */
export function labelsOf(rows: readonly HealthRow[]): readonly HealthLabel[] {
  const known = labelFacets.get(rows);
  if (known !== undefined) return known;
  const keys = new Map<string, Map<string, number>>();
  for (const { labels } of rows) {
    for (const key of Object.keys(labels)) {
      const values = keys.get(key) ?? new Map<string, number>();
      keys.set(key, values);
      const value = own(labels, key) ?? '';
      values.set(value, (values.get(value) ?? 0) + 1);
    }
  }
  const facets = [...keys]
    .sort(([a], [b]) => byValue(a, b))
    .map(([key, values]) => ({
      key,
      values: [...values].sort(([a], [b]) => byValue(a, b)).map(([value, count]) => ({ value, count })),
    }));
  labelFacets.set(rows, facets);
  return facets;
}

/** Everything of an answer that depends on the rows alone. */
export type HealthListing = Omit<HealthAnswer, keyof HealthState>;
/** The same in the form that is cheap to send. */
export type PackedListing = Omit<PackedHealthAnswer, keyof HealthState>;

/** What a question finds: whom its filters let through in any tab, the rows of its tab, and places of those it shows. */
export interface Found {
  readonly found: Uint8Array | null;
  readonly inTab: readonly HealthRow[];
  readonly shown: readonly number[];
}

export function foundBy(rows: readonly HealthRow[], query: HealthQuery): Found {
  const lets = filterOf(query);
  const found = lets && Uint8Array.from(rows, (row) => (lets(row) ? 1 : 0));
  const tabs = query.tab === null ? null : codedBy(rows, query.tabBy);
  const tab = tabs === null ? -1 : tabs.values.indexOf(query.tab ?? '');
  const inTab: HealthRow[] = [];
  const shown: number[] = [];
  for (const at of orderOf(rows, query.sort)) {
    const row = rows[at];
    if (row === undefined || (tabs !== null && tabs.codes[at] !== tab) || found?.[at] === 0) continue;
    inTab.push(row);
    if (!query.hidePassing || row.status !== 'healthy') shown.push(at);
  }
  return { found, inTab, shown };
}

/** The last answers about a list: who takes a filter back, or a word out of the search, asks what was asked before. */
const ANSWERS_KEPT = 8;
const answers = new WeakMap<readonly HealthRow[], Map<string, PackedListing>>();

/**
 * Filters, tabs, groups and sorts checks (spec 2.4): pure, a few milliseconds for ten thousand rows. The rows of one
 * list are taken to be the same as long as the list is: what is derived from it is kept.
 */
export function listHealth(rows: readonly HealthRow[], query: HealthQuery): PackedListing {
  const ofRows = answers.get(rows) ?? new Map<string, PackedListing>();
  answers.set(rows, ofRows);
  const key = JSON.stringify(query);
  const listing = ofRows.get(key) ?? listed(rows, query);
  // The one that was asked for last is the last to go.
  ofRows.delete(key);
  ofRows.set(key, listing);
  for (const oldest of ofRows.keys()) {
    if (ofRows.size <= ANSWERS_KEPT) break;
    ofRows.delete(oldest);
  }
  return listing;
}

function listed(rows: readonly HealthRow[], query: HealthQuery): PackedListing {
  const { found, inTab, shown } = foundBy(rows, query);
  const groups = packGroups(rows, shown, query);
  return {
    all: countsOf(rows, query),
    filtered: countsOf(inTab, query),
    tabs: tabsOf(rows, found, query),
    labels: labelsOf(rows),
    groups,
    pivotValues: [...filledValues(groups)].sort(byValue),
    rows: firstRows(rows, shown, groups.ids.slice(0, query.withRows)),
  };
}

/** `listHealth` as a page reads it. */
export function answerHealth(rows: readonly HealthRow[], query: HealthQuery): HealthListing {
  const listing = listHealth(rows, query);
  return { ...listing, groups: unpackGroups(listing.groups) };
}

function firstRows(
  all: readonly HealthRow[],
  shown: readonly number[],
  wanted: readonly string[],
): readonly HealthRow[] {
  const byId = new Map<string, HealthRow | undefined>(wanted.map((id) => [id, undefined]));
  for (const at of shown) {
    const row = all[at];
    if (row !== undefined && byId.has(row.id)) byId.set(row.id, row);
  }
  return wanted.flatMap((id) => byId.get(id) ?? []);
}
