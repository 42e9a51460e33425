import type { Dexie } from 'dexie';
import * as v from 'valibot';
import type { DocumentStore } from '../ports.ts';
import type { Connection } from './connection.ts';
import type { DocumentFacts, KeepReason, StoredDocument, StoredKind } from '../protocol/document.ts';
import { DOCUMENT_CAP_BYTES, documentSchema, isLoose, overCap } from '../protocol/document.ts';

/** Documents with the upkeep a full device needs (D18). */
export interface DocumentShelf extends DocumentStore {
  /** Drops every document that was only looked at; returns the bytes that are free now. */
  evictLoose(): Promise<number>;
  /** Documents that something other than a look at them speaks for (D13). */
  claimed(): Promise<readonly Pick<DocumentFacts, 'kind' | 'id'>[]>;
  /** Number and bytes of what is kept, and how many were evicted since the store was opened. */
  weigh(): Promise<{ readonly count: number; readonly bytes: number; readonly evicted: number }>;
}

function read(raw: unknown): StoredDocument | undefined {
  const parsed = v.safeParse(documentSchema, raw);
  return parsed.success ? parsed.output : undefined;
}

/** Inside a transaction: everything but the bodies. Documents are few and this runs only when one is put. */
async function facts(db: Dexie): Promise<readonly DocumentFacts[]> {
  const all: DocumentFacts[] = [];
  await db.table('documents').each((raw: unknown) => {
    const found = read(raw);
    if (found === undefined) return;
    const { body: _body, asOf: _asOf, ...rest } = found;
    all.push(rest);
  });
  return all;
}

/** Bodies fetched on demand, in the cache database (D13). A damaged record reads as absent. */
export function createDocumentShelf(connection: Connection, capBytes = DOCUMENT_CAP_BYTES): DocumentShelf {
  let evicted = 0;
  const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }): [string, string] => [
    kind,
    id,
  ];

  const within = <T>(work: (db: Dexie) => Promise<T>): Promise<T> =>
    connection.run((db) => db.transaction('rw', 'documents', async () => await work(db)));

  async function drop(db: Dexie, gone: readonly DocumentFacts[]): Promise<number> {
    await db.table('documents').bulkDelete(gone.map(keyOf));
    evicted += gone.length;
    return gone.reduce((sum, each) => sum + each.bytes, 0);
  }

  async function change(kind: StoredKind, id: string, next: (found: StoredDocument) => StoredDocument) {
    await within(async (db) => {
      const found = read(await db.table('documents').get(keyOf({ kind, id })));
      if (found !== undefined) await db.table('documents').put(next(found));
    });
  }

  return {
    get: (kind, id) =>
      connection.run(async (db) => read(await db.table('documents').get(keyOf({ kind, id })))),
    put: (document) =>
      within(async (db) => {
        const known = read(await db.table('documents').get(keyOf(document)));
        const reasons = [...new Set([...(known?.reasons ?? []), ...document.reasons])];
        await db.table('documents').put({ ...document, reasons });
        const present = await facts(db);
        // The one just fetched stays: somebody is looking at it.
        const others = present.filter((each) => each.kind !== document.kind || each.id !== document.id);
        await drop(db, overCap(others, capBytes - document.bytes));
      }),
    drop: (kind, id) => within((db) => db.table('documents').delete(keyOf({ kind, id }))),
    touch: (kind, id, usedAt) => change(kind, id, (found) => ({ ...found, usedAt })),
    release: (reason: KeepReason) =>
      within(async (db) => {
        await db
          .table('documents')
          .toCollection()
          .modify((raw: unknown, ref: { value: unknown }) => {
            const found = read(raw);
            if (found?.reasons.includes(reason) !== true) return;
            ref.value = { ...found, reasons: found.reasons.filter((each) => each !== reason) };
          });
        await drop(
          db,
          (await facts(db)).filter((each) => each.reasons.length === 0),
        );
      }),
    reasons: () =>
      connection.run(async (db) => [
        ...new Set((await db.transaction('r', 'documents', () => facts(db))).flatMap((each) => each.reasons)),
      ]),
    clear: () => within((db) => db.table('documents').clear()),
    evictLoose: () => within(async (db) => await drop(db, (await facts(db)).filter(isLoose))),
    claimed: () =>
      connection.run(async (db) =>
        (await db.transaction('r', 'documents', () => facts(db))).filter((each) => !isLoose(each)),
      ),
    weigh: () =>
      connection.run((db) =>
        db.transaction('r', 'documents', async () => {
          const all = await facts(db);
          return { count: all.length, bytes: all.reduce((sum, each) => sum + each.bytes, 0), evicted };
        }),
      ),
  };
}
