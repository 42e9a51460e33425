import type { Dexie } from 'dexie';
import * as v from 'valibot';
import type { DocumentStore } from '../../ports.ts';
import type { DocumentFacts, KeepReason, StoredDocument, StoredKind } from '../../protocol/document.ts';
import { allButNewest, documentSchema, isLoose, pushedOut, ROOM } from '../../protocol/document.ts';
import type { Connection } from '../device/connection.ts';
import { documentKeyOf, documentTables, joinedDocument, piecesOf } from './document-bodies.ts';

/** Documents with the upkeep a full device needs (D18). */
export interface DocumentShelf extends DocumentStore {
  /** Drops every document that was only looked at; returns the bytes that are free now. */
  evictLoose(): Promise<number>;
  /** Documents that something other than a look at them speaks for (D13). */
  claimed(): Promise<readonly Pick<DocumentFacts, 'kind' | 'id'>[]>;
  /** Number and bytes of what is kept, and how many were evicted since the store was opened. */
  weigh(): Promise<{ readonly count: number; readonly bytes: number; readonly evicted: number }>;
}

const factsSchema = v.omit(documentSchema, ['body', 'asOf']);

const factsOf = ({ body: _body, asOf: _asOf, ...facts }: StoredDocument): DocumentFacts => facts;

/** Writes the ledger anew from the documents: once after an update that brought it, and when the disk has damaged it. */
async function rebuildLedger(db: Dexie): Promise<readonly DocumentFacts[]> {
  const all: DocumentFacts[] = [];
  await db.table('documents').each((raw: unknown) => {
    const parsed = v.safeParse(factsSchema, raw);
    if (parsed.success) all.push(parsed.output);
  });
  await db.table('document_ledger').clear();
  await db.table('document_ledger').bulkPut(all);
  return all;
}

/** Inside a transaction over `documentTables`: everything but the bodies. */
async function ledger(db: Dexie): Promise<readonly DocumentFacts[]> {
  const raws: unknown[] = await db.table('document_ledger').toArray();
  const all = raws.map((raw) => v.safeParse(factsSchema, raw));
  const isWhole =
    all.every(({ success }) => success) && raws.length === (await db.table('documents').count());
  return isWhole ? all.map(({ output }) => v.parse(factsSchema, output)) : await rebuildLedger(db);
}

/** Bodies fetched on demand, in the cache database (D13). A damaged record reads as absent. */
export function createDocumentShelf(connection: Connection, room = ROOM): DocumentShelf {
  let evicted = 0;

  const within = <T>(work: (db: Dexie) => Promise<T>): Promise<T> =>
    connection.run((db) => db.transaction('rw', [...documentTables], async () => await work(db)));

  async function remove(db: Dexie, keys: [string, string][]): Promise<void> {
    await db.table('documents').bulkDelete(keys);
    await db.table('document_ledger').bulkDelete(keys);
    for (const [kind, id] of keys) {
      await db
        .table('document_parts')
        .where('[kind+id+part]')
        .between([kind, id, 0], [kind, id, Number.MAX_SAFE_INTEGER], true, true)
        .delete();
    }
  }

  async function drop(db: Dexie, gone: readonly DocumentFacts[]): Promise<number> {
    await remove(db, gone.map(documentKeyOf));
    evicted += gone.length;
    return gone.reduce((sum, each) => sum + each.bytes, 0);
  }

  /** Changes what is said of a document and leaves its body where it lies. */
  async function restate(db: Dexie, facts: DocumentFacts): Promise<void> {
    const key = documentKeyOf(facts);
    const { reasons, usedAt } = facts;
    await db.table('documents').update(key, { reasons, usedAt });
    await db.table('document_ledger').put(facts);
  }

  return {
    get: (kind, id) =>
      connection.run(async (db) =>
        joinedDocument(db, await db.table('documents').get(documentKeyOf({ kind, id }))),
      ),
    put: (document) =>
      within(async (db) => {
        const present = await ledger(db);
        const isSame = (each: DocumentFacts): boolean =>
          each.kind === document.kind && each.id === document.id;
        const reasons = [...new Set([...(present.find(isSame)?.reasons ?? []), ...document.reasons])];
        const { record, parts } = piecesOf({ ...document, reasons });
        await remove(db, [documentKeyOf(document)]);
        await db.table('documents').put(record);
        await db.table('document_parts').bulkPut(parts);
        await db.table('document_ledger').put(factsOf({ ...document, reasons }));
        // The one just fetched stays: somebody is looking at it.
        await drop(
          db,
          pushedOut(
            document,
            present.filter((each) => !isSame(each)),
            room,
          ),
        );
      }),
    drop: (kind, id) => within((db) => remove(db, [documentKeyOf({ kind, id })])),
    keepNewest: (kind: StoredKind, id: string, idStart: string, count: number) =>
      within(async (db) => {
        await drop(db, allButNewest(await ledger(db), { kind, id }, idStart, count));
      }),
    touch: (kind: StoredKind, id: string, usedAt: number) =>
      within(async (db) => {
        const found = (await ledger(db)).find((each) => each.kind === kind && each.id === id);
        if (found !== undefined) await restate(db, { ...found, usedAt });
      }),
    release: (reason: KeepReason) =>
      within(async (db) => {
        const claimed = (await ledger(db)).filter(({ reasons }) => reasons.includes(reason));
        const left = claimed.map((each) => ({
          ...each,
          reasons: each.reasons.filter((known) => known !== reason),
        }));
        for (const each of left) if (each.reasons.length > 0) await restate(db, each);
        await drop(
          db,
          left.filter(({ reasons }) => reasons.length === 0),
        );
      }),
    reasons: () => within(async (db) => [...new Set((await ledger(db)).flatMap((each) => each.reasons))]),
    clear: () =>
      within(async (db) => {
        for (const name of documentTables) await db.table(name).clear();
      }),
    evictLoose: () => within(async (db) => await drop(db, (await ledger(db)).filter(isLoose))),
    claimed: () => within(async (db) => (await ledger(db)).filter((each) => !isLoose(each))),
    weigh: () =>
      within(async (db) => {
        const all = await ledger(db);
        return { count: all.length, bytes: all.reduce((sum, each) => sum + each.bytes, 0), evicted };
      }),
  };
}
