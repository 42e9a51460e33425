import { randomUUID } from 'node:crypto';
import { createCheck } from '../health/check-scene.ts';
import type { Scene } from '../scene.ts';
import type { ServerFacts } from '../server-facts.ts';

/** An item with enough around it to be gathered. */
export interface GraphScene {
  readonly itemId: string;
  readonly name: string;
  /** Below it: five of one type, one of them unhealthy, with a node behind the first; three of another type. */
  readonly pods: readonly string[];
  readonly maps: readonly string[];
  readonly podType: string;
  readonly mapType: string;
  readonly node: string;
  /** Below it, with the same five below itself. */
  readonly twin: string;
  /** Above it by links; and above that only by the path of the item. */
  readonly namespace: string;
  readonly cluster: string;
  /** Soft links lead to it. */
  readonly volume: string;
  /** Its link was deleted. */
  readonly old: string;
  readonly idOf: (name: string) => string;
}

export async function createGraph(facts: ServerFacts): Promise<GraphScene> {
  const itemId = randomUUID();
  const mark = itemId.slice(0, 8);
  const ids = new Map<string, string>();
  const item = async (name: string, kind: string, health = 'healthy', id: string = randomUUID()) => {
    await facts.rows(
      `insert into config_items (id, name, type, config_class, health, status, config, created_at)
       values ($1, $2, $3, $4, $5, 'Running', '{"kind": "Test"}', now() - interval '3 days')`,
      [id, name, `Kubernetes::${kind}`, kind, health],
    );
    ids.set(name, id);
    return name;
  };
  const link = async (from: string, to: string, relation = 'hard', isDeleted = false): Promise<void> => {
    await facts.rows(
      `insert into config_relationships (config_id, related_id, relation, selector_id, deleted_at)
       values ($1, $2, $3, $4, case when $5 then now() end)`,
      [ids.get(from), ids.get(to), relation, `${relation}-selector`, isDeleted],
    );
  };
  const name = await item(`shop-${mark}`, 'Deployment', 'healthy', itemId);
  const cluster = await item(`cluster-${mark}`, 'Cluster');
  const namespace = await item(`space-${mark}`, 'Namespace');
  const twin = await item(`twin-${mark}`, 'ReplicaSet');
  const node = await item(`node-${mark}`, 'Node', 'warning');
  const volume = await item(`volume-${mark}`, 'Volume');
  const old = await item(`job-${mark}`, 'Job');
  const pods: string[] = [];
  for (const n of [1, 2, 3, 4, 5])
    pods.push(await item(`pod-${n}-${mark}`, 'Pod', n === 5 ? 'unhealthy' : 'healthy'));
  const maps: string[] = [];
  for (const n of [1, 2, 3]) maps.push(await item(`map-${n}-${mark}`, 'ConfigMap'));
  await link(namespace, name);
  await facts.rows(`update config_items set path = $2 where id = $1`, [
    itemId,
    [ids.get(cluster), ids.get(namespace), itemId].join('.'),
  ]);
  await link(name, twin);
  for (const each of pods) {
    await link(name, each);
    await link(twin, each);
  }
  for (const each of maps) await link(name, each);
  await link(pods[0] ?? '', node);
  await link(name, volume, 'DeploymentVolume');
  await link(name, old, 'hard', true);
  return {
    itemId,
    name,
    pods,
    maps,
    node,
    twin,
    namespace,
    cluster,
    volume,
    old,
    idOf: (each) => ids.get(each) ?? '',
    podType: 'Kubernetes::Pod',
    mapType: 'Kubernetes::ConfigMap',
  };
}

/** An item over a tree of 254 others, two below each: nothing of it is gathered. */
export async function createWideTree(facts: ServerFacts): Promise<string> {
  const mark = randomUUID().slice(0, 8);
  await facts.rows(
    `insert into config_items (id, name, type, config_class, health, config, created_at)
     select gen_random_uuid(), $1 || '-' || n, 'Test::Level', 'Level', 'healthy', '{"kind": "Test"}', now() - interval '3 days'
       from generate_series(1, 255) as n`,
    [`tree-${mark}`],
  );
  await facts.rows(
    `insert into config_relationships (config_id, related_id, relation, selector_id)
     select above.id, below.id, 'hard', 'tree'
       from generate_series(2, 255) as n
       join config_items below on below.name = $1 || '-' || n
       join config_items above on above.name = $1 || '-' || n / 2`,
    [`tree-${mark}`],
  );
  return await facts.value<string>(`select id::text from config_items where name = $1`, [`tree-${mark}-1`]);
}

/** What a blast radius is made of beside relationships. */
export interface BlastScene extends GraphScene {
  readonly checkId: string;
  readonly checkName: string;
  /** The component that the item is a part of, and the one above it. */
  readonly component: string;
  readonly componentId: string;
  readonly system: string;
  /** Of the item two steps above; the item itself was not changed. */
  readonly change: string;
}

/** The same item with a component, a check of one pod, an incident about another, and a change two steps above. */
export async function createBlast(facts: ServerFacts, scene: Scene): Promise<BlastScene> {
  const graph = await createGraph(facts);
  const mark = graph.itemId.slice(0, 8);
  const [systemId, componentId] = [randomUUID(), randomUUID()];
  const [system, component] = [`system-${mark}`, `cart-${mark}`];
  const topologyId = await facts.value<string>(
    `insert into topologies (id, name, namespace, spec) values (gen_random_uuid(), $1, 'e2e', '{}') returning id::text`,
    [`topology-${mark}`],
  );
  await facts.rows(
    `insert into components (id, topology_id, name, type, status, health, external_id, parent_id, path)
     values ($1, $2, $3, 'System', 'healthy', 'healthy', $3, null, ''),
            ($4, $2, $5, 'Service', 'healthy', 'healthy', $5, $1, $1::text)`,
    [systemId, topologyId, system, componentId, component],
  );
  await facts.rows(
    `insert into config_component_relationships (component_id, config_id, selector_id) values ($1, $2, 'manual')`,
    [componentId, graph.itemId],
  );
  const { checkId, canaryId, name: checkName } = await createCheck(facts);
  await facts.rows(
    `insert into check_config_relationships (config_id, check_id, canary_id, selector_id) values ($1, $2, $3, 'test')`,
    [graph.idOf(graph.pods[0] ?? ''), checkId, canaryId],
  );
  await facts.rows(
    `insert into evidences (hypothesis_id, type, description, config_id, evidence, created_by)
     select $1, 'config', 'it restarts', $2, '{"lines": ["a: 1"], "selected_lines": {"1": "a: 1"}}', created_by
       from hypotheses where id = $1`,
    [scene.hypothesisId, graph.idOf(graph.pods[4] ?? '')],
  );
  const change = `Cluster upgraded ${mark}`;
  await facts.rows(
    `insert into config_changes (id, config_id, external_change_id, change_type, severity, source, summary, created_at)
     values (gen_random_uuid(), $1, $2, 'Upgrade', 'high', 'e2e', $3, now() - interval '3 hours')`,
    [graph.idOf(graph.cluster), randomUUID(), change],
  );
  return { ...graph, checkId, checkName, component, componentId, system, change };
}
