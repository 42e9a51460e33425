import type { Dexie } from 'dexie';
import { isDamaged } from '../../core/outbox/set-aside.ts';
import type { Identity } from '../../protocol/identity.ts';
import { isOpen } from '../../protocol/op.ts';
import type { Op } from '../../protocol/op.ts';
import type { SetAside, SetAsideRef } from '../../protocol/set-aside.ts';
import { setAsideStores } from '../../protocol/set-aside.ts';
import { readEffect } from './effect-records.ts';
import type { OpFormat } from './op-format.ts';
import { readDraft, readOp } from './op-records.ts';
import { readPin } from '../documents/pin-records.ts';

type Store = SetAsideRef['store'];

/** Key of a record in its collection, as the list of what was set aside names it. */
export function keyTextOf(store: Store, record: unknown): string {
  const at = (name: string): unknown =>
    typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined;
  if (store === 'pins') return JSON.stringify([at('kind'), at('id')]);
  return JSON.stringify(at(store === 'drafts' ? 'key' : 'id'));
}

/** How operations are read: for whom, and in which format. */
export interface OpReading {
  readonly identity: Identity;
  readonly format?: OpFormat | undefined;
}

function opOf(record: unknown, { identity, format }: OpReading): Op {
  const id: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, 'id') : '';
  return readOp(record, typeof id === 'string' ? id : '', identity, format).op;
}

/** True for a record of the journal that this version cannot read and that nothing else shows. */
export function isSetAside(store: Store, record: unknown, reading: OpReading): boolean {
  switch (store) {
    case 'ops': {
      const op = opOf(record, reading);
      return isDamaged(op) && isOpen(op);
    }
    case 'effects':
      return readEffect(record) === undefined;
    case 'drafts':
      return readDraft(record, '') === undefined;
    case 'pins':
      return readPin(record) === undefined;
  }
}

/** Every record that was set aside, as it lies. `ops` are the operations to look at, which the caller reads by index. */
export async function setAsideOf(
  db: Dexie,
  ops: readonly unknown[],
  reading: OpReading,
): Promise<readonly SetAside[]> {
  const found = await Promise.all(
    setAsideStores.map(async (store) => {
      const records: readonly unknown[] = store === 'ops' ? ops : await db.table(store).toArray();
      return records
        .filter((record) => isSetAside(store, record, reading))
        .map((record) => ({ store, key: keyTextOf(store, record), record }));
    }),
  );
  return found.flat();
}

/** Deletes records a person has given up, inside a transaction over their collections; one that can be read stays. */
export async function dropSetAside(
  db: Dexie,
  refs: readonly SetAsideRef[],
  reading: OpReading,
): Promise<number> {
  let dropped = 0;
  for (const { store, key } of refs) {
    const parsed: unknown = JSON.parse(key);
    // The keys of these collections are texts and lists of texts.
    const at = parsed as string | string[];
    const record: unknown = await db.table(store).get(at);
    if (record === undefined || !mayDrop(store, record, reading)) continue;
    await db.table(store).delete(at);
    dropped += 1;
  }
  return dropped;
}

/** True for a record that may be deleted because nobody can read it. An operation was ended before, with what needs it. */
export function mayDrop(store: Store, record: unknown, reading: OpReading): boolean {
  return store === 'ops' ? isDamaged(opOf(record, reading)) : isSetAside(store, record, reading);
}
