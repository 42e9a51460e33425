import { SyncError } from '#sync/errors.ts';
import { checkStatusPacked } from '#sync/protocol/tables/check-status.ts';
import { configAnalysisPacked } from '#sync/protocol/tables/config-analysis.ts';
import { configChangePacked } from '#sync/protocol/tables/config-change.ts';
import { configItemPacked } from '#sync/protocol/tables/config-item.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedFeed, PackedSpec } from '#sync/protocol/packed.ts';
import { coreTables, tables } from '#sync/protocol/tables.ts';
import type { FeedSpec } from '#sync/protocol/table.ts';
import type { TableSet } from '#sync/protocol/tables.ts';
import { otherUserId, simId } from './facts.ts';
import { lookAt } from './focus.ts';
import type { ModelServer } from './model/model-server.ts';
import type { World } from './world.ts';

export function rereadSoon(feed: FeedSpec): FeedSpec {
  return feed.kind === 'cursor' ? { ...feed, rereadMs: 600_000 } : feed;
}

/** One collection of every kind of feed and key beyond the core. */
export const wideTables: TableSet = {
  ...coreTables,
  canaries: { ...tables.canaries, feed: rereadSoon(tables.canaries.feed) },
  component_relationships: tables.component_relationships,
  playbook_runs: tables.playbook_runs,
  team_members: tables.team_members,
  notifications: tables.notifications,
};

function withFeed<K extends PackedFeed['kind']>(
  spec: PackedSpec,
  kind: K,
  change: Partial<Extract<PackedFeed, { kind: K }>>,
): PackedSpec {
  if (spec.feed.kind !== kind) throw new Error(`${spec.name} is no feed of the kind ${kind}`);
  return { ...spec, feed: { ...spec.feed, ...change } };
}

/** The packed collections with limits that a short run reaches: few rows, a sweep within minutes. */
export const widePacked: readonly PackedSpec[] = [
  withFeed(configItemPacked, 'whole', { sweepMs: 600_000 }),
  withFeed(configChangePacked, 'window', { maxRows: 20 }),
  withFeed(configAnalysisPacked, 'open', {}),
  withFeed(checkStatusPacked, 'opened', { maxParents: 2 }),
];

/** Columns that this or the other server lacks, and columns that a migration takes away for a while (3b). */
export const movingColumns: readonly (readonly [table: string, column: string])[] = [
  ['config_changes', 'inserted_at'],
  ['config_items', 'cost_total_7d'],
  ['notifications', 'namespace'],
  ['config_items', 'labels'],
  ['canaries', 'annotations'],
  ['teams', 'icon'],
  ['comments', 'responder_id'],
];

const hourMicros = 3_600_000_000;
const item = (index: number): string => simId(70, index);
const check = (index: number): string => simId(3, index);

/** Rows of the collections beyond the core. */
export function seedWide(server: ModelServer, stamp: number): void {
  const put = (table: string, row: JsonRow, at = stamp): void => {
    server.insert(table, row, at);
  };
  for (let index = 1; index <= 6; index += 1) {
    put('config_items', { id: item(index), name: `item ${index}`, type: 'Pod', health: 'healthy' });
    put('config_analysis', { id: simId(72, index), config_id: item(index), ...observed(stamp), ...open });
  }
  for (let index = 1; index <= 24; index += 1) addChange(server, index, stamp - index * 1_000_000, stamp);
  for (let index = 1; index <= 5; index += 1) addRun(server, 1, stamp - index * 60_000_000);
  put('canaries', { id: simId(4, 1), name: 'shop', namespace: 'default' });
  put('playbook_runs', { id: simId(75, 1), playbook_id: simId(76, 1), status: 'running' });
  put('team_members', { team_id: simId(2, 1), person_id: otherUserId });
  put('notifications', { id: simId(77, 1), title: 'On call', name: 'on-call', namespace: 'default' });
  put('component_relationships', {
    component_id: simId(5, 1),
    relationship_id: simId(5, 2),
    selector_id: null,
  });
  server.effects.length = 0;
}

const open = { status: 'open', severity: 'high', summary: 'Costly' };
const observed = (stamp: number): JsonRow => ({ first_observed: stamp, last_observed: null });

/** A change of the catalog; its event may be older than its arrival (B9). */
function addChange(server: ModelServer, number: number, eventMicros: number, stamp: number): void {
  const arrival = { created_at: eventMicros, first_observed: stamp, inserted_at: stamp };
  const row = { id: simId(71, number), config_id: item(1 + (number % 6)), change_type: 'diff', count: 1 };
  server.insert('config_changes', { ...row, severity: 'info', ...arrival }, stamp);
}

function addRun(server: ModelServer, of: number, timeMicros: number): void {
  server.insert(
    'check_statuses',
    { check_id: check(of), time: timeMicros, status: true, duration: 5 },
    timeMicros,
  );
}

function anyKey(world: World, table: string): string | null {
  const keys = [...world.server.rows(table).keys()];
  return keys.length === 0 ? null : world.prng.pick(keys);
}

/** Something moves in the catalog or around the checks: by a marker, silently, late, or by going away. */
function catalogMoves(world: World, stamp: number): void {
  const { server, prng } = world;
  const kinds: readonly ((id: string) => void)[] = [
    (id) => server.update('config_items', id, { status: `status ${world.nextNumber()}` }, stamp),
    // Health moves without a stamp (B3): the membership set finds it.
    (id) =>
      server.update('config_items', id, { health: prng.pick(['healthy', 'unhealthy']) }, stamp, {
        isSilent: true,
      }),
    (id) => {
      const isSoft = prng.chance(0.6);
      if (isSoft) server.update('config_items', id, { deleted_at: 'now()' }, stamp);
      else server.remove('config_items', id);
    },
    () => {
      const id = item(100 + world.nextNumber());
      server.insert('config_items', { id, name: `item ${id}`, type: 'Pod', health: 'healthy' }, stamp);
    },
  ];
  const id = anyKey(world, 'config_items');
  if (id !== null) prng.pick(kinds)(id);
}

/** Events, insights and runs come in order, late, again, or change without a stamp. */
function eventsMove(world: World, stamp: number): void {
  const { server, prng } = world;
  const number = 1000 + world.nextNumber();
  const kinds: readonly (() => void)[] = [
    () => addChange(server, number, stamp, stamp),
    () =>
      addChange(server, number, stamp - prng.pick([20_000_000, 20 * hourMicros, 9 * 24 * hourMicros]), stamp),
    () => {
      const id = anyKey(world, 'config_changes');
      const count = number;
      // An event that repeats moves its time and the stamp of its arrival.
      if (id !== null)
        server.update('config_changes', id, { count, created_at: stamp, inserted_at: stamp }, stamp);
    },
    () =>
      void server.insert(
        'config_analysis',
        { id: simId(72, number), config_id: item(1), ...observed(stamp), ...open },
        stamp,
      ),
    () => {
      const id = anyKey(world, 'config_analysis');
      const patch = prng.pick([{ last_observed: stamp }, { status: 'resolved' }, { status: 'open' }]);
      if (id !== null) server.update('config_analysis', id, patch, stamp);
    },
    // Runs come late by less than their overlap; their transactions are short.
    () => addRun(server, 1 + prng.int(3), world.stampMicros() - prng.pick([0, 30_000_000])),
  ];
  prng.pick(kinds)();
}

/** Rows of the smaller collections beyond the core. */
function recordsMove(world: World, stamp: number): void {
  const { server, prng } = world;
  const number = world.nextNumber();
  const kinds: readonly (() => void)[] = [
    () => void server.update('canaries', simId(4, 1), { namespace: `namespace ${number}` }, stamp),
    () => void server.update('canaries', simId(4, 1), { name: `shop ${number}` }, stamp),
    () =>
      void server.insert(
        'component_relationships',
        {
          component_id: simId(5, 1),
          relationship_id: simId(5, 10 + number),
          selector_id: prng.pick([null, 'a~b']),
        },
        stamp,
      ),
    () => {
      const key = anyKey(world, 'component_relationships');
      if (key !== null) server.update('component_relationships', key, { deleted_at: 'now()' }, stamp);
    },
    () =>
      void server.insert(
        'playbook_runs',
        { id: simId(75, 10 + number), playbook_id: simId(76, 1), status: 'scheduled' },
        stamp,
      ),
    () => {
      const id = anyKey(world, 'playbook_runs');
      const end = prng.chance(0.5)
        ? { status: 'completed', end_time: stamp }
        : { status: `running ${number}` };
      if (id !== null) server.update('playbook_runs', id, end, stamp);
    },
    () => void server.insert('team_members', { team_id: simId(2, 1), person_id: simId(60, number) }, stamp),
    () => {
      const key = anyKey(world, 'team_members');
      if (key !== null) server.remove('team_members', key);
    },
    () => void server.update('notifications', simId(77, 1), { title: `On call ${number}` }, stamp),
  ];
  prng.pick(kinds)();
}

/** A screen looks at the runs of a check. */
export function openCheck(world: World): void {
  const from = new Date(world.scheduler.nowMs - world.prng.pick([120_000, 86_400_000])).toISOString();
  lookAt(world, world.anyTab(), 'check', { table: 'checks', id: check(1 + world.prng.int(3)), from });
}

/** A migration, or the other version of the server: a column goes or comes (3b). */
export function schemaMoves(world: World): void {
  const [table, column] = world.prng.pick(movingColumns);
  world.server.setColumn(table, column, world.server.missingColumns.has(`${table} ${column}`));
}

/** A page of a packed collection cannot be read any more (3b). */
export function damagePage(world: World): void {
  const tbl = world.prng.pick(widePacked).name;
  const rest = world.prng.int(3);
  try {
    world.cache.packed.damage(tbl, (id) => id.length > 0 && id.charCodeAt(id.length - 1) % 3 === rest);
  } catch (thrown) {
    // The note of it met a storage that fails.
    if (!world.isFragile || !(thrown instanceof SyncError)) throw thrown;
  }
}

/** What moves beyond the core, by one transaction of somebody else. */
export const wideMoves = [catalogMoves, eventsMove, recordsMove] as const;
