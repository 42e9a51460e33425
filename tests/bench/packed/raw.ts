import type { JsonRow } from '#sync/protocol/op.ts';

/* Plain IndexedDB without any of our code: what the machine can do with the same rows. */

const NAME = 'bench-packed-raw';
const ROWS_PER_PAGE = 100;
/** Rows of one transaction, as many as a page of the wire brings. */
const ROWS_PER_TRANSACTION = 2_000;

function settled(request: IDBRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(new Error('request failed', { cause: request.error })));
  });
}

function open(indexes: readonly string[]): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.addEventListener('upgradeneeded', () => {
      const rows = request.result.createObjectStore('rows', { keyPath: 'id' });
      for (const column of indexes) rows.createIndex(column, column);
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('not opened', { cause: request.error })));
  });
}

async function putAll(
  records: readonly object[],
  perTransaction: number,
  indexes: readonly string[] = [],
): Promise<number> {
  const db = await open(indexes);
  const startedAt = performance.now();
  for (let at = 0; at < records.length; at += perTransaction) {
    const transaction = db.transaction('rows', 'readwrite', { durability: 'relaxed' });
    const rows = transaction.objectStore('rows');
    for (const record of records.slice(at, at + perTransaction)) rows.put(record);
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(new Error('aborted', { cause: transaction.error })));
    });
  }
  const ms = performance.now() - startedAt;
  db.close();
  await settled(indexedDB.deleteDatabase(NAME));
  return ms;
}

/** One put per row with the given indexes: the time in milliseconds. */
export function putRowsRaw(rows: readonly JsonRow[], indexes: readonly string[] = []): Promise<number> {
  return putAll(rows, ROWS_PER_TRANSACTION, indexes);
}

/** One put per hundred rows, the rows as one text that was made before: the time in milliseconds. */
export function putPackedRaw(rows: readonly JsonRow[]): Promise<number> {
  const pages: { id: string; text: string }[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_PAGE) {
    const page = rows.slice(at, at + ROWS_PER_PAGE);
    pages.push({ id: String(at).padStart(8, '0'), text: page.map((row) => JSON.stringify(row)).join('\n') });
  }
  return putAll(pages, ROWS_PER_TRANSACTION / ROWS_PER_PAGE);
}
