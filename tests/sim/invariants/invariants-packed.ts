import { splitKey } from '#sync/protocol/keys.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import type { Coverage } from '#sync/protocol/stored.ts';
import { parseTime } from '../model/model-tables.ts';
import { shapeOf, shapeOfVersion } from '../model/row-shape.ts';
import type { World } from '../world.ts';

/** Server times are known to the second, and an answer takes its time. */
const answerMs = 30_000;
/** Collections whose rows leave only because the server no longer has them; the others have windows. */
const kept: ReadonlySet<PackedName> = new Set(['config_items', 'config_analysis']);

/** [I14] a packed row that the server still shows does not leave the device. */
export function checkPackedRemoved(world: World, tbl: PackedName, id: string): void {
  if (!kept.has(tbl) || !world.server.shows(tbl, id) || world.server.wasGone.has(`${tbl} ${id}`)) return;
  if ((world.server.rows(tbl).get(id)?.['deleted_at'] ?? null) !== null) return;
  world.violations.push(`I14 ${tbl} ${id} left the device and is on the server`);
}

/** [I1][I13] at rest every packed collection holds what its feed promises, as the server has it. */
export async function checkPacked(world: World): Promise<void> {
  for (const tbl of ['config_items', 'config_analysis', 'config_changes', 'check_statuses'] as const) {
    const local = new Map<string, JsonRow>();
    await world.cache.packed.scan(tbl, (rows) => {
      for (const row of rows) local.set(String(row[packedSpecs[tbl].key]), row);
    });
    const windows = (await world.cache.cursor(tbl))?.windows ?? [];
    checkCollection(world, tbl, local, windows);
  }
}

function checkCollection(
  world: World,
  tbl: PackedName,
  local: ReadonlyMap<string, JsonRow>,
  windows: readonly Coverage[],
): void {
  const spec = packedSpecs[tbl];
  const server = world.server.rows(tbl);
  for (const [id, row] of server) {
    if (!isPromised(world, tbl, id, row, windows)) continue;
    const mine = local.get(id);
    if (mine === undefined) world.violations.push(`I1 ${tbl} ${id} is missing on the device`);
    else if (shapeOf(withColumns(mine, spec.columns)) !== shapeOfVersion(row, spec.columns)) {
      world.violations.push(`I1 ${tbl} ${id} differs from the server`);
    }
  }
  for (const id of local.keys()) {
    const row = server.get(id);
    if (row === undefined || (spec.softDelete && (row['deleted_at'] ?? null) !== null)) {
      world.violations.push(`I13 ${tbl} ${id} is gone on the server and still here`);
    }
  }
}

/** Columns that only some servers have are no part of the promise. */
function withColumns(row: JsonRow, columns: readonly string[]): JsonRow {
  return Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
}

function coverageIn(windows: readonly Coverage[], scope: string | null): Coverage | undefined {
  return windows.find(({ scopeKey }) => scopeKey === scope);
}

/** True when the feed of the collection says that it holds the row. */
function isPromised(
  world: World,
  tbl: PackedName,
  id: string,
  row: JsonRow,
  windows: readonly Coverage[],
): boolean {
  switch (tbl) {
    case 'config_items':
      return (row['deleted_at'] ?? null) === null;
    case 'config_analysis':
      return true;
    case 'config_changes':
      return isCovered(world, coverageIn(windows, ''), `${tbl} ${id}`, row['created_at']);
    case 'check_statuses': {
      const [checkId = null] = splitKey(id);
      return isCovered(world, coverageIn(windows, checkId), `${tbl} ${id}`, row['time']);
    }
  }
}

/**
 * What a window covers was there at its last pull. A server clock that stepped does not tell when that was.
 */
function isCovered(world: World, coverage: Coverage | undefined, key: string, time: unknown): boolean {
  if (coverage === undefined || world.hasServerStepped) return false;
  const from = coverage.from === null ? -Infinity : (parseTime(coverage.from) ?? Infinity);
  const asOfMs = Date.parse(coverage.asOf ?? '');
  const wasThere = (world.server.committedAt.get(key) ?? Infinity) < asOfMs - answerMs;
  return wasThere && typeof time === 'number' && time >= from;
}
