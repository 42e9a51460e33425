import type { Catalog, ConfigNode } from './catalog-model.ts';
import { storyClusters } from './catalog-model.ts';
import { between, LOCAL_AGENT, ulid, type SeedContext } from './context.ts';
import { clusterAt, datastores, services } from './services.ts';
import { DAY } from './sizes.ts';

export interface ComponentNode {
  id: string;
  topologyId: string;
  name: string;
  type: string;
  icon: string;
  agentId: string;
  parent?: ComponentNode | undefined;
  children: ComponentNode[];
  /** Dot-joined ids of the ancestors, empty at a root. */
  path: string;
  status: string;
  reason?: string | undefined;
  team?: string | undefined;
  namespace?: string | undefined;
  description?: string | undefined;
  config?: ConfigNode | undefined;
  createdMs: number;
  summary: Record<string, number>;
}

export interface Topology {
  components: ComponentNode[];
  /** Systems, services and datastores by name. */
  byName: Map<string, ComponentNode>;
}

export const topologyIds = {
  shop: '0190a3c4-5b00-7000-8200-000000000201',
  infrastructure: '0190a3c4-5b00-7000-8200-000000000202',
} as const;

/** Status and reason of what is not well, as the story has it. */
const troubled = new Map<string, readonly [status: string, reason: string]>([
  ['payments-api', ['unhealthy', '3 of 3 pods crash: no database connection left']],
  ['checkout-api', ['warning', 'p95 of 3.4 s in us-east-1']],
  ['cart-cache', ['warning', 'Evictions are off and memory is full']],
  ['label-printer', ['warning', 'Agent warehouse-rotterdam is silent']],
  ['label-jobs', ['unhealthy', '1,893 jobs wait']],
]);

const systems = [
  ['Checkout', 'Cart to order: pages, prices and vouchers', 'shopping-cart'],
  ['Payments', 'Cards, wallets, refunds and the ledger', 'credit-card'],
  ['Fulfilment', 'Stock, labels and carriers', 'truck'],
  ['Platform', 'Clusters, front door, identity and certificates', 'kubernetes'],
  ['Data', 'Events, search and recommendations', 'database'],
] as const;

/** Makes exactly the wanted number of components, from systems down to pods. */
export function buildTopology(context: SeedContext, catalog: Catalog): Topology {
  const { nowMs, volume } = context;
  const rng = context.rng.fork('topology');
  const topology: Topology = { components: [], byName: new Map() };

  const add = (
    fields: Pick<ComponentNode, 'name' | 'type' | 'icon'> & Partial<ComponentNode>,
  ): ComponentNode | undefined => {
    if (topology.components.length >= volume.components) return undefined;
    const createdMs = nowMs - between(rng, 10, 300) * DAY;
    const parent = fields.parent;
    const component: ComponentNode = {
      topologyId: parent?.topologyId ?? topologyIds.shop,
      agentId: LOCAL_AGENT,
      status: 'healthy',
      ...fields,
      id: ulid(createdMs, rng),
      children: [],
      path: parent === undefined ? '' : parent.path === '' ? parent.id : `${parent.path}.${parent.id}`,
      createdMs,
      summary: {},
    };
    parent?.children.push(component);
    topology.components.push(component);
    return component;
  };
  const addNamed = (fields: Parameters<typeof add>[0]): void => {
    const component = add(fields);
    if (component !== undefined) topology.byName.set(component.name, component);
  };

  for (const [name, description, icon] of systems)
    addNamed({ name, description, icon, type: 'System', team: name });
  for (const service of services) {
    const [status, reason] = troubled.get(service.name) ?? ['healthy', undefined];
    addNamed({
      name: service.name,
      type: 'Service',
      icon: service.language,
      parent: topology.byName.get(service.team),
      team: service.team,
      namespace: service.namespace,
      description: service.description,
      config: catalog.byKey.get(`${storyClusters.eu}/Deployment/${service.name}`),
      status,
      reason,
    });
  }
  for (const store of datastores) {
    const [status, reason] = troubled.get(store.name) ?? ['healthy', undefined];
    const kind = store.type.split('::').at(-1) ?? '';
    addNamed({
      name: store.name,
      type: store.configClass,
      icon: store.engine.split(' ')[0] ?? 'database',
      parent: topology.byName.get(store.team),
      team: store.team,
      description: store.engine,
      config: catalog.byKey.get(`${storyClusters.eu}/${kind}/${store.name}-eu-west-1`),
      status,
      reason,
    });
  }
  addWorkloads(catalog, volume.clusters, topology, add);
  for (const component of topology.components) if (component.parent === undefined) rollUp(component);
  return topology;
}

function addWorkloads(
  catalog: Catalog,
  clusters: number,
  topology: Topology,
  add: (
    fields: Pick<ComponentNode, 'name' | 'type' | 'icon'> & Partial<ComponentNode>,
  ) => ComponentNode | undefined,
): void {
  const clusterComponents = new Map<string, ComponentNode>();
  for (let at = 0; at < clusters; at += 1) {
    const { name } = clusterAt(at);
    const component = add({
      name,
      type: 'KubernetesCluster',
      icon: 'kubernetes',
      topologyId: topologyIds.infrastructure,
      team: 'Platform',
      config: catalog.byKey.get(`${name}/Cluster/${name}`),
    });
    if (component !== undefined) clusterComponents.set(name, component);
  }
  const deployments = new Map<string, ComponentNode>();
  for (const node of catalog.nodes) {
    if (node.type !== 'Kubernetes::Deployment' || node.service === undefined) continue;
    const component = add({
      name: `${node.name} ${node.cluster.replace('larkspur-', '')}`,
      type: 'KubernetesDeployment',
      icon: 'k8s-deployment',
      parent: topology.byName.get(node.service.name),
      team: node.service.team,
      namespace: node.namespace,
      config: node,
      agentId: node.agentId,
      status: node.health,
      reason: node.health === 'healthy' ? undefined : node.status,
    });
    if (component !== undefined) deployments.set(node.id, component);
  }
  for (const node of catalog.nodes) {
    const isPod = node.type === 'Kubernetes::Pod';
    if ((!isPod && node.type !== 'Kubernetes::Node') || node.deletedMs !== undefined) continue;
    const parent = isPod
      ? deployments.get(node.parent?.parent?.id ?? '')
      : clusterComponents.get(node.cluster);
    if (parent === undefined) continue;
    add({
      name: node.name,
      type: isPod ? 'KubernetesPod' : 'KubernetesNode',
      icon: isPod ? 'k8s-pod' : 'k8s-node',
      parent,
      team: parent.team,
      namespace: node.namespace,
      config: node,
      agentId: node.agentId,
      status: node.health === 'unknown' ? 'warning' : node.health,
      reason: node.health === 'healthy' ? undefined : node.status,
    });
  }
}

const worst = ['unhealthy', 'warning', 'healthy'] as const;

/**
 * The server's roll-up: a leaf counts its own status; a child with healthy and unhealthy parts counts as one warning.
 * A parent is as bad as its worst child.
 */
function rollUp(component: ComponentNode): void {
  const summary = { healthy: 0, unhealthy: 0, warning: 0 };
  if (component.children.length === 0) {
    if (component.status === 'healthy' || component.status === 'unhealthy' || component.status === 'warning')
      summary[component.status] += 1;
  }
  for (const child of component.children) {
    rollUp(child);
    const isHealthy = (child.summary['healthy'] ?? 0) > 0;
    const isUnhealthy = (child.summary['unhealthy'] ?? 0) > 0;
    if (isHealthy && isUnhealthy) summary.warning += 1;
    else if (isUnhealthy) summary.unhealthy += 1;
    else if (isHealthy) summary.healthy += 1;
    summary.warning += child.summary['warning'] ?? 0;
  }
  component.summary = Object.fromEntries(Object.entries(summary).filter(([, count]) => count > 0));
  const statuses = [component.status, ...component.children.map(({ status }) => status)];
  component.status = worst.find((status) => statuses.includes(status)) ?? 'healthy';
}
