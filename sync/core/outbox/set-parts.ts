import type { JsonRow } from '../../protocol/op.ts';
import type { SetListing } from '../pull/schedule.ts';

/** Most parts of a set, where what its rows say does not ask for more. */
const MAX_PARTS = 16;
/** Rows a part has at least on average: counting the parts is to cost a fourth of listing the rows. */
const PART_ROWS = 12;
/** A short word. What people or programs write in sentences belongs into no path, where logs keep it. */
const WORD = /^[\w-]{1,40}$/;

/** Members of a set that say the same in some columns, with `after < key <= upTo`; null means unbounded. */
export interface SetPart {
  readonly values: readonly (readonly [column: string, value: string | null])[];
  readonly after: string | null;
  readonly upTo: string | null;
  readonly rows: number;
}

type Values = SetPart['values'];

interface Group {
  readonly values: Values;
  readonly ids: string[];
}

/** Members by what they say in these columns; null where that is nothing to ask for in a request. */
function groupsOf(lines: ReadonlyMap<string, JsonRow>, columns: readonly string[]): readonly Group[] | null {
  const groups = new Map<string, Group>();
  for (const [id, row] of lines) {
    const values: (readonly [string, string | null])[] = [];
    for (const column of columns) {
      const value = row[column] ?? null;
      if (value !== null && (typeof value !== 'string' || !WORD.test(value))) return null;
      values.push([column, value]);
    }
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Cuts the keys of a group into ranges; the first one is shorter by `shift`, a share of a range. */
function rangesOf({ values, ids }: Group, size: number, shift: number): readonly SetPart[] {
  const parts: SetPart[] = [];
  let begin = 0;
  let end = Math.max(1, Math.round(size * (1 - shift)));
  while (begin < ids.length) {
    const upTo = end < ids.length ? (ids[end - 1] ?? null) : null;
    const rows = Math.min(end, ids.length) - begin;
    parts.push({ values, after: begin === 0 ? null : (ids[begin - 1] ?? null), upTo, rows });
    begin = end;
    end += size;
  }
  return parts;
}

/**
 * Parts of a membership set whose numbers say whether it is as it was (F-state): by what its rows say in the first of
 * the columns, as many of them as have few values together, and by ranges of keys. `lines` in the order of the keys.
 * With another `shift` in [0, 1) the ranges are others, so that two rows that changed places are told apart sooner or
 * later. No parts where listing the rows is as cheap.
 */
export function setParts(
  lines: ReadonlyMap<string, JsonRow>,
  columns: readonly string[],
  shift: number,
  partRows: number = PART_ROWS,
): readonly SetPart[] {
  const wanted = Math.min(MAX_PARTS, Math.floor(lines.size / partRows));
  if (wanted < 2) return [];
  for (let count = columns.length; count > 0; count -= 1) {
    const groups = groupsOf(lines, columns.slice(0, count));
    if (groups === null || groups.length > wanted) continue;
    const size = Math.ceil(lines.size / wanted);
    return groups.flatMap((group) => rangesOf(group, size, shift));
  }
  return [];
}

/** A set that has just been listed. */
export function listedSet(
  lines: ReadonlyMap<string, JsonRow>,
  columns: readonly string[],
  nowMs: number,
): SetListing {
  return { lines, isCountable: setParts(lines, columns, 0).length > 0, at: nowMs, checkedAt: nowMs };
}
