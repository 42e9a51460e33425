import { deviceClaim } from '#sync/protocol/claim.ts';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { IndexClient } from '#src/platform/replica/index-client.ts';

const notAsked = (): Promise<never> => Promise.reject(new Error('No index stands behind this replica'));

/** An index that answers nothing but being built anew. */
export const noIndex: IndexClient = {
  query: notAsked,
  rows: notAsked,
  rebuild: async () => 1234,
  follow: () => () => undefined,
};

export interface FakeIndexState {
  readonly rows: Partial<Readonly<Record<PackedName, readonly JsonRow[]>>>;
  readonly state?: 'never' | 'partial' | 'complete' | 'forbidden' | 'skew';
  /** Reads fail with this message. */
  readonly failure?: string;
}

const AS_OF = '2026-11-20T12:00:00Z';

function textAt(row: JsonRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : '';
}

/** Key of a row: its id, or check and time of a run. */
function keyOf(row: JsonRow): string {
  const id = textAt(row, 'id');
  return id === '' ? `${textAt(row, 'check_id')} ${textAt(row, 'time')}` : id;
}

/** A value as a `dict` column keeps it: numbers and flags as text. */
function dictText(value: unknown): string {
  return typeof value === 'boolean' || typeof value === 'number'
    ? String(value)
    : typeof value === 'string'
      ? value
      : '';
}

/** `from <= x < to`: lengths as numbers, moments as times. */
function isWithin(value: unknown, from: string | number | null, to: string | number | null): boolean {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  if (typeof at !== 'number' || Number.isNaN(at)) return false;
  const edge = (each: string | number): number => (typeof each === 'string' ? Date.parse(each) : each);
  return (from === null || at >= edge(from)) && (to === null || at < edge(to));
}

function matches(row: JsonRow, query: IndexQuery): boolean {
  const text = JSON.stringify(row).toLowerCase();
  const words = query.text.toLowerCase().split(/\s+/u).filter(Boolean);
  const isFound = words.every((word) => text.includes(word));
  const isLetThrough = query.filters.every((filter) => {
    if (filter.kind === 'range') return isWithin(row[filter.column], filter.from, filter.to);
    if (filter.kind !== 'values') throw new Error('The fake index knows no such filter');
    return filter.include.length === 0 || filter.include.includes(dictText(row[filter.column]));
  });
  return isFound && isLetThrough;
}

/** An index over a few rows, for pages; the real one has tests of its own. */
export function createFakeIndex(start: FakeIndexState): IndexClient {
  const known = async (tbl: PackedName): Promise<readonly JsonRow[]> => {
    if (start.failure !== undefined) throw new Error(start.failure);
    return start.rows[tbl] ?? [];
  };
  return {
    async query(tbl, query) {
      const all = await known(tbl);
      const found = all.filter((row) => matches(row, query));
      const { sort } = query;
      const sorted = sort === null ? found : found.toSorted((a, b) => compare(a, b, sort));
      return {
        ids: sorted.slice(query.offset, query.offset + query.limit).map(keyOf),
        total: found.length,
        all: all.length,
        facets: [],
        groups: [],
        groupTotal: 0,
        lines: [],
        lineTotal: 0,
        near: [],
        version: 1,
        ...deviceClaim(start.state ?? 'complete', AS_OF),
      };
    },
    async rows(tbl, ids) {
      const all = await known(tbl);
      return ids.map((id) => all.find((row) => keyOf(row) === id) ?? null);
    },
    rebuild: async () => 0,
    follow: () => () => undefined,
  };
}

function compare(a: JsonRow, b: JsonRow, sort: NonNullable<IndexQuery['sort']>): number {
  const [first, second] = [textAt(a, sort.column), textAt(b, sort.column)];
  const order = first < second ? -1 : first > second ? 1 : 0;
  return sort.descending ? -order : order;
}
