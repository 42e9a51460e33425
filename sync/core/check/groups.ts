import { NO_VALUE } from '../../protocol/health.ts';
import type {
  HealthMoment,
  HealthQuery,
  HealthRow,
  HealthSort,
  PackedGroups,
} from '../../protocol/health.ts';
import { codedBy, textRanks, type CodedColumn } from './columns.ts';
import { needRank } from './sort.ts';
import { Sums } from './sums.ts';

const ofAggregate: readonly HealthSort[] = [
  'severity',
  'status',
  'uptime',
  'latency',
  'last_runtime',
  'last_transition_time',
];

/** Codes of groups in the asked order, by their value without one; missing keys last, equal ones by value. */
function sortedCodes(
  codes: readonly number[],
  column: CodedColumn,
  sums: Sums,
  sort: HealthQuery['sort'],
  firstOf: (code: number) => HealthRow | undefined,
): readonly number[] {
  const { places, ranks } = textRanks(column);
  const by = sort?.column ?? 'name';
  const isOfAggregate = ofAggregate.includes(by);
  const direction = sort?.descending === true ? -1 : 1;
  // Of a column of texts its own value counts, because a group has one name and many namespaces.
  const keys = new Map(
    codes.map((code) => {
      const first = by === 'failing' ? firstOf(code) : undefined;
      if (first !== undefined) return [code, needRank(first)];
      const rank = column.values[code] === '' ? null : (ranks[code] ?? null);
      return [code, isOfAggregate ? sums.keyOf(code, by) : rank];
    }),
  );
  return [...codes].sort((a, b) => {
    const [one = null, other = null] = [keys.get(a), keys.get(b)];
    if (one !== other) {
      if (one === null || other === null) return one === null ? 1 : -1;
      return (one - other) * direction;
    }
    return (places[a] ?? 0) - (places[b] ?? 0);
  });
}

/** Cells of the groups in a row: a group has few of the values of a label. */
function packCells(
  groups: readonly (readonly number[])[],
  rows: readonly HealthRow[],
  pivot: CodedColumn,
  moment: HealthMoment,
): {
  readonly index: Omit<NonNullable<PackedGroups['cells']>, 'wholes'>;
  readonly sums: Sums;
  readonly count: number;
} {
  const sums = new Sums(
    groups.reduce((sum, members) => sum + Math.min(members.length, pivot.values.length), 0),
    moment,
  );
  const at: number[] = [];
  const ends = Int32Array.from(groups, (members) => {
    const placeOf = new Map<number, number>();
    for (const member of members) {
      const row = rows[member];
      const code = pivot.codes[member] ?? 0;
      const place = placeOf.get(code) ?? at.push(code) - 1;
      placeOf.set(code, place);
      if (row !== undefined) sums.add(place, row);
    }
    return at.length;
  });
  return { index: { values: pivot.values, at: Int32Array.from(at), ends }, sums, count: at.length };
}

/** One group of everything: without a grouping. */
function single(rows: readonly HealthRow[]): CodedColumn {
  return { codes: new Int32Array(rows.length), values: [''], firstAt: [0] };
}

/** The groups of the rows at `shown`, which are places in the asked order. */
export function packGroups(
  rows: readonly HealthRow[],
  shown: readonly number[],
  query: HealthQuery,
): PackedGroups {
  const { groupBy, pivotBy, sort } = query;
  const column = groupBy === null ? single(rows) : codedBy(rows, groupBy);
  const members: number[][] = column.values.map(() => []);
  const sums = new Sums(column.values.length, query);
  for (const at of shown) {
    const [row, code] = [rows[at], column.codes[at]];
    if (row === undefined || code === undefined) continue;
    members[code]?.push(at);
    sums.add(code, row);
  }
  const filled = [...members.keys()].filter((code) => groupBy === null || (members[code]?.length ?? 0) > 0);
  const order =
    groupBy === null
      ? filled
      : sortedCodes(filled, column, sums, sort, (code) => rows[members[code]?.[0] ?? -1]);
  const ordered = order.map((code) => members[code] ?? []);
  const ids: string[] = [];
  const ends = Int32Array.from(ordered, (places) => {
    for (const at of places) ids.push(rows[at]?.id ?? '');
    return ids.length;
  });
  const pivot = pivotBy === null ? null : codedBy(rows, { kind: 'label', key: pivotBy });
  const cells = pivot === null ? null : packCells(ordered, rows, pivot, query);
  return {
    values: order.map((code) => (groupBy === null ? null : (column.values[code] ?? NO_VALUE))),
    ids,
    ends,
    wholes: sums.packed(order),
    cells: cells && { ...cells.index, wholes: cells.sums.packed([...Array(cells.count).keys()]) },
  };
}

/** Values of the cells that are filled. */
export function filledValues({ cells }: PackedGroups): readonly string[] {
  if (cells === null) return [];
  const found = new Set(cells.at);
  return cells.values.filter((_value, code) => found.has(code));
}
