import type { JsonRow } from '#sync/protocol/op.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import type { WireSpec } from '#sync/protocol/table.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { Wire } from '#tests/backend/migrate.ts';
import { simId } from '#tests/sim/facts.ts';
import { ada, ben, canary } from './corpus-data.ts';

const localAgent = '00000000-0000-0000-0000-000000000000';
const playbook = simId(76, 1);
export const newCanary = simId(4, 2);
export const itemOf = (index: number): string => simId(70, index);
export const changeOf = (index: number): string => simId(71, index);
export const insightOf = (index: number): string => simId(72, index);
export const runOf = (index: number): string => simId(75, index);
/** The check whose runs there are. */
export const checked = simId(3, 1);
export const team = simId(2, 1);

export const minute = (index: number, fraction = ''): string =>
  `2026-01-11T09:${String(index).padStart(2, '0')}:00${fraction}+00:00`;

/** A row with every column the feed asks for: what is not given is NULL on both servers. */
function whole(spec: WireSpec, values: JsonRow): JsonRow {
  return { ...Object.fromEntries(spec.columns.map((column) => [column, null])), ...values };
}

/** One row of one table, as both servers hold it. */
export interface Placed {
  readonly table: string;
  readonly row: JsonRow;
}
const rowsOf = (table: string, spec: WireSpec, rows: readonly JsonRow[]): readonly Placed[] =>
  rows.map((row) => ({ table, row: whole(spec, row) }));

const stamps = (index: number, fraction = ''): JsonRow => ({
  created_at: minute(index, fraction),
  updated_at: minute(index, fraction),
});

const items: readonly JsonRow[] = [
  { name: 'api', health: 'healthy', status: 'Running', ...stamps(1, '.25') },
  { name: 'db, "main"', health: 'unhealthy', status: 'CrashLoop', ...stamps(1, '.25') },
  { name: 'cache', health: null, tags: { namespace: 'shop' }, created_at: minute(2), updated_at: null },
  { name: 'gone', health: 'warning', ...stamps(3), deleted_at: minute(9, '.000001'), delete_reason: 'STALE' },
];

const changes: readonly JsonRow[] = [
  { created_at: minute(10), first_observed: minute(10), severity: 'info' },
  { created_at: minute(11, '.1'), first_observed: minute(12), severity: null },
  { created_at: minute(11, '.1'), first_observed: minute(40), severity: 'critical', count: 7 },
  { created_at: minute(13), first_observed: minute(13), severity: 'low' },
];

/** When each of the changes arrived, which the server of 2026 says: two at once, one of them late. */
const insertedAt = [minute(10, '.5'), minute(11, '.1'), minute(11, '.1'), minute(45)];

const insights: readonly JsonRow[] = [
  { status: 'open', first_observed: minute(5), last_observed: null },
  { status: 'open', first_observed: minute(5), last_observed: minute(20) },
  { status: 'resolved', first_observed: minute(6), last_observed: minute(7) },
  { status: null, first_observed: minute(6), last_observed: minute(8) },
];

const runs: readonly JsonRow[] = [
  { status: 'running', created_at: minute(30), scheduled_time: minute(30), start_time: minute(30, '.5') },
  { status: 'completed', created_at: minute(31), scheduled_time: minute(31), end_time: minute(33) },
  { status: 'waiting', created_at: minute(31), scheduled_time: minute(59) },
];

/** Rows beyond the core, the same for both servers, parents first. */
export const wideData = (wire: Wire): readonly Placed[] => [
  ...rowsOf('canaries', tables.canaries, [
    {
      id: newCanary,
      agent_id: localAgent,
      name: 'nightly',
      namespace: 'shop',
      labels: { a: 'b' },
      ...stamps(1),
    },
  ]),
  ...rowsOf('component_relationships', tables.component_relationships, [
    { component_id: simId(5, 1), relationship_id: simId(5, 2), selector_id: null, ...stamps(2) },
    { component_id: simId(5, 1), relationship_id: simId(5, 2), selector_id: 'a~b', ...stamps(2) },
    {
      component_id: simId(5, 1),
      relationship_id: simId(5, 3),
      selector_id: 'x',
      ...stamps(4),
      deleted_at: minute(5),
    },
    { component_id: simId(5, 2), relationship_id: simId(5, 3), selector_id: null, ...stamps(3) },
  ]),
  ...rowsOf(
    'team_members',
    tables.team_members,
    [ada, ben].map((person) => ({ team_id: team, person_id: person })),
  ),
  ...rowsOf(
    'notifications',
    tables.notifications,
    [
      { id: simId(77, 1), title: 'On call', events: ['check.failed', 'incident.created'], ...stamps(6) },
      { id: simId(77, 2), title: 'Silent', events: [], ...stamps(6), deleted_at: minute(7) },
    ].map((row) => ({
      ...row,
      ...(wire === '2026' && { name: row.title.toLowerCase(), namespace: 'shop' }),
    })),
  ),
  ...rowsOf(
    'config_items',
    packedSpecs.config_items,
    items.map((item, index) => ({
      id: itemOf(index + 1),
      agent_id: localAgent,
      config_class: 'Pod',
      type: 'Kubernetes::Pod',
      ...item,
    })),
  ),
  ...rowsOf(
    'config_changes',
    packedSpecs.config_changes,
    changes.map((change, index) => ({
      id: changeOf(index + 1),
      config_id: itemOf(1 + (index % 2)),
      change_type: 'diff',
      count: 1,
      ...change,
      ...(wire === '2026' && { inserted_at: insertedAt[index] }),
    })),
  ),
  ...rowsOf(
    'config_analysis',
    packedSpecs.config_analysis,
    insights.map((insight, index) => ({
      id: insightOf(index + 1),
      config_id: itemOf(1),
      analyzer: 'rule',
      ...insight,
      // The server of 2026 has no insight without it.
      ...(wire === '2026' && insight['last_observed'] === null && { last_observed: minute(5) }),
    })),
  ),
  ...rowsOf(
    'check_statuses',
    packedSpecs.check_statuses,
    [minute(20), minute(21, '.000001'), minute(21, '.1')].map((time, index) => ({
      check_id: checked,
      time,
      status: index !== 1,
      duration: 5 + index,
    })),
  ),
  ...rowsOf(
    'playbook_runs',
    tables.playbook_runs,
    runs.map((run, index) => ({ id: runOf(index + 1), playbook_id: playbook, agent_id: localAgent, ...run })),
  ),
];

/** What only the real schema needs of them. */
export const wideRealOnly: readonly Placed[] = [
  { table: 'playbooks', row: { id: playbook, name: 'restart', spec: {}, source: 'UI' } },
];
/** Columns without a default that no feed names. */
export const realColumns: Readonly<Record<string, JsonRow>> = { canaries: { spec: {} } };

const seededAt = '2026-01-10T09:01:00+00:00';
const seeded: JsonRow = { created_at: seededAt, updated_at: seededAt };
/** The canary that the checks of the core stand on, which so far only the real server had. */
export const modelOnly: readonly Placed[] = [
  {
    table: 'canaries',
    row: whole(tables.canaries, {
      id: canary,
      agent_id: localAgent,
      name: 'canary',
      namespace: 'default',
      ...seeded,
    }),
  },
];
