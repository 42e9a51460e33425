import { randomUUID } from 'node:crypto';
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
