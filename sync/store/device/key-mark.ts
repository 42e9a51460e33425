import type { DBCore, DBCoreTable, DBCoreTransaction, Dexie } from 'dexie';
import { SyncError } from '../../errors.ts';
import { isOpenTable } from './sealed-tables.ts';
import type { RecordCodec } from './vault.ts';

/** Record of `device_meta` or `cache_meta` that says under which key the database lies. */
const KEY = 'vault';
const metaNames: readonly string[] = ['device_meta', 'cache_meta'];
/** What the mark holds once it is opened. Without a lock it lies in the clear. */
const SAID = 'this key';
/** How long a connection without a key may rely on its last look: what it writes in the clear can always be read. */
const OPEN_LOOK_MS = 1000;

/** The database lies under another key than this connection has: writing would lose what is written (D22). */
export class KeyChanged extends SyncError {
  constructor() {
    super({ kind: 'storage-lost', message: 'The lock of this data was changed in another tab. Reload.' });
  }
}

/** Without a clock every write looks. */
const unknown = (): number => Number.NaN;

function saidBy(mark: unknown): unknown {
  return typeof mark === 'object' && mark !== null ? Reflect.get(mark, 'says') : undefined;
}

function markOf(codec: RecordCodec | undefined): unknown {
  const mark = { says: SAID };
  return codec === undefined ? mark : codec.encode(mark, [], KEY);
}

/** True when what the codec writes can be read without a key. */
function writesOpen(codec: RecordCodec | undefined): boolean {
  return saidBy(markOf(codec)) === SAID;
}

function fits(stored: unknown, codec: RecordCodec | undefined): boolean {
  const mark: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'mark') : null;
  const isOpen = saidBy(mark) === SAID;
  if (codec === undefined || writesOpen(codec)) return isOpen;
  return !isOpen && saidBy(codec.decode(mark, KEY)) === SAID;
}

/** Says under which key everything lies from now on; before the first record is written under it. */
export async function markKey(db: Dexie, codec: RecordCodec | undefined): Promise<void> {
  const meta = db.tables.find(({ name }) => metaNames.includes(name));
  await meta?.put({ key: KEY, mark: markOf(codec) });
}

/**
 * Refuses every write of content under another key than the one the database lies under, in the transaction of that write
 * (D22): a page that was frozen while the lock went, came or changed has heard of nothing when it goes on. The first
 * write under a key into a database without a mark leaves one. Before it is opened.
 */
export function guardKey(db: Dexie, codec: RecordCodec | undefined, nowMs: () => number = unknown): void {
  db.use({
    stack: 'dbcore',
    name: 'key',
    level: -101,
    create: (core: DBCore): DBCore => {
      const metaName = core.schema.tables.find(({ name }) => metaNames.includes(name))?.name;
      if (metaName === undefined) return core;
      const meta = core.table(metaName);
      const isOpen = writesOpen(codec);
      const looks = new WeakMap<DBCoreTransaction, PromiseLike<void> | null>();
      let lookedAt = Number.NaN;

      const look = (trans: DBCoreTransaction): PromiseLike<void> =>
        meta.get({ trans, key: KEY }).then((stored: unknown) => {
          if (stored !== undefined && !fits(stored, codec)) throw new KeyChanged();
          lookedAt = nowMs();
          if (stored !== undefined || isOpen) return undefined;
          const values = [{ key: KEY, mark: markOf(codec) }];
          return meta.mutate({ trans, type: 'put', values }).then(() => undefined);
        });

      function guarded(table: DBCoreTable): DBCoreTable {
        return {
          ...table,
          // Chained and not awaited: only Dexie's own promises keep a transaction alive.
          mutate: (request) => {
            const { trans } = request;
            const known = looks.get(trans);
            if (known === undefined) return table.mutate(request);
            const looking = known ?? look(trans);
            looks.set(trans, looking);
            // The promise of the first look is Dexie's own.
            return looking.then(() => table.mutate(request)) as ReturnType<DBCoreTable['mutate']>;
          },
        };
      }

      const mustLook = (): boolean => {
        const age = nowMs() - lookedAt;
        return !isOpen || !(age >= 0 && age < OPEN_LOOK_MS);
      };

      return {
        ...core,
        transaction: (tables, mode, options) => {
          const writes = mode === 'readwrite' && tables.some((name) => !isOpenTable(name));
          if (!writes || !mustLook()) return core.transaction(tables, mode, options);
          const trans = core.transaction([...new Set([...tables, metaName])], mode, options);
          looks.set(trans, null);
          return trans;
        },
        table: (name) => (isOpenTable(name) ? core.table(name) : guarded(core.table(name))),
      };
    },
  });
}
