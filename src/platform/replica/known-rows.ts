import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { IndexClient } from './index-client.ts';

/** So many rows of a list are remembered: some screens, one or two megabytes. */
const MOST_KNOWN = 1_000;

/** Rows as the worker of this page gave them last, the longest unused first. */
const known = new WeakMap<IndexClient, Map<string, JsonRow>>();

const keyOf = (tbl: PackedName, id: string): string => `${tbl} ${id}`;

/** Remembers rows of an answer, and forgets those that are not there any more. */
export function rememberRows(
  index: IndexClient,
  tbl: PackedName,
  ids: readonly string[],
  rows: readonly (JsonRow | null)[],
): void {
  const all = known.get(index) ?? new Map<string, JsonRow>();
  known.set(index, all);
  ids.forEach((id, at) => {
    const key = keyOf(tbl, id);
    const row = rows[at];
    all.delete(key);
    if (row !== null && row !== undefined) all.set(key, row);
  });
  for (const key of all.keys()) {
    if (all.size <= MOST_KNOWN) return;
    all.delete(key);
  }
}

/**
 * The rows of these ids where this page has had all of them: shown until the worker has answered, which may be busy with a
 * pull. The row that is pressed in a list is the page that opens.
 */
export function knownRows(
  index: IndexClient,
  tbl: PackedName,
  ids: readonly string[],
): readonly JsonRow[] | undefined {
  const all = known.get(index);
  if (all === undefined || ids.length === 0) return undefined;
  const rows: JsonRow[] = [];
  for (const id of ids) {
    const row = all.get(keyOf(tbl, id));
    if (row === undefined) return undefined;
    rows.push(row);
  }
  return rows;
}
