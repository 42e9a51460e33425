import type { DBCore, DBCoreCursor, DBCoreTable, Dexie } from 'dexie';
import type { RecordCodec } from './vault.ts';

/** Tables that hold no content and must be read without a key: whose database it is, and how far it is. */
const open: readonly string[] = ['device_meta', 'cache_meta', 'pins'];

/** True for a table that lies in the clear under a lock as well. */
export function isOpenTable(name: string): boolean {
  return open.includes(name);
}

function names(keyPath: unknown): readonly string[] {
  if (typeof keyPath === 'string') return [keyPath];
  return Array.isArray(keyPath) ? keyPath.filter((part) => typeof part === 'string') : [];
}

function placeOf(table: DBCoreTable, record: unknown): string {
  const key = names(table.schema.primaryKey.keyPath).map((name): unknown =>
    typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined,
  );
  return JSON.stringify([table.name, ...key]);
}

/** The same cursor with opened values. The browser's getters must be asked on the cursor itself, not on its heir. */
function openedCursor(cursor: DBCoreCursor, decode: (stored: unknown) => unknown): DBCoreCursor {
  return Object.create(cursor, {
    key: { get: (): unknown => cursor.key },
    primaryKey: { get: (): unknown => cursor.primaryKey },
    value: { get: () => decode(cursor.value) },
    continue: { value: (key?: unknown) => cursor.continue(key) },
    continuePrimaryKey: {
      value: (key: unknown, primaryKey: unknown) => cursor.continuePrimaryKey(key, primaryKey),
    },
    advance: { value: (count: number) => cursor.advance(count) },
  });
}

function sealedTable(table: DBCoreTable, codec: RecordCodec): DBCoreTable {
  const { primaryKey, indexes } = table.schema;
  const kept = [...new Set([primaryKey, ...indexes].flatMap((index) => names(index.keyPath)))];
  const decode = (stored: unknown): unknown => codec.decode(stored, placeOf(table, stored));
  return {
    ...table,
    mutate: (request) =>
      request.type === 'add' || request.type === 'put'
        ? table.mutate({
            ...request,
            values: request.values.map((record) => codec.encode(record, kept, placeOf(table, record))),
          })
        : table.mutate(request),
    // Chained and not awaited: only Dexie's own promises keep a transaction alive.
    get: (request) => table.get(request).then(decode),
    getMany: (request) => table.getMany(request).then((found) => found.map(decode)),
    query: (request) =>
      table
        .query(request)
        .then((found) => (request.values === true ? { ...found, result: found.result.map(decode) } : found)),
    openCursor: (request) =>
      table.openCursor(request).then((cursor) => {
        if (cursor === null || request.values !== true) return cursor;
        return openedCursor(cursor, decode);
      }),
  };
}

/** Makes a database seal everything it stores and open everything it gives out (D22). Before it is opened. */
export function sealTables(db: Dexie, codec: RecordCodec): void {
  db.use({
    stack: 'dbcore',
    name: 'seal',
    // Below everything of Dexie's own: change tracking and caches see plain records.
    level: -100,
    create: (core: DBCore): DBCore => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return open.includes(name) ? table : sealedTable(table, codec);
      },
    }),
  });
}
