import type { Dexie } from 'dexie';
import * as v from 'valibot';
import type { PendingSum } from '../../protocol/stored.ts';
import { sumOfShadows, sumWith } from '../../core/outbox/pending-sum.ts';
import type { Shadow } from '../../protocol/stored.ts';
import type { CacheWrite } from '../../ports.ts';
import { readShadow } from '../cache/records.ts';

/** Beside the shadows: sealed, cleared and locked with them. No table is called so. */
const KEY = { tbl: '#pending', id: 'sum' } as const;

const recordSchema = v.object({
  tbl: v.literal(KEY.tbl),
  count: v.number(),
  high: v.number(),
  low: v.number(),
});

/** The sum over what is pending as it is stored; undefined when there is none, or a damaged one. */
export async function readPending(db: Dexie): Promise<PendingSum | undefined> {
  const parsed = v.safeParse(recordSchema, await db.table('base_rows').get([KEY.tbl, KEY.id]));
  if (!parsed.success) return undefined;
  const { count, high, low } = parsed.output;
  return { count, high, low };
}

/** All shadows that can be read. */
export async function readShadows(db: Dexie): Promise<Shadow[]> {
  const records: unknown[] = await db.table('base_rows').toArray();
  return records.map(readShadow).filter((shadow) => shadow !== undefined);
}

/** Shadow of a row as it was before the write; null when the call did not name the row, so that nobody read it. */
export type ShadowBefore = (row: { readonly tbl: string; readonly id: string }) => Shadow | undefined | null;

/**
 * Brings the sum to what the write makes of the shadows; inside its transaction and before it. Without a sum, or when
 * the transaction met a damaged shadow, all are summed up anew: what cannot be read is then missing in the sum, so that
 * it differs from the journal's and the row is rebuilt.
 */
export async function keepPending(
  db: Dexie,
  write: CacheWrite<unknown>,
  before: ShadowBefore,
  hasDamage: boolean,
): Promise<void> {
  const nameOf = (row: { readonly tbl: string; readonly id: string }): string =>
    JSON.stringify([row.tbl, row.id]);
  const puts = new Map((write.putShadows ?? []).map((shadow) => [nameOf(shadow), shadow]));
  const gone = new Map((write.deleteShadows ?? []).map((row) => [nameOf(row), row]));
  if (puts.size + gone.size === 0 && !hasDamage) return;
  const known = hasDamage ? undefined : await readPending(db);
  let sum = known ?? sumOfShadows(await readShadows(db));
  for (const row of new Map<string, { readonly tbl: string; readonly id: string }>([
    ...puts,
    ...gone,
  ]).values()) {
    const found = before(row);
    const old = found === null ? readShadow(await db.table('base_rows').get([row.tbl, row.id])) : found;
    if (old !== undefined) sum = sumWith(sum, old, old.pending, -1);
  }
  // A removal is stored last (`applyWrite`).
  for (const [name, shadow] of puts) if (!gone.has(name)) sum = sumWith(sum, shadow, shadow.pending, 1);
  await db.table('base_rows').put({ ...KEY, ...sum });
}
