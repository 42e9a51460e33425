import type { Client, Connection } from 'pg';

/** What one column of a row may hold. Objects and lists are written as JSON; a text[] comes from `textArray`. */
export type Value = string | number | boolean | null | object;

/** Bytes handed to the socket at once: large enough to make system calls rare, small enough to keep memory flat. */
const CHUNK_CHARS = 1 << 17;

/** The part of pg's connection that speaks COPY; its published types leave it out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const NEEDS_ESCAPE = /[\\\n\r\t]/;

function escapeText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
}

function cell(value: Value | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return escapeText(JSON.stringify(value));
}

/** A text[] literal. */
export function textArray(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}

/**
 * One COPY … FROM STDIN as a query of pg. The rows are taken as the socket drains, so a million of them never stand in
 * memory. An error while making a row aborts the COPY and is the error of the promise.
 */
class CopyIn {
  readonly #sql: string;
  readonly #chunks: Iterator<string>;
  readonly #settle: (error: Error | undefined) => void;
  #ownError: Error | undefined;
  #settled = false;

  constructor(sql: string, chunks: Iterator<string>, settle: (error: Error | undefined) => void) {
    this.#sql = sql;
    this.#chunks = chunks;
    this.#settle = settle;
  }

  submit(connection: Connection): void {
    connection.query(this.#sql);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    const pump = (): void => {
      if (this.#settled) return;
      try {
        for (let next = this.#chunks.next(); !next.done; next = this.#chunks.next()) {
          connection.sendCopyFromChunk(Buffer.from(next.value));
          if (connection.stream.writableNeedDrain) {
            connection.stream.once('drain', pump);
            return;
          }
        }
        connection.endCopyFrom();
      } catch (error) {
        this.#ownError = error instanceof Error ? error : new Error(String(error));
        connection.sendCopyFail('the generator failed');
      }
    };
    pump();
  }

  handleCommandComplete(): void {
    // The server's tag (COPY n) says nothing ReadyForQuery does not confirm.
  }

  handleReadyForQuery(): void {
    this.#end(undefined);
  }

  handleError(error: Error): void {
    this.#end(this.#ownError ?? error);
  }

  #end(error: Error | undefined): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#settle(error);
  }
}

function* toChunks<C extends string>(
  columns: readonly C[],
  rows: Iterable<Readonly<Record<C, Value | undefined>>>,
  counted: { rows: number },
): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    let line = '';
    for (const column of columns) line += line === '' ? cell(row[column]) : `\t${cell(row[column])}`;
    chunk += `${line}\n`;
    counted.rows += 1;
    if (chunk.length >= CHUNK_CHARS) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

/**
 * Appends `rows` to `table` and answers their number. Only the named columns are written, the others take their
 * default; `undefined` is NULL. The first column must never be an empty text.
 */
export function copyRows<C extends string>(
  client: Client,
  table: string,
  columns: readonly C[],
  rows: Iterable<Readonly<Record<C, Value | undefined>>>,
): Promise<number> {
  const counted = { rows: 0 };
  const names = columns.map((column) => `"${column}"`).join(', ');
  return new Promise((resolve, reject) => {
    client.query(
      new CopyIn(
        `copy ${table} (${names}) from stdin`,
        toChunks(columns, rows, counted),
        (error: Error | undefined) => {
          if (error) reject(new Error(`copy into ${table}: ${error.message}`, { cause: error }));
          else resolve(counted.rows);
        },
      ),
    );
  });
}
