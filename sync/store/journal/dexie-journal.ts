import type { Dexie } from 'dexie';
import * as v from 'valibot';
import { SyncError } from '../../errors.ts';
import type { Identity } from '../../protocol/identity.ts';
import { sameIdentity } from '../../protocol/identity.ts';
import type { Notice, Op } from '../../protocol/op.ts';
import type { Loss } from '../../protocol/stored.ts';
import type { EffectWrite, JournalMeta, JournalStore, JournalWrite, OpScope } from '../../ports.ts';
import { setAsideStores } from '../../protocol/set-aside.ts';
import { createBallast } from '../device/ballast.ts';
import type { Ballast } from '../device/ballast.ts';
import type { StoreHost } from '../device/connection.ts';
import { Connection } from '../device/connection.ts';
import { once } from './decide-once.ts';
import { rewriteAll } from './rewrite.ts';
import { readPins } from '../documents/pin-records.ts';
import {
  allDrafts,
  allEffects,
  allNotices,
  journalSpec,
  oddKeys,
  readRecords,
  recordKey,
  unfinished,
} from './journal-reads.ts';
import type { StoredMeta } from './journal-meta.ts';
import { audited, ownerIn, readMeta, rebuiltMeta, talliedAfter, withTally } from './journal-meta.ts';
import { dropSetAside, setAsideOf } from './set-aside.ts';
import type { OpFormat, ReadByAll } from './op-format.ts';
import { FIRST_OP_VERSION, presentFormat } from './op-format.ts';
import type { ReadOp } from './op-records.ts';
import {
  bySeq,
  inScope,
  purgeable,
  mayKeepDraft,
  readDraft,
  readOp,
  recordForAll,
  terminalStates,
} from './op-records.ts';

/** Journal on IndexedDB with its lifecycle. */
export interface DexieJournal extends JournalStore {
  /** Room for operations on a full device (D18). */
  readonly ballast: Ballast;
  /** Writes everything again as the codec of the host wants it (D22). */
  rewrite(): Promise<void>;
  /** How often the connection was lost and opened anew. */
  reopens(): number;
  /** True when there was no journal before this session: a new device, or one whose storage was evicted (D18). */
  wasMissing(): Promise<boolean>;
  close(): Promise<void>;
  /** Closes, deletes and verifies; afterwards every call rejects. */
  wipe(): Promise<void>;
}

/** A record of its own in `device_meta`; one that cannot be read holds nothing back. */
const downloadSchema = v.object({ isHeld: v.fallback(v.boolean(), false) });

interface Entry extends ReadOp {
  readonly raw: unknown;
}

class Journal {
  readonly #identity: Identity;
  readonly #connection: Connection;
  readonly #format: OpFormat;
  readonly #log: StoreHost['log'];
  readonly ballast: Ballast;
  readonly #readByAll: ReadByAll | undefined;
  #odd: readonly string[] = [];
  /** Set by the first opening. */
  #wasMissing: boolean | undefined;

  constructor(identity: Identity, host: StoreHost, format: OpFormat, readByAll: ReadByAll | undefined) {
    this.#identity = identity;
    this.#format = format;
    this.#log = host.log;
    this.#readByAll = readByAll;
    const prepare = async (db: Dexie): Promise<boolean> => {
      this.#odd = await oddKeys(db);
      return await this.#sealed(db);
    };
    this.#connection = new Connection({ ...journalSpec(identity, 'disabled'), prepare }, host);
    const relieve = host.relieve ?? (() => Promise.resolve(false));
    this.ballast = createBallast(this.#connection, host.log, relieve);
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Runs a write that must go through even when the device is full (D18). */
  write<T>(work: (db: Dexie) => PromiseLike<T>): Promise<T> {
    return this.ballast.guard(() => this.#connection.run(work));
  }

  /** Newest format that may be written now (D17). The first one always may: nobody is asked. */
  async writable(): Promise<number> {
    const { version } = this.#format;
    if (version === FIRST_OP_VERSION || this.#readByAll === undefined) return version;
    return Math.min(version, await this.#readByAll());
  }

  async wasMissing(): Promise<boolean> {
    await this.#connection.run(() => Promise.resolve());
    return this.#wasMissing ?? false;
  }

  transaction<T>(work: (db: Dexie) => Promise<T>): Promise<T> {
    return this.write((db) =>
      // An async function on purpose: that is how Dexie knows to follow native awaits inside.
      db.transaction('rw', ['ops', 'notices', 'drafts', 'device_meta'], async () => await work(db)),
    );
  }

  async entries(db: Dexie, scope: OpScope): Promise<Entry[]> {
    const records = await readRecords(db, scope, this.#odd);
    return records
      .map((raw) => ({ raw, ...this.#read(raw) }))
      .filter((entry) => inScope(entry.op, scope))
      .sort((a, b) => bySeq(a.op, b.op));
  }

  /** Without the tally, which is the store's own. */
  async meta(db: Dexie): Promise<JournalMeta> {
    const { lastSeq, epoch, identity } = await this.stored(db);
    return { lastSeq, epoch, identity };
  }

  async stored(db: Dexie): Promise<StoredMeta> {
    const raw: unknown = await db.table('device_meta').get('meta');
    const known = readMeta(raw);
    if (known !== undefined) return { ...known, identity: this.#identity };
    const all: unknown[] = await db.table('ops').toArray();
    return rebuiltMeta(
      raw,
      all.map((record) => this.#read(record).op),
      this.#identity,
    );
  }

  async putMeta(db: Dexie, meta: StoredMeta): Promise<void> {
    await db.table('device_meta').put({ key: 'meta', ...meta });
  }

  async audit(db: Dexie, tell: (loss: Loss) => readonly Notice[]): Promise<Loss | null> {
    const { loss, meta } = audited(await this.stored(db), await this.entries(db, { open: true }));
    if (meta !== null) await this.putMeta(db, meta);
    if (loss !== null) await db.table('notices').bulkPut([...tell(loss)]);
    return loss;
  }

  async apply<T>(
    db: Dexie,
    read: readonly Entry[],
    meta: StoredMeta,
    write: JournalWrite<T>,
    writable: number,
  ): Promise<void> {
    const puts = write.put ?? [];
    const removes = write.remove ?? [];
    const known = new Map(read.map((entry) => [entry.op.id, entry]));
    const unread = [...puts.map((op) => op.id), ...removes].filter((id) => !known.has(id));
    if (unread.length > 0) {
      for (const entry of await this.entries(db, { ids: unread })) known.set(entry.op.id, entry);
    }
    const records: unknown[] = puts
      .map((op) => recordForAll(op, known.get(op.id), this.#format, writable))
      .filter((record) => record !== undefined);
    const gone = removes.filter((id) => known.get(id)?.readable === true);
    const lastSeq = Math.max(meta.lastSeq, write.lastSeq ?? 0, ...puts.map((op) => op.seq));
    const tally = talliedAfter(meta.tally, (id) => known.get(id), { put: puts, remove: removes });
    await Promise.all([
      records.length > 0 ? db.table('ops').bulkPut(records) : undefined,
      gone.length > 0 ? db.table('ops').bulkDelete(gone) : undefined,
      write.notices?.length ? db.table('notices').bulkPut([...write.notices]) : undefined,
      write.dropNotices?.length ? db.table('notices').bulkDelete([...write.dropNotices]) : undefined,
      write.drafts?.length ? db.table('drafts').bulkPut([...write.drafts]) : undefined,
      lastSeq > meta.lastSeq || tally !== meta.tally
        ? this.putMeta(db, withTally({ ...meta, lastSeq }, tally))
        : undefined,
    ]);
  }

  #read(raw: unknown): ReadOp {
    return readOp(raw, recordKey(raw, 'id'), this.#identity, this.#format);
  }

  /** Seals a new journal and refuses one that belongs to somebody else (a hash clash or a copied profile). */
  async #sealed(db: Dexie): Promise<boolean> {
    return await db.transaction('rw', ['ops', 'device_meta'], async () => {
      const raw: unknown = await db.table('device_meta').get('meta');
      const isNew = raw === undefined && (await db.table('ops').count()) === 0;
      // Records without their seal are a damaged journal, not a new one.
      this.#wasMissing ??= isNew;
      const owner = ownerIn(raw);
      if (owner !== null && !sameIdentity(owner, this.#identity)) {
        throw new SyncError({ kind: 'bug', message: 'This journal is sealed for another identity' });
      }
      if (readMeta(raw) !== undefined) return false;
      if (!isNew) this.#log.event('error', 'journal.meta-rebuilt');
      await this.putMeta(db, await this.stored(db));
      return isNew;
    });
  }
}

async function purge(db: Dexie, nowMs: number, identity: Identity): Promise<number> {
  const records: unknown[] = await db
    .table('ops')
    .where('state')
    .anyOf([...terminalStates])
    .toArray();
  const finished: Op[] = records
    .map((raw) => readOp(raw, recordKey(raw, 'id'), identity))
    .filter((read) => read.readable)
    .map((read) => read.op);
  const open = (await unfinished(db.table('ops'))).map(
    (raw) => readOp(raw, recordKey(raw, 'id'), identity).op,
  );
  const gone = purgeable(finished, await allNotices(db), nowMs, open);
  if (gone.length > 0) await db.table('ops').bulkDelete([...gone]);
  return gone.length;
}

async function writeEffects<T>(db: Dexie, write: EffectWrite<T>): Promise<void> {
  await Promise.all([
    write.put?.length ? db.table('effects').bulkPut([...write.put]) : undefined,
    write.remove?.length ? db.table('effects').bulkDelete([...write.remove]) : undefined,
    write.notices?.length ? db.table('notices').bulkPut([...write.notices]) : undefined,
    write.dropNotices?.length ? db.table('notices').bulkDelete([...write.dropNotices]) : undefined,
  ]);
}

/**
 * Journal on IndexedDB (D1). Opens at first use. Besides the port's promises: after a lost connection `decide` may
 * run again on fresh records, so ids must be made outside it; records it cannot read are surfaced as parked and
 * never rewritten (D17). `readByAll` gates the writing of new formats; without it nobody else is open.
 */
export function createDexieJournal(
  identity: Identity,
  host: StoreHost,
  format: OpFormat = presentFormat,
  readByAll?: ReadByAll,
): DexieJournal {
  const journal = new Journal(identity, host, format, readByAll);
  const { connection } = journal;
  return {
    mutate: async (scope, decide) => {
      const writable = await journal.writable();
      return await once(decide, (guarded) =>
        journal.transaction(async (db) => {
          const stored = await journal.stored(db);
          const { tally: _tally, ...meta } = stored;
          const read = await journal.entries(db, scope);
          const drafts = 'open' in scope && scope.withDrafts ? await allDrafts(db) : undefined;
          const write = guarded(
            read.map((entry) => entry.op),
            drafts === undefined ? meta : { ...meta, drafts },
          );
          await journal.apply(db, read, stored, write, writable);
          return write.result;
        }),
      );
    },
    read: (scope) =>
      connection.run(async (db) => (await journal.entries(db, scope)).map((entry) => entry.op)),
    meta: () => connection.run((db) => journal.meta(db)),
    claimEpoch: () =>
      journal.transaction(async (db) => {
        const meta = await journal.stored(db);
        await journal.putMeta(db, { ...meta, epoch: meta.epoch + 1 });
        return meta.epoch + 1;
      }),
    notices: () => connection.run(allNotices),
    drafts: () => connection.run(allDrafts),
    ballast: journal.ballast,
    rewrite: () => connection.run((db) => rewriteAll(db, host.codec)),
    reopens: () => connection.reopens(),
    wasMissing: () => journal.wasMissing(),
    putDraft: (draft) =>
      journal.write(async (db) => {
        await db.table('drafts').put(draft);
      }),
    keepDraft: (draft, expectedFromOpId) =>
      journal.write((db) =>
        // An async function on purpose, as in `transaction`.
        db.transaction('rw', ['drafts'], async () => {
          const raw: unknown = await db.table('drafts').get(draft.key);
          if (!mayKeepDraft(readDraft(raw, draft.key), expectedFromOpId)) return false;
          if (draft.text === '') await db.table('drafts').delete(draft.key);
          else await db.table('drafts').put(draft);
          return true;
        }),
      ),
    audit: (tell) => journal.transaction((db) => journal.audit(db, tell)),
    setAside: () =>
      connection.run(async (db) =>
        setAsideOf(db, await readRecords(db, { open: true }, await oddKeys(db)), { identity, format }),
      ),
    dropSetAside: (refs) =>
      journal.write((db) =>
        // An async function on purpose, as in `transaction`.
        db.transaction(
          'rw',
          [...setAsideStores],
          async () => await dropSetAside(db, refs, { identity, format }),
        ),
      ),
    pins: () => connection.run(async (db) => readPins(await db.table('pins').toArray())),
    putPin: (pin) =>
      journal.write(async (db) => {
        await db.table('pins').put(pin);
      }),
    deletePin: (kind, id) => journal.write((db) => db.table('pins').delete([kind, id])),
    isDownloadHeld: () =>
      connection.run(async (db) => {
        const parsed = v.safeParse(downloadSchema, await db.table('device_meta').get('download'));
        return parsed.success && parsed.output.isHeld;
      }),
    holdDownload: (isHeld) =>
      journal.write(async (db) => {
        await db.table('device_meta').put({ key: 'download', isHeld });
      }),
    deleteDraft: (key) => journal.write((db) => db.table('drafts').delete(key)),
    effects: () => connection.run(allEffects),
    mutateEffects: (decide) =>
      journal.write((db) =>
        // An async function on purpose, as in `transaction`.
        db.transaction('rw', ['effects', 'notices'], async () => {
          const write = decide(await allEffects(db));
          await writeEffects(db, write);
          return write.result;
        }),
      ),
    purge: (nowMs) => journal.transaction((db) => purge(db, nowMs, identity)),
    close: () => connection.close(),
    wipe: () => connection.wipe(),
  };
}
