import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  incidentOf,
  insertWorld,
  openTestApi,
  type Row,
  type TestApi,
  type World,
} from './database-fixture.ts';

let api: TestApi;
let world: World;
let incident: string;

const AVATAR = 'id,name,avatar';

beforeAll(async () => {
  api = await openTestApi();
  world = await insertWorld(api.database);
  incident = await fillIncident();
  await fillSettings();
});
afterAll(() => api.close());

async function fillIncident(): Promise<string> {
  const { database } = api;
  const by = { created_by: world.person };
  const { id } = await database.insert('incidents', {
    ...incidentOf(world.person),
    commander_id: world.person,
    communicator_id: world.person,
  });
  const responder = await database.insert('responders', {
    ...by,
    incident_id: id,
    type: 'person',
    person_id: world.person,
    team_id: world.team,
  });
  const hypothesis = await database.insert('hypotheses', {
    ...by,
    incident_id: id,
    type: 'root',
    title: 't',
    status: 'likely',
  });
  await database.insert('evidences', {
    ...by,
    hypothesis_id: hypothesis['id'],
    description: '',
    type: 'config',
    config_id: world.config,
    config_change_id: world.change,
    config_analysis_id: world.insight,
    component_id: world.component,
    check_id: world.check,
  });
  await database.insert('comments', {
    ...by,
    incident_id: id,
    hypothesis_id: hypothesis['id'],
    responder_id: responder['id'],
    comment: 'c',
  });
  return String(id);
}

async function fillSettings(): Promise<void> {
  const { database } = api;
  const by = { created_by: world.person };
  const other = await database.insert('config_items', {
    type: 'T',
    config_class: 'C',
    parent_id: world.config,
  });
  await database.insert('config_relationships', {
    config_id: other['id'],
    related_id: world.config,
    relation: 'uses',
  });
  await database.insert('team_components', { team_id: world.team, component_id: world.component });
  await database.insert('team_members', { team_id: world.team, person_id: world.person });
  await database.insert('agents', { ...by, name: 'edge' });
  await database.insert('properties', { ...by, name: 'flag', value: 'true' });
  await database.insert('connections', { ...by, name: 'c', type: 'slack', url: 'slack://token@channel' });
  await database.insert('logging_backends', { ...by, name: 'logs', spec: {} });
  await database.insert('incident_rules', { ...by, name: 'rule' });
  await database.insert('notifications', {
    ...by,
    events: ['check.failed'],
    person_id: world.person,
    team_id: world.team,
  });
  const playbook = await database.insert('playbooks', {
    ...by,
    name: 'restart',
    title: 'Restart',
    spec: {},
    source: 'UI',
  });
  const run = await database.insert('playbook_runs', {
    ...by,
    playbook_id: playbook['id'],
    config_id: world.config,
    component_id: world.component,
    check_id: world.check,
  });
  await database.insert('playbook_run_actions', { playbook_run_id: run['id'], name: 'one' });
  for (const table of ['config_scrapers', 'topologies', 'canaries']) {
    await database.query(`update ${table} set created_by = $1`, [world.person]);
  }
}

/** The embeds clients send, and for each a path into the first row that must not be empty. */
const EMBEDS: [path: string, filled: string[]][] = [
  [
    `incidents?select=*,hypotheses(*,created_by(${AVATAR}),evidences(*,created_by(${AVATAR})),comments(created_at,comment,external_created_by,responder_id(team_id(*)),created_by(id,${AVATAR}),id)),commander:commander_id(${AVATAR}),communicator_id(${AVATAR}),responders(created_by(${AVATAR}))`,
    [
      'commander.name',
      'communicator_id.name',
      'responders.0.created_by.name',
      'hypotheses.0.created_by.name',
      'hypotheses.0.evidences.0.created_by.name',
      'hypotheses.0.comments.0.responder_id.team_id.name',
      'hypotheses.0.comments.0.created_by.name',
    ],
  ],
  [
    `incident_histories?type=eq.evidence.created&select=*,evidence:evidences(id,description,type,components(id,name,icon),configs(id,name),config_changes(id,change_type),config_analysis(id,analyzer,message,analysis),checks(id,icon,name)),hypothesis:hypotheses(id,title),responder:responders(id,person:person_id(id,name,avatar),team:team_id(id,name,icon)),comment:comments(id,comment),created_by(id,name,avatar)&order=created_at.desc`,
    [
      'evidence.components.id',
      'evidence.configs.id',
      'evidence.config_changes.id',
      'evidence.config_analysis.id',
      'evidence.checks.id',
      'hypothesis.title',
      'created_by.name',
    ],
  ],
  [
    'incident_histories?type=eq.responder.created&select=*,responder:responders(id,person:person_id(id,name,avatar),team:team_id(id,name,icon))',
    ['responder.person.name', 'responder.team.name'],
  ],
  [
    'responders?select=*,team:team_id(id,name,icon,spec),person:person_id(id,name,avatar)&deleted_at=is.null',
    ['team.name', 'person.name'],
  ],
  ['configs?name=eq.api&select=id,changes,analysis,agent:agents(id,name)', ['agent.name', 'changes.0.total']],
  [
    'config_detail?name=eq.api&select=*,config_scrapers(id,name)',
    ['config_scrapers.name', 'components.0.name'],
  ],
  ['config_changes?select=id,config:configs(id,name,type,config_class)', ['config.name']],
  ['config_analysis_items?select=id,config:configs(id,name,config_class,type)', ['config.name']],
  ['config_analysis?select=id,message,config:configs(id,name,config_class,type)', ['config.name']],
  [
    'analysis_by_component?select=analysis_id,config:configs(id,name,config_class,type,analysis:config_analysis(id,analyzer,analysis_type,message,severity,analysis,first_observed))',
    ['config.analysis.0.id'],
  ],
  [
    'config_component_relationships?configs.order=name&select=*,configs!config_component_relationships_config_id_fkey(id, type, name, config_class, deleted_at)&deleted_at=is.null',
    ['configs.name'],
  ],
  [
    'config_component_relationships?select=components!config_component_relationships_component_id_fkey(id, icon, name)',
    ['components.name'],
  ],
  [
    'config_relationships?configs.order=name&select=*,configs:configs!config_relationships_config_id_fkey(id, type, name),related:configs!config_relationships_related_id_fkey(id, type, name)&deleted_at=is.null',
    ['configs.type', 'related.type'],
  ],
  [
    'changes_by_component?select=id,type,created_at:configs(id, name, type, config_class)',
    ['created_at.name'],
  ],
  [
    'checks?select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))',
    ['canaries.name', 'agents.name', 'components.0.components.name', 'configs.0.configs.name'],
  ],
  [`team_components?select=*,team:teams(*, created_by(${AVATAR}))`, ['team.created_by.name']],
  ['team_members?select=*,person_id(*)', ['person_id.name']],
  [
    `agents_summary?name=eq.edge&select=*,created_by(${AVATAR})&order=created_at.desc&&limit=50&offset=0&order=name.asc`,
    ['created_by.name'],
  ],
  [
    `notifications_summary?select=*,person:person_id(${AVATAR}),team:team_id(id,name,icon),created_by(${AVATAR})`,
    ['person.name', 'team.name', 'created_by.name'],
  ],
  [
    `notifications?select=*,person:person_id(${AVATAR}),team:team_id(id,name,icon),created_by(${AVATAR})`,
    ['person.name', 'team.name', 'created_by.name'],
  ],
  [`properties?select=*,created_by(${AVATAR})`, ['created_by.name']],
  [`connections?select=*,created_by(${AVATAR})&deleted_at=is.null`, ['created_by.name']],
  [`connections_list?select=*,created_by(${AVATAR})`, ['created_by.name', 'category']],
  [
    `logging_backends?select=id,spec,name,source,created_by(${AVATAR})&deleted_at=is.null`,
    ['created_by.name'],
  ],
  [`incident_rules?select=*,created_by(${AVATAR})&deleted_at=is.null`, ['created_by.name']],
  [
    `teams_with_status?select=*,created_by(${AVATAR})&deleted_at=is.null&order=created_at.desc`,
    ['created_by.name'],
  ],
  [
    `config_scrapers_with_status?select=*,created_by(${AVATAR})&deleted_at=is.null`,
    ['created_by.name', 'agent.name'],
  ],
  [
    `canaries_with_status?select=*,created_by(${AVATAR})&deleted_at=is.null`,
    ['created_by.name', 'agent.name'],
  ],
  [
    `topologies_with_status?select=*,created_by(${AVATAR}),agent:agent_id(id,name,description)&deleted_at=is.null`,
    ['created_by.name', 'agent.name'],
  ],
  ['playbooks?select=*,created_by(id,name,avatar)', ['created_by.name']],
  [
    `playbook_runs?select=*,created_by(${AVATAR}),playbooks(id,name,title,spec,icon),component:components(id,name,icon),check:checks(id,name,icon),config:config_items(id,name,type,config_class)&&order=created_at.desc&&limit=50`,
    ['created_by.name', 'playbooks.title', 'component.name', 'check.name', 'config.name'],
  ],
  ['topologies?select=id,components(id,name)', ['components.0.name']],
  ['components?select=id,topologies(id,name)', ['topologies.name']],
  ['config_scrapers?select=id,config_items(id,name)', ['config_items.0.name']],
];

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Row | null | undefined)?.[key], value); // test data

describe('embeds', () => {
  it.each(EMBEDS)('%s', async (path, filled) => {
    const answer = await api.request(path);
    expect(answer).toMatchObject({ status: 200 });
    expect(filled.filter((step) => !at(answer.rows[0], step))).toEqual([]);
  });

  it('of runs name each relation once: a plain embed is not ambiguous', async () => {
    const answer = await api.request('hypotheses?select=id,incidents(id),teams(id),people(id)');
    expect(answer).toMatchObject({ status: 200, rows: [{ incidents: { id: incident } }] });
  });
});
