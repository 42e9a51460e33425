import { randomUUID } from 'node:crypto';
import type { ServerFacts } from '../server-facts.ts';

const TOPOLOGY = '0190a3c4-5b00-7000-8200-000000000201';

/** A system of a test with services below it, as its rows on the server. */
export interface TopologyScene {
  readonly rootId: string;
  readonly root: string;
  readonly apiId: string;
  readonly api: string;
  readonly web: string;
  readonly hidden: string;
  readonly team: string;
  readonly teamId: string;
}

/** Writes the system, the checks and insights of its services, and its team. */
export async function createTopology(facts: ServerFacts): Promise<TopologyScene> {
  const mark = randomUUID().slice(0, 8);
  const scene: TopologyScene = {
    rootId: randomUUID(),
    root: `shop ${mark}`,
    apiId: randomUUID(),
    api: `api ${mark}`,
    web: `web ${mark}`,
    hidden: `old ${mark}`,
    team: `Team ${mark}`,
    teamId: randomUUID(),
  };
  const component = (values: Record<string, unknown>): Promise<unknown> => {
    const row = { topology_id: TOPOLOGY, external_id: randomUUID(), is_leaf: true, ...values };
    const names = Object.keys(row);
    const places = names.map((_name, at) => `$${at + 1}`);
    return facts.rows(
      `insert into components (${names.join(', ')}) values (${places.join(', ')})`,
      Object.values(row).map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      ),
    );
  };
  const { rootId, apiId, teamId } = scene;
  await component({
    id: rootId,
    name: scene.root,
    type: 'System',
    status: 'warning',
    health: 'warning',
    labels: { mark },
    is_leaf: false,
    cost_total_30d: 1234,
  });
  const below = { parent_id: rootId, path: rootId, labels: { mark } };
  await component({
    ...below,
    id: apiId,
    name: scene.api,
    type: `Service-${mark}`,
    status: 'unhealthy',
    health: 'unhealthy',
    status_reason: 'Three of four pods wait',
    properties: [
      { name: 'memory', label: 'Memory', value: 768, max: 1024, unit: 'bytes', headline: true },
      { name: 'version', label: 'Version', text: '1.2.3' },
      {
        name: 'dashboard',
        label: 'Dashboard',
        links: [{ label: 'Grafana', url: 'https://grafana.example/d/1' }],
      },
      { name: 'bad', label: 'Bad', text: 'no link', url: 'javascript:alert(1)' },
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => ({
        name,
        label: `Fact ${name}`,
        text: name,
      })),
    ],
  });
  await component({
    ...below,
    id: randomUUID(),
    name: scene.web,
    type: `Service-${mark}`,
    status: 'healthy',
    health: 'healthy',
  });
  await component({
    ...below,
    id: randomUUID(),
    name: scene.hidden,
    type: `Service-${mark}`,
    status: 'healthy',
    health: 'healthy',
    hidden: true,
  });
  await facts.rows(
    `insert into check_component_relationships (component_id, check_id, canary_id)
     select $1, id, canary_id from checks where deleted_at is null and status = 'healthy' order by id limit 2`,
    [apiId],
  );
  await facts.rows(
    `insert into config_component_relationships (component_id, config_id, selector_id)
     select $1, config_id, 'e2e' from config_analysis where status = 'open' and severity = 'critical' order by id limit 1`,
    [apiId],
  );
  await facts.rows('insert into teams (id, name, created_by) select $1, $2, id from people limit 1', [
    teamId,
    scene.team,
  ]);
  await facts.rows('insert into team_components (team_id, component_id) values ($1, $2)', [teamId, apiId]);
  return scene;
}
