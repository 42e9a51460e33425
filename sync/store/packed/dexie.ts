import type { Dexie } from 'dexie';
import type { PackedName } from '../../protocol/packed.ts';
import { packedNames } from '../../protocol/packed.ts';
import { SyncError } from '../../errors.ts';
import type { Log, PackedWrite } from '../../ports.ts';
import * as v from 'valibot';
import type { Connection } from '../device/connection.ts';
import { compactPacked, dropDamaged } from './upkeep.ts';
import { getPacked, packedLines, readPacked } from './read.ts';
import type { Damage } from './tables.ts';
import { Directories, PackedTx, packedTables, readMeta, wholeOf } from './tables.ts';
import type { PackedLibrary, PackedSnapshot, PackedVersion } from './types.ts';
import { applyPacked } from './write.ts';

const snapshotSchema = v.object({ tbl: v.picklist(packedNames), version: v.number(), body: v.unknown() });

/** What the packed collections share with the cache database they live in. */
export interface PackedHost {
  readonly connection: Connection;
  readonly log: Log;
  /** Inside a transaction over `cache_meta`: refuses a leader whose epoch is over (I15). */
  readonly checkEpoch: (db: Dexie, epoch: number) => Promise<void>;
}

function versionOf(raw: unknown, tbl: PackedName): PackedVersion {
  const { version, floor, count, deltaRows, damagedPages } = readMeta(raw, tbl);
  return { version, floor, count, deltaRows, damagedPages };
}

/** Inside a transaction over the packed tables: removes every row; versions go on (D1). */
export async function erasePacked(db: Dexie): Promise<void> {
  const metas = await db.table('packed_meta').bulkGet([...packedNames]);
  await Promise.all(
    ['packed_heads', 'packed_pages', 'packed_delta', 'index_snapshots'].map((name) => db.table(name).clear()),
  );
  await db.table('packed_meta').bulkPut(
    packedNames.map((tbl, at) => {
      const meta = readMeta(metas[at], tbl);
      const version = meta.version + 1;
      return {
        ...meta,
        version,
        floor: version,
        count: 0,
        deltaRows: 0,
        layout: meta.layout + 1,
        deltaLayout: meta.deltaLayout + 1,
      };
    }),
  );
}

/** Packed collections in the cache database (D19). A lost connection runs a call again from its start. */
export function createDexiePacked({ connection, log, checkEpoch }: PackedHost): PackedLibrary {
  const directories = new Directories();

  /** Drops what a transaction could not read. Another tab may have done it: only what is still damaged counts. */
  async function repair(tbl: PackedName, damage: Damage): Promise<void> {
    log.event('error', 'packed.damaged', {
      tbl,
      pages: damage.pages.length,
      segments: damage.segments.length,
    });
    await connection.run((db) =>
      db.transaction('rw', [...packedTables, 'cursors', 'feeds'], async () => {
        const tx = await PackedTx.open(db, tbl, directories);
        await dropDamaged(tx, damage);
      }),
    );
    directories.forget(tbl);
  }

  const isDamaged = (damage: Damage): boolean => damage.pages.length + damage.segments.length > 0;

  /** One transaction over a collection; what it finds damaged is dropped afterwards, and then it runs once more. */
  async function run<T>(
    mode: 'r' | 'rw',
    tables: readonly string[],
    tbl: PackedName,
    work: (tx: PackedTx, isSecond: boolean) => Promise<T>,
  ): Promise<T> {
    const once = async (isSecond: boolean): Promise<{ readonly result: T; readonly damage: Damage }> => {
      try {
        return await connection.run((db) =>
          db.transaction(mode, [...tables], async () => {
            const tx = await PackedTx.open(db, tbl, directories);
            return { result: await work(tx, isSecond), damage: tx.damage };
          }),
        );
      } catch (thrown) {
        directories.forget(tbl);
        throw thrown;
      }
    };
    const first = await once(false);
    if (!isDamaged(first.damage)) return first.result;
    await repair(tbl, first.damage);
    return (await once(true)).result;
  }

  const store = async (tx: PackedTx, write: PackedWrite, epoch: number, isSecond: boolean) => {
    await checkEpoch(tx.db, epoch);
    const applied = await applyPacked(tx, write);
    // A write that met damage is not the end of a walk: its cursor would hide that rows are missing.
    if (isSecond || tx.isDamaged) return applied;
    const isGone = write.follows === true && (await tx.db.table('cursors').get(write.tbl)) === undefined;
    if (isGone) return applied;
    if (write.cursor !== undefined) await tx.db.table('cursors').put(write.cursor);
    if (write.feed !== undefined) await tx.db.table('feeds').put(write.feed);
    return applied;
  };

  return {
    apply: (write, epoch) =>
      run('rw', [...packedTables, 'cursors', 'feeds', 'cache_meta'], write.tbl, (tx, isSecond) =>
        store(tx, write, epoch, isSecond),
      ),
    get: (tbl, ids) => run('r', packedTables, tbl, (tx) => getPacked(tx, ids)),
    lines: (tbl, from, to) => run('r', packedTables, tbl, (tx) => packedLines(tx, from, to)),
    scan: (tbl, visit) => {
      let isUnderWay = false;
      return run('r', packedTables, tbl, async (tx, isSecond) => {
        // What was visited cannot be taken back, so a scan does not start over; damage is for the next one.
        if (isSecond) return;
        await readPacked(tx, null, {
          begin: () => {
            if (isUnderWay)
              throw new SyncError({ kind: 'storage-lost', message: 'Connection lost in a scan' });
            isUnderWay = true;
          },
          put: visit,
          remove: () => undefined,
        });
      });
    },
    count: (tbl) => connection.run(async (db) => readMeta(await db.table('packed_meta').get(tbl), tbl).count),
    versions: () =>
      connection.run(async (db) => {
        const metas = await db.table('packed_meta').bulkGet([...packedNames]);
        return new Map(packedNames.map((tbl, at) => [tbl, versionOf(metas[at], tbl)]));
      }),
    read: (tbl, since, sink) => run('r', packedTables, tbl, (tx) => readPacked(tx, since, sink)),
    compact: (tbl, maxPages) => run('rw', packedTables, tbl, (tx) => compactPacked(tx, maxPages)),
    snapshot: (tbl) =>
      connection.run(async (db): Promise<PackedSnapshot | undefined> => {
        const parsed = v.safeParse(snapshotSchema, await db.table('index_snapshots').get(tbl));
        return parsed.success ? parsed.output : undefined;
      }),
    putSnapshot: (snapshot) =>
      connection.run((db) =>
        db.transaction('rw', ['index_snapshots'], async () => {
          // Keys only: the record itself is megabytes.
          const newer = db
            .table('index_snapshots')
            .where('[tbl+version]')
            .between([snapshot.tbl, snapshot.version], wholeOf(snapshot.tbl)[1], false, true);
          if ((await newer.count()) > 0) return;
          await db.table('index_snapshots').put(snapshot);
        }),
      ),
  };
}
