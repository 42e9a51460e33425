import type { Dexie } from 'dexie';
import { documentTables } from '../documents/document-bodies.ts';
import { isTableName, tableNames } from '../../protocol/table.ts';
import { erasePacked } from '../packed/dexie.ts';
import { packedTables } from '../packed/tables.ts';
import { readShadows } from '../journal/pending-record.ts';

const erased = [...tableNames, 'base_rows', 'tombstones', 'cursors', 'feeds', ...documentTables];

/**
 * Drops everything pulled, but no row with changes of this device that have not ended: what a person saved stays to be
 * seen (I7), until a pull brings its row again. The sum over what is pending goes; the next term makes it anew.
 */
export function clearCache(db: Dexie): PromiseLike<void> {
  return db.transaction('rw', [...erased, ...packedTables, 'index_snapshots'], async () => {
    const shadows = await readShadows(db);
    const kept: { readonly tbl: string; readonly row: unknown }[] = [];
    for (const { tbl, id } of shadows) {
      const row: unknown = isTableName(tbl) ? await db.table(tbl).get(id) : undefined;
      if (row !== undefined) kept.push({ tbl, row });
    }
    await Promise.all([...erased.map((name) => db.table(name).clear()), erasePacked(db)]);
    await db.table('base_rows').bulkPut(shadows);
    for (const { tbl, row } of kept) await db.table(tbl).put(row);
  });
}
