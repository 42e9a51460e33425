import type { Dexie } from 'dexie';
import { packedNames } from '../../protocol/packed.ts';
import { tableNames } from '../../protocol/table.ts';
import { packedTables, wholeOf } from '../packed/tables.ts';
import type { CollectionWeight } from '../../protocol/storage-report.ts';

/** Records of a table whose size stands for all of them: exact sizes would mean reading everything. */
const SAMPLE = 40;

/** Bytes of a value as structured clone roughly keeps it. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 4;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + sizeOf(each), 8);
  return Object.entries(value).reduce((sum, [key, inner]) => sum + key.length + sizeOf(inner), 8);
}

function weighed(name: string, rows: number, sample: readonly unknown[]): CollectionWeight {
  const sampled = sample.reduce<number>((sum, each) => sum + sizeOf(each), 0);
  return { name, rows, bytes: sample.length === 0 ? 0 : Math.round((sampled / sample.length) * rows) };
}

async function weighTable(db: Dexie, name: string): Promise<CollectionWeight> {
  const table = db.table(name);
  return weighed(name, await table.count(), await table.limit(SAMPLE).toArray());
}

/** One packed collection over all its tables; `rows` counts its records, pages included. */
async function weighPacked(db: Dexie, name: (typeof packedNames)[number]): Promise<CollectionWeight> {
  const parts = await Promise.all(
    packedTables
      .filter((table) => table !== 'packed_meta')
      .map(async (table) => {
        const whole = () =>
          db
            .table(table)
            .where(':id')
            .between(...wholeOf(name));
        return weighed(name, await whole().count(), await whole().limit(SAMPLE).toArray());
      }),
  );
  return {
    name,
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Rows and bytes of every collection of a cache, estimated from samples (D18). Empty ones are left out. */
export async function weighCache(db: Dexie): Promise<readonly CollectionWeight[]> {
  const tables = [...tableNames, 'base_rows', 'documents', 'document_parts', 'index_snapshots'];
  const all = [
    ...(await Promise.all(tables.map((name) => weighTable(db, name)))),
    ...(await Promise.all(packedNames.map((name) => weighPacked(db, name)))),
  ];
  return all.filter(({ rows }) => rows > 0);
}
