import { columnsOf } from '../../core/outbox/json.ts';
import { rowHash } from '../../core/pull/row-hash.ts';
import { chunks } from '../../core/pull/reconcile.ts';
import type { CacheStore, CacheWrite, RowRef, RowSnapshot } from '../../ports.ts';
import { DERIVED_KEY, keyOfRow } from '../../protocol/keys.ts';
import type { Stored } from '../../protocol/stored.ts';
import type { TableSpec } from '../../protocol/table.ts';

/** Rows of one transaction. */
const ROWS_AT_ONCE = 200;

/** Where a row belongs; itself where its key is that of today, or where something of this device waits on it. */
function belongsTo(spec: TableSpec, id: string, { row, shadow }: RowSnapshot): string | null {
  return row === undefined || shadow !== undefined ? id : keyOfRow(spec, row);
}

function planRekey(
  spec: TableSpec,
  ids: readonly string[],
  at: (id: string) => RowSnapshot,
): Pick<CacheWrite<unknown>, 'putRows' | 'deleteRows'> {
  const put = new Map<string, Stored>();
  const gone: RowRef[] = [];
  for (const id of ids) {
    const snap = at(id);
    const key = belongsTo(spec, id, snap);
    if (key === id) continue;
    gone.push({ tbl: spec.name, id });
    if (key === null || snap.row === undefined) continue;
    const there = at(key);
    if (there.row !== undefined || there.shadow !== undefined || there.tombstone !== undefined) continue;
    const row = { ...snap.row, [DERIVED_KEY]: key };
    put.set(key, { ...row, _v: rowHash(columnsOf(row)) });
  }
  return { putRows: [...put.values()].map((row) => ({ tbl: spec.name, row })), deleteRows: gone };
}

/**
 * Puts rows of a table without a primary key under its key of today, before they are read again: an older version of the app
 * may have made it of other columns, and the walk would bring every row a second time (UPG13).
 */
export async function rekeyRows(
  cache: Pick<CacheStore, 'ids' | 'mutate'>,
  spec: TableSpec,
  epoch: number,
): Promise<void> {
  if (spec.keyColumns === undefined) return;
  const refOf = (id: string): RowRef => ({ tbl: spec.name, id });
  for (const ids of chunks(await cache.ids(spec.name, null, null), ROWS_AT_ONCE)) {
    const moves = await cache.mutate(ids.map(refOf), epoch, (at) => ({
      result: ids.flatMap((id) => {
        const key = belongsTo(spec, id, at(refOf(id)));
        return key === id ? [] : [id, ...(key === null ? [] : [key])];
      }),
    }));
    if (moves.length === 0) continue;
    const named = new Set(moves);
    await cache.mutate([...named].map(refOf), epoch, (at) => ({
      ...planRekey(
        spec,
        ids.filter((id) => named.has(id)),
        (id) => at(refOf(id)),
      ),
      result: undefined,
    }));
  }
}
