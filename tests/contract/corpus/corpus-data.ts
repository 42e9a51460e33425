import type { JsonRow } from '#sync/protocol/op.ts';
import { simId } from '#tests/sim/facts.ts';

/** Ids the cases speak about. */
export const ada = simId(1, 1);
export const ben = simId(1, 2);
export const incident = simId(10, 1);
export const otherIncident = simId(10, 2);
export const root = simId(11, 10);
export const leaf = simId(11, 11);
export const canary = simId(4, 1);
const topology = simId(6, 1);
const localAgent = '00000000-0000-0000-0000-000000000000';

/** Seeds are older than this; anything newer was stamped by the server during the run. */
export const newestSeed = Date.parse('2026-02-01T00:00:00Z');

/** A moment of the seeds; fractions of every length, because PostgREST drops trailing zeros. */
const at = (minute: number, fraction = ''): string =>
  `2026-01-10T09:${String(minute).padStart(2, '0')}:00${fraction === '' ? '' : `.${fraction}`}+00:00`;
const stamped = (minute: number, fraction = ''): JsonRow => ({
  created_at: at(minute, fraction),
  updated_at: at(minute, fraction),
});

function comment(index: number, minute: number, fraction = ''): JsonRow {
  return {
    id: simId(12, index),
    comment: `comment ${index}, "quoted" & (bracketed)`,
    incident_id: index % 2 === 0 ? otherIncident : incident,
    hypothesis_id: index % 2 === 0 ? null : root,
    responder_id: null,
    external_created_by: null,
    created_by: ben,
    ...stamped(minute, fraction),
  };
}

function hypothesis(id: string, parent: string | null, title: string, minute: number): JsonRow {
  return {
    id,
    incident_id: incident,
    parent_id: parent,
    owner: null,
    team_id: null,
    type: parent === null ? 'root' : 'factor',
    title,
    status: 'possible',
    created_by: ben,
    ...stamped(minute, '5'),
  };
}

/** The same rows for both servers, parents first. Values are as the wire writes them. */
export const corpusData: readonly { readonly table: string; readonly row: JsonRow }[] = [
  ...[
    { id: ada, name: 'Ada', created_at: at(1), updated_at: null, deleted_at: null },
    { id: ben, name: 'Ben', created_at: at(2), updated_at: at(4, '25'), deleted_at: null },
    { id: simId(1, 3), name: 'Cleo', created_at: at(3), updated_at: null, deleted_at: at(9) },
  ].map((row) => ({ table: 'people', row: { ...row, avatar: null, type: null } })),
  {
    table: 'teams',
    row: { id: simId(2, 1), name: 'Payments', icon: null, created_by: ada, ...stamped(1), deleted_at: null },
  },
  ...[
    { id: incident, title: 'Checkout, slow', severity: 'high' },
    { id: otherIncident, title: 'Über % _ * "x"', severity: 'low' },
  ].map((row, index) => ({
    table: 'incidents',
    row: {
      ...row,
      incident_rule_id: null,
      description: '',
      type: 'availability',
      status: 'open',
      created_by: ben,
      commander_id: ada,
      communicator_id: null,
      acknowledged: null,
      resolved: null,
      closed: null,
      ...stamped(10 + index, '123456'),
    },
  })),
  { table: 'hypotheses', row: hypothesis(root, null, 'Root', 20) },
  { table: 'hypotheses', row: hypothesis(leaf, root, 'Leaf', 20) },
  { table: 'hypotheses', row: hypothesis(simId(11, 12), root, 'Other leaf', 21) },
  // Two share a stamp, so that a page may end between them.
  ...[comment(1, 30), comment(2, 31, '1'), comment(3, 31, '1'), comment(4, 32, '000001')].map((row) => ({
    table: 'comments',
    row,
  })),
  {
    table: 'evidences',
    row: {
      id: simId(13, 1),
      description: 'Slow',
      hypothesis_id: root,
      created_by: ben,
      type: 'comment',
      evidence: { comment: 'p99 over 4 s', lines: [1, 2] },
      definition_of_done: false,
      done: null,
      factor: false,
      mitigator: false,
      config_id: null,
      config_change_id: null,
      config_analysis_id: null,
      component_id: null,
      check_id: null,
      script: null,
      script_result: null,
      ...stamped(40),
    },
  },
  ...[null, at(46)].map((deletedAt, index) => ({
    table: 'responders',
    row: {
      id: simId(14, index + 1),
      incident_id: incident,
      type: 'person',
      index: null,
      person_id: index === 0 ? ben : ada,
      team_id: null,
      external_id: null,
      created_by: ben,
      ...stamped(45),
      deleted_at: deletedAt,
    },
  })),
  ...[
    { id: simId(3, 1), name: 'checkout', status: 'healthy', deleted_at: null },
    { id: simId(3, 2), name: 'search', status: 'unhealthy', deleted_at: null },
    { id: simId(3, 3), name: 'pay', status: null, deleted_at: null },
    { id: simId(3, 4), name: 'gone', status: 'unhealthy', deleted_at: at(55) },
  ].map((row, index) => ({
    table: 'checks',
    row: {
      ...row,
      canary_id: canary,
      agent_id: localAgent,
      type: 'http',
      icon: null,
      namespace: null,
      description: null,
      labels: { app: 'shop' },
      owner: null,
      severity: null,
      category: null,
      last_transition_time: null,
      silenced_at: null,
      created_at: at(50 + index),
      updated_at: null,
    },
  })),
  ...['healthy', 'warning', null].map((health, index) => ({
    table: 'components',
    row: {
      id: simId(5, index + 1),
      agent_id: localAgent,
      topology_id: topology,
      parent_id: null,
      config_id: null,
      name: `node ${index}`,
      text: null,
      topology_type: null,
      namespace: null,
      labels: null,
      type: 'Service',
      icon: null,
      owner: null,
      status: 'running',
      status_reason: null,
      health,
      summary: null,
      path: '',
      is_leaf: true,
      silenced: false,
      hidden: false,
      external_id: `node-${index}`,
      ...stamped(56 + index),
      updated_at: index === 1 ? null : at(56 + index),
      deleted_at: null,
    },
  })),
];

/** Rows only the real schema needs, because of its foreign keys. */
export const realOnlyData: readonly { readonly table: string; readonly row: JsonRow }[] = [
  { table: 'canaries', row: { id: canary, name: 'canary', namespace: 'default', spec: {}, ...stamped(1) } },
  { table: 'topologies', row: { id: topology, name: 'topology', namespace: 'default' } },
];
