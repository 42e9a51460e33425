import type { verifyKinds } from '../../protocol/diagnostics.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { textAt } from '../outbox/json.ts';
import { sameJson } from '../../protocol/same-json.ts';
import { compareServerTime } from './server-time.ts';

/** Rows that one verification compares (D23). */
export const SAMPLE_ROWS = 200;

/** A collection and how many rows of it are here. */
export interface Counted {
  readonly tbl: string;
  readonly count: number;
}

/**
 * How many rows of each collection to compare: small collections whole where that is fair, the rest of the sample to
 * the large ones in equal parts, never more than are here. Collections without rows are left out.
 */
export function sampleSizes(tables: readonly Counted[], total: number): ReadonlyMap<string, number> {
  const open = tables.filter(({ count }) => count > 0).toSorted((a, b) => a.count - b.count);
  const sizes = new Map<string, number>();
  let left = total;
  for (const [at, { tbl, count }] of open.entries()) {
    const share = Math.floor(left / (open.length - at));
    const size = Math.min(count, share);
    if (size > 0) sizes.set(tbl, size);
    left -= size;
  }
  return sizes;
}

/** `size` of the ids, one from each of as many equal stretches, so that old and new rows are among them. */
export function pickSample(ids: readonly string[], size: number, random: () => number): readonly string[] {
  const picked = Math.min(size, ids.length);
  const step = ids.length / Math.max(1, picked);
  return Array.from({ length: picked }, (_, at) => {
    const index = Math.min(ids.length - 1, Math.floor((at + random()) * step));
    return ids[index] ?? '';
  });
}

/** Columns in which two server versions of a row differ; engine metadata is not among them. */
export function differingColumns(mine: JsonRow, theirs: JsonRow): readonly string[] {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...names].filter((name) => !sameJson(mine[name], theirs[name])).toSorted();
}

/**
 * What a difference means: `newer` when the server's stamp is past ours, so that the next pull would have brought it;
 * `differs` when nothing announced it, which is drift (D12).
 */
export function judgeDifference(
  mine: JsonRow,
  theirs: JsonRow,
): Extract<(typeof verifyKinds)[number], 'newer' | 'differs'> {
  const known = textAt(mine, 'updated_at');
  const present = textAt(theirs, 'updated_at');
  if (present === null) return 'differs';
  return known === null || compareServerTime(present, known) > 0 ? 'newer' : 'differs';
}
