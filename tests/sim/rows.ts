import { joinKey, splitKey } from '#sync/protocol/keys.ts';
import { isRevival, type JsonRow, type Op } from '#sync/protocol/op.ts';
import { isTableName } from '#sync/protocol/table.ts';
import { tables, type TableSet } from '#sync/protocol/tables.ts';
import { isChosenKey } from './chosen-keys.ts';
import { checkSecretKept, definition, definitionNow, shownDefinition, typedPassword } from './definitions.ts';
import { otherUserId, simId, userId } from './facts.ts';
import { openFor } from './forms.ts';
import { toWire } from './model/model-tables.ts';
import { createPrng, type Prng } from './prng.ts';
import { submit } from './script.ts';
import type { WorldOptions } from './world-options.ts';
import type { World } from './world.ts';

/*
 * Rows that people write by the commands of rows: teams under a key of the device, deleted softly, with a definition that is not
 * pulled and has a secret in it; and their members under a natural key, without a stamp, deleted for good.
 */

const people = [userId, otherUserId, simId(1, 3)] as const;
/** What these worlds pull beside the others; teams are of the core, and no icon is a choice there. */
const rowTables = {
  team_members: tables.team_members,
  teams: { ...tables.teams, write: { ...tables.teams.write, nulls: ['icon'] } },
};
/** The same where teams are pulled from a view and written to their table (WRT6). */
const viewTables = {
  ...rowTables,
  teams: {
    ...rowTables.teams,
    path: '/db/teams_view',
    write: { ...rowTables.teams.write, path: '/db/teams' },
  },
};

/** Collections of rows that people write in this world. */
export function rowTablesOf(world: World): Partial<TableSet> {
  if (!writesRows(world)) return {};
  return fromView.has(world) ? viewTables : rowTables;
}
const fromView = new WeakSet<World>();
const rowsSalt = 0x20f5;
const drawnOf = new WeakMap<World, Prng>();

/** Whether people write rows in this world. */
export function writesRows(world: World): boolean {
  return drawnOf.has(world);
}

/** A team that people meet at, one that was deleted softly, and a member, where the world has any. */
export function beginRows(world: World, options: WorldOptions): void {
  if (options.writesRows !== true && options.sabotage?.isOfRows !== true) return;
  drawnOf.set(world, createPrng(options.seed ^ rowsSalt));
  if (options.readsView === true || options.sabotage?.isOfView === true) fromView.add(world);
  const stamp = (world.scheduler.nowMs - 3_600_000) * 1000;
  const { server } = world;
  for (const index of [2, 3]) {
    const row = {
      id: teamId(index),
      name: `Team ${index}`,
      icon: null,
      spec: definition('seeded', 'seeded', 'pa55-seeded'),
      created_by: otherUserId,
    };
    server.insert('teams', row, stamp);
    server.insert('team_members', { team_id: teamId(index), person_id: otherUserId }, stamp);
  }
  // The one that every world has.
  server.update('teams', teamId(1), { spec: definition('seeded', 'seeded', 'pa55-seeded') }, stamp);
  server.update('teams', teamId(3), { deleted_at: 'now()' }, stamp);
  server.effects.length = 0;
}

const teamId = (index: number): string => simId(2, index);

/** Somebody writes rows, where that is drawn; its names are unique, so that each tells whose it is. */
export function writeRowsAround(world: World, tell: (name: string) => void): void {
  const rows = drawnOf.get(world);
  if (rows?.chance(0.25) !== true) return;
  const [name, act] = rows.pick(rows.chance(0.7) ? mine : theirs);
  tell(name);
  act(world, rows);
}

type Move = readonly [name: string, act: (world: World, rows: Prng) => void];

/** A team of the server, also one that was made here. */
function anyTeam(world: World, rows: Prng): string {
  return rows.pick([...world.server.rows('teams').keys()]);
}

function anyMember(world: World, rows: Prng): string | null {
  const keys = [...world.server.rows('team_members').keys()];
  return keys.length === 0 ? null : rows.pick(keys);
}

const mine: readonly Move[] = [
  [
    'new team',
    (world) => {
      const name = `team ${world.nextNumber()}`;
      // Without an icon, because its form says so: the server's choice would be another thing (ROW2).
      const row = { name, icon: null, spec: definition(`note ${name}`, null) };
      submit(world, { kind: 'row.create', table: 'teams', rows: [row] });
    },
  ],
  [
    'new team with a password',
    (world) => {
      const name = `team ${world.nextNumber()}`;
      const row = { name, icon: null, spec: definition(`note ${name}`, null, typedPassword) };
      submit(world, { kind: 'row.create', table: 'teams', rows: [row] });
    },
  ],
  [
    'team name',
    (world, rows) => {
      const set = { name: `team ${rows.chance(0.2) ? ' ' : ''}${world.nextNumber()}` };
      submit(world, { kind: 'row.update', table: 'teams', rowId: anyTeam(world, rows), set });
    },
  ],
  [
    'team icon',
    (world, rows) => {
      const set = { icon: rows.pick(['group', null]) };
      submit(world, { kind: 'row.update', table: 'teams', rowId: anyTeam(world, rows), set });
    },
  ],
  ['team spec', editSpec],
  ['team spec', editSpec],
  [
    'delete team',
    (world, rows) => {
      const rowId = anyTeam(world, rows);
      world.deletedHere.add(`teams ${rowId}`);
      submit(world, { kind: 'row.delete', table: 'teams', rowId });
    },
  ],
  [
    'bring team back',
    (world, rows) => {
      const rowId = anyTeam(world, rows);
      const { columns } = tables.teams;
      const opened = toWire(world.server.rows('teams').get(rowId) ?? {}, columns);
      if (opened['deleted_at'] !== null) submit(world, { kind: 'row.revive', table: 'teams', rowId, opened });
    },
  ],
  [
    'add members',
    (world, rows) => {
      const team_id = anyTeam(world, rows);
      const added = people.filter(() => rows.chance(0.6)).map((person_id) => ({ team_id, person_id }));
      if (added.length > 0) submit(world, { kind: 'row.create', table: 'team_members', rows: added });
    },
  ],
  [
    'take member',
    (world, rows) => {
      const rowId = anyMember(world, rows) ?? joinKey([anyTeam(world, rows), userId]);
      world.deletedHere.add(`team_members ${rowId}`);
      submit(world, { kind: 'row.delete', table: 'team_members', rowId });
    },
  ],
];

/** The form shows what was read when it was opened, and somebody may have written since. */
function editSpec(world: World, rows: Prng): void {
  const rowId = anyTeam(world, rows);
  const shown = shownDefinition(world, rowId);
  const part = rows.pick(['note', 'other']);
  const opened = { spec: shown };
  const set = { spec: { ...(typeof shown === 'object' ? shown : {}), [part]: `spec ${world.nextNumber()}` } };
  world.serverLater(openFor(world, rows), () => {
    // Anybody may save it, or nobody any more.
    if (world.tabs.size > 0) submit(world, { kind: 'row.update', table: 'teams', rowId, set, opened });
  });
}

const theirs: readonly Move[] = [
  ['others name a team', (world, rows) => others(world, rows, { name: `theirs ${world.nextNumber()}` })],
  ['others define a team', (world, rows) => define(world, rows, 'note')],
  ['others define a team', (world, rows) => define(world, rows, 'other')],
  ['others change a password', (world, rows) => define(world, rows, 'login')],
  ['others delete a team', (world, rows) => others(world, rows, { deleted_at: 'now()' })],
  ['others bring a team back', (world, rows) => others(world, rows, { deleted_at: null })],
  [
    'others add a member',
    (world, rows) => {
      const row = { team_id: anyTeam(world, rows), person_id: rows.pick(people) };
      if (!world.server.rows('team_members').has(joinKey([row.team_id, row.person_id])))
        world.server.insert('team_members', row, world.stampMicros());
    },
  ],
  [
    'others take a member',
    (world, rows) => {
      const key = anyMember(world, rows);
      if (key !== null) world.server.remove('team_members', key);
    },
  ],
];

function define(world: World, rows: Prng, part: 'note' | 'other' | 'login'): void {
  const rowId = anyTeam(world, rows);
  const text = `theirs ${world.nextNumber()}`;
  const value = part === 'login' ? { user: 'ops', password: text } : text;
  const spec = { ...(definitionNow(world, rowId) as JsonRow | null), [part]: value }; // made here, always of one shape
  world.server.update('teams', rowId, { spec }, world.stampMicros());
}

function others(world: World, rows: Prng, patch: JsonRow): void {
  world.server.update('teams', anyTeam(world, rows), patch, world.stampMicros());
}

/**
 * A row that stood on the server since it was sent is what its making, or its bringing back, wanted; and one that was
 * deleted is what its deletion wanted.
 */
export function stoodAsWanted(world: World, op: Op): boolean {
  const isTeam = op.tbl === 'teams';
  const isMade = op.kind === 'insert' && (op.tbl === 'team_members' || (isTeam && isRevival(op)));
  const isDeleted = op.kind === 'delete' && isTeam;
  if (!isMade && !isDeleted) return false;
  const versions = world.server.versions.get(`${op.tbl} ${op.rowId}`) ?? [];
  const since = versions.slice(Math.max(0, (world.watch.versionsAtSend.get(op.id) ?? 0) - 1));
  return since.some((row) => ((row['deleted_at'] ?? null) === null) === isMade);
}

/** True where others may have made a row under the key that this device made one under. */
export function isSharedKey(tbl: string, id: string): boolean {
  return isChosenKey(id) || (isTableName(tbl) && tables[tbl].keyColumns !== undefined);
}

/** True of a row that was deleted at some time and may have come back: a change of it may have met it then. */
export function wasDeletedOnce(world: World, { tbl, rowId }: Pick<Op, 'tbl' | 'rowId'>): boolean {
  const versions = world.server.versions.get(`${tbl} ${rowId}`) ?? [];
  const mayComeBack = tbl === 'teams' || isChosenKey(rowId);
  return mayComeBack && versions.some((row) => (row['deleted_at'] ?? null) !== null);
}

/** [ROW2] what was left empty is made empty; [ROW4] [ROW5] what comes back comes back as it was, and nobody leaves a team that they were not taken from. */
export function checkRows(world: World): void {
  const { effects } = world.server;
  for (const { table, id, kind, changed, before, viaApi } of viaApiOnly(effects)) {
    const isBack = table === 'teams' && kind === 'update' && changed['deleted_at'] === null;
    if (viaApi && isBack && Object.keys(changed).length > 1) {
      world.violations.push(`ROW4 ${id}: came back with ${Object.keys(changed).join(' and ')} set`);
    }
    checkSecretKept(world, { table, id, changed, before });
    if (table === 'teams' && kind === 'insert' && !Object.hasOwn(changed, 'icon'))
      world.violations.push(`ROW2 ${id}: made without the icon that its form left empty`);
    const isTaken = table === 'team_members' && kind === 'delete';
    if (isTaken && world.watch.senders.get(`delete team_members ${id}`) === undefined) {
      world.violations.push(`ROW5 ${splitKey(id).join(' of ')}: was taken from a team that nobody named`);
    }
  }
}

function viaApiOnly<T extends { readonly viaApi: boolean }>(effects: readonly T[]): readonly T[] {
  return effects.filter(({ viaApi }) => viaApi);
}
