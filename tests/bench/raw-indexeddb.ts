import type { Spread } from './figures.ts';
import { sample, spreadOf } from './figures.ts';

/** The machine's own figures, without any of our code: what the others are to be read against. */
export interface RawFigures {
  readonly putRelaxed: Spread;
  readonly putStrict: Spread;
  readonly get: Spread;
  readonly bulkPutRowsPerSecond: number;
  readonly getAllMs: number;
  readonly bulkRows: number;
}

const NAME = 'bench-raw';
const BULK_ROWS = 5_000;
const ROWS_PER_TRANSACTION = 500;

function settled(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('request failed', { cause: request.error })));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(new Error('aborted', { cause: transaction.error })));
  });
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('rows', { keyPath: 'id' });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('not opened', { cause: request.error })));
  });
}

const rowOf = (at: number): object => ({
  id: `row-${String(at).padStart(7, '0')}`,
  name: `payments-api-${at}`,
  status: 'healthy',
  labels: { team: 'payments', tier: '1' },
  description: 'x'.repeat(480),
});

async function putOne(db: IDBDatabase, durability: 'relaxed' | 'strict', at: number): Promise<void> {
  const transaction = db.transaction('rows', 'readwrite', { durability });
  transaction.objectStore('rows').put(rowOf(at));
  await completed(transaction);
}

/** Measures plain IndexedDB in the context it is called in. */
export async function measureRaw(count: number): Promise<RawFigures> {
  const db = await open();
  const putRelaxed = spreadOf(await sample(count, (run) => putOne(db, 'relaxed', run)));
  const putStrict = spreadOf(await sample(count, (run) => putOne(db, 'strict', run)));
  const startedAt = performance.now();
  for (let at = 0; at < BULK_ROWS; at += ROWS_PER_TRANSACTION) {
    const transaction = db.transaction('rows', 'readwrite', { durability: 'relaxed' });
    const rows = transaction.objectStore('rows');
    for (let row = at; row < at + ROWS_PER_TRANSACTION; row += 1) rows.put(rowOf(row));
    await completed(transaction);
  }
  const bulkMs = performance.now() - startedAt;
  const key = 'row-0000007';
  const get = spreadOf(
    await sample(count, () => settled(db.transaction('rows').objectStore('rows').get(key))),
  );
  const readAt = performance.now();
  await settled(db.transaction('rows').objectStore('rows').getAll());
  const getAllMs = performance.now() - readAt;
  db.close();
  await settled(indexedDB.deleteDatabase(NAME));
  return {
    putRelaxed,
    putStrict,
    get,
    bulkPutRowsPerSecond: Math.round((BULK_ROWS / bulkMs) * 1_000),
    getAllMs,
    bulkRows: BULK_ROWS,
  };
}

/** Reads a whole table of a database that is there, without any of our code, and says how long that took. */
export async function measureReadRaw(database: string, table: string): Promise<number> {
  const opening = indexedDB.open(database);
  await settled(opening);
  const db = opening.result;
  try {
    const runs = await sample(5, () => settled(db.transaction(table).objectStore(table).getAll()));
    return runs.toSorted((a, b) => a - b)[2] ?? NaN;
  } finally {
    db.close();
  }
}
