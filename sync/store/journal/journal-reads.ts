import type { Dexie, Table } from 'dexie';
import type { OpScope } from '../../ports.ts';
import type { Effect } from '../../protocol/effect.ts';
import type { Identity } from '../../protocol/identity.ts';
import type { Draft, Notice } from '../../protocol/op.ts';
import { journalAdditions, journalStores } from '../cache/schema.ts';
import type { ConnectionSpec } from '../device/connection.ts';
import { journalName } from '../device/names.ts';
import { readEffect } from './effect-records.ts';
import { readDraft, readNotice, terminalStates } from './op-records.ts';

/** How the journal of an identity is opened: strict durability, so that "saved" survives a power cut (D1). */
export function journalSpec(identity: Identity, cache: 'disabled' | 'cloned'): ConnectionSpec {
  return {
    name: journalName(identity),
    options: { chromeTransactionDurability: 'strict', cache },
    stores: journalStores,
    additions: journalAdditions,
  };
}

/** Ended states in index order: what lies between them is not ended, whatever a newer version calls it. */
const ends = [...terminalStates].sort();

/**
 * Records whose state is none of the ended ones. One plain range per gap: a list of values would make Dexie step
 * through a cursor, which is several times slower for thousands of records.
 */
export async function unfinished(ops: Table<unknown, string>): Promise<unknown[]> {
  const gaps = ends.map((end, at) => {
    const before = ends[at - 1];
    const states = ops.where('state');
    return (before === undefined ? states.below(end) : states.between(before, end, false, false)).toArray();
  });
  const last = ops.where('state').above(ends.at(-1)).toArray();
  return (await Promise.all([...gaps, last])).flat();
}

/** The records of a scope as they stand, for journals and for the page's read model. `odd` lacks a usable state. */
export async function readRecords(db: Dexie, scope: OpScope, odd: readonly string[]): Promise<unknown[]> {
  const ops: Table<unknown, string> = db.table('ops');
  if ('ids' in scope) return (await ops.bulkGet([...scope.ids])).filter((raw) => raw !== undefined);
  if ('lane' in scope) return await ops.where('lane').equals(scope.lane).toArray();
  if ('row' in scope) return await ops.where('[tbl+rowId]').equals([scope.row.tbl, scope.row.id]).toArray();
  const open = await unfinished(ops);
  const broken = odd.length === 0 ? [] : await ops.bulkGet([...odd]);
  return [...open, ...broken.filter((raw) => raw !== undefined)];
}

/** Keys of records whose state is no text: the state index does not show them, and they must never be lost (I21). */
export async function oddKeys(db: Dexie): Promise<readonly string[]> {
  const ops: Table<unknown, string> = db.table('ops');
  const indexed = new Set(await ops.orderBy('state').primaryKeys());
  return (await ops.toCollection().primaryKeys()).filter((key) => !indexed.has(key));
}

/** Primary key of a record; IndexedDB guarantees that there is one. */
export function recordKey(raw: unknown, column: 'id' | 'key'): string {
  return typeof raw === 'object' && raw !== null ? String(Reflect.get(raw, column)) : '';
}

/** All notices, readable or not. */
export async function allNotices(db: Dexie): Promise<Notice[]> {
  const records: unknown[] = await db.table('notices').toArray();
  return records.map((raw) => readNotice(raw, recordKey(raw, 'id')));
}

/** All drafts from which text can be saved. */
export async function allDrafts(db: Dexie): Promise<Draft[]> {
  const records: unknown[] = await db.table('drafts').toArray();
  return records
    .map((raw) => readDraft(raw, recordKey(raw, 'key')))
    .filter((draft): draft is Draft => draft !== undefined);
}

/** All effects that can be read, oldest first. */
export async function allEffects(db: Dexie): Promise<Effect[]> {
  const records: unknown[] = await db.table('effects').orderBy('id').toArray();
  return records.map(readEffect).filter((effect) => effect !== undefined);
}
