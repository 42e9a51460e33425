import type { Prng } from '#tests/sim/prng.ts';
import { between, iso, LOCAL_AGENT, ulid, type SeedContext } from './context.ts';
import { remoteAgents } from './directory.ts';
import { clusterAt, datastores, namespaces, services, type Service } from './services.ts';
import { DAY, HOUR, MINUTE } from './sizes.ts';

/** One config item while the seed is made: what other areas refer to. */
export interface ConfigNode {
  id: string;
  type: string;
  configClass: string;
  name: string;
  cluster: string;
  namespace?: string | undefined;
  parent?: ConfigNode | undefined;
  path: string;
  status: string;
  health: string;
  agentId: string;
  createdMs: number;
  updatedMs: number;
  deletedMs?: number | undefined;
  labels: Record<string, string>;
  tags: Record<string, string>;
  /** The service it runs, and that service's name in this cell. */
  service?: Service | undefined;
  base?: string | undefined;
  version?: string | undefined;
  replicas?: number | undefined;
  nodeName?: string | undefined;
  /** Document of what is not a Kubernetes object. */
  document?: Record<string, unknown> | undefined;
  costPerMinute?: number | undefined;
}

export interface SoftEdge {
  from: ConfigNode;
  to: ConfigNode;
  relation: string;
}

export interface Catalog {
  nodes: ConfigNode[];
  edges: SoftEdge[];
  /** By `cluster/Kind/name`, for the story and for the areas that link to configs. */
  byKey: Map<string, ConfigNode>;
}

export const configKey = (cluster: string, kind: string, name: string): string =>
  `${cluster}/${kind}/${name}`;

/** The clusters of the story: where card payments fail, and where checkout is slow. */
export const storyClusters = { eu: 'larkspur-eu-west-1', us: 'larkspur-us-east-1' } as const;

const PLAIN_CLASSES: Record<string, string> = { HorizontalPodAutoscaler: 'HorizontalPodAutoscaler' };

class Builder {
  readonly catalog: Catalog = { nodes: [], edges: [], byKey: new Map() };
  readonly #rng: Prng;
  readonly #nowMs: number;
  readonly #target: number;

  constructor(rng: Prng, nowMs: number, target: number) {
    this.#rng = rng;
    this.#nowMs = nowMs;
    this.#target = target;
  }

  get isFull(): boolean {
    return this.catalog.nodes.length >= this.#target;
  }

  get rng(): Prng {
    return this.#rng;
  }

  add(
    fields: Pick<ConfigNode, 'type' | 'name' | 'cluster' | 'tags'> & Partial<ConfigNode>,
    ageMs: number,
  ): ConfigNode | undefined {
    if (this.isFull) return undefined;
    const createdMs = this.#nowMs - ageMs - this.#rng.int(HOUR);
    const kind = fields.type.split('::').at(-1) ?? fields.type;
    const id = ulid(createdMs, this.#rng);
    const node: ConfigNode = {
      configClass: PLAIN_CLASSES[kind] ?? kind,
      status: 'Running',
      health: 'healthy',
      agentId: fields.parent?.agentId ?? LOCAL_AGENT,
      labels: {},
      ...fields,
      id,
      path: fields.parent === undefined ? id : `${fields.parent.path}.${id}`,
      createdMs,
      updatedMs: createdMs + Math.floor(this.#rng.next() * (this.#nowMs - createdMs - MINUTE)),
    };
    this.catalog.nodes.push(node);
    this.catalog.byKey.set(configKey(node.cluster, kind, node.name), node);
    return node;
  }

  link(from: ConfigNode | undefined, to: ConfigNode | undefined, relation: string): void {
    if (from !== undefined && to !== undefined) this.catalog.edges.push({ from, to, relation });
  }

  find(cluster: string, kind: string, name: string): ConfigNode | undefined {
    return this.catalog.byKey.get(configKey(cluster, kind, name));
  }
}

/** Makes exactly the wanted number of configs: every cluster once, then more cells of every service until it is met. */
export function buildCatalog({ rng, nowMs, volume }: SeedContext): Catalog {
  const builder = new Builder(rng.fork('catalog'), nowMs, volume.configs);
  for (let at = 0; at < volume.clusters; at += 1) addCluster(builder, at);
  for (let cell = 0; !builder.isFull; cell += 1) {
    for (let at = 0; at < volume.clusters && !builder.isFull; at += 1) {
      for (const service of services) addService(builder, at, service, cell);
    }
  }
  markTrouble(builder, nowMs);
  markRolledBack(builder, nowMs);
  return builder.catalog;
}

function addCluster(builder: Builder, at: number): void {
  const { name, region, account } = clusterAt(at);
  const tags = { cluster: name, region, account };
  // In the larger sizes some clusters are the agents' own; in the demo both are scraped from here.
  const agentId =
    at < 2 ? LOCAL_AGENT : ([LOCAL_AGENT, remoteAgents.euEdge, remoteAgents.usEdge][at % 3] ?? LOCAL_AGENT);
  const cluster = builder.add(
    { type: 'Kubernetes::Cluster', name, cluster: name, tags, agentId, labels: { provider: 'eks' } },
    (360 - at) * DAY,
  );
  for (let node = 0; node < 4; node += 1) {
    const host = `ip-10-${20 + (at % 200)}-4-${17 + node * 12}.${region}.compute.internal`;
    const machine = builder.add(
      {
        type: 'AWS::EC2::Instance',
        configClass: 'VirtualMachine',
        name: `i-0${(0xa31f00 + at * 97 + node).toString(16)}c9d2e7b`,
        cluster: name,
        tags,
        labels: { 'eks:cluster-name': name },
        document: { InstanceType: 'm6i.2xlarge', State: { Name: 'running' }, PrivateDnsName: host },
        costPerMinute: 0.0064,
        agentId,
      },
      (90 + node) * DAY,
    );
    const kubeNode = builder.add(
      {
        type: 'Kubernetes::Node',
        name: host,
        cluster: name,
        parent: cluster,
        tags,
        labels: { 'kubernetes.io/arch': 'amd64' },
      },
      (90 + node) * DAY,
    );
    builder.link(machine, kubeNode, 'EC2InstanceNode');
  }
  for (const namespace of namespaces) {
    builder.add(
      {
        type: 'Kubernetes::Namespace',
        name: namespace,
        cluster: name,
        namespace,
        parent: cluster,
        tags: { ...tags, namespace },
        labels: { 'kubernetes.io/metadata.name': namespace },
        status: 'Active',
      },
      350 * DAY,
    );
  }
  for (const store of datastores) {
    builder.add(
      {
        type: store.type,
        configClass: store.configClass,
        name: `${store.name}-${clusterAt(at).short}`,
        cluster: name,
        tags,
        labels: { team: store.team.toLowerCase(), service: store.name },
        status: 'available',
        document: { Engine: store.engine, Name: store.name, MultiAZ: true, StorageEncrypted: true },
        costPerMinute: store.configClass === 'Database' ? 0.0121 : 0.0031,
        agentId,
      },
      (300 + at) * DAY,
    );
  }
  if (at === 0) addTicketing(builder);
}

/** What the responder clients of Payments (Jira) and Platform (Planner) offer, as the hourly job stores it. */
function addTicketing(builder: Builder): void {
  const issueTypes = ['Incident', 'Bug', 'Task'];
  builder.add(
    {
      type: 'jira',
      configClass: 'Responder',
      name: 'Payments Jira',
      cluster: '',
      tags: {},
      document: {
        projects: [
          { key: 'PAY', name: 'Payments', issueTypes, priorities: ['Highest', 'High', 'Medium', 'Low'] },
          { key: 'SRE', name: 'Reliability', issueTypes, priorities: ['Highest', 'High', 'Medium', 'Low'] },
        ],
      },
    },
    120 * DAY,
  );
  builder.add(
    {
      type: 'ms_planner',
      configClass: 'Responder',
      name: 'Platform Planner',
      cluster: '',
      tags: {},
      document: {
        plans: [
          {
            id: 'plan-platform-incidents',
            name: 'Platform incidents',
            buckets: [
              { id: 'bucket-triage', name: 'Triage' },
              { id: 'bucket-doing', name: 'Doing' },
            ],
            priorities: [
              { id: '1', name: 'Urgent' },
              { id: '3', name: 'Important' },
              { id: '5', name: 'Medium' },
            ],
          },
        ],
      },
    },
    120 * DAY,
  );
}

const suffixAlphabet = 'bcdfghjklmnpqrstvwxz2456789';

function suffix(rng: Prng, length: number): string {
  let text = '';
  for (let at = 0; at < length; at += 1) text += suffixAlphabet[rng.int(suffixAlphabet.length)] ?? 'x';
  return text;
}

/** One service in one cluster: workload, pods and what belongs to it. Cell 0 has the plain name. */
function addService(builder: Builder, at: number, service: Service, cell: number): void {
  const { name: cluster, region, account, short } = clusterAt(at);
  const { rng } = builder;
  const base = cell === 0 ? service.name : cell === 1 ? `${service.name}-canary` : `${service.name}-c${cell}`;
  const parent = builder.find(cluster, 'Namespace', service.namespace);
  const version = `${service.version}.${between(rng, 0, 6)}`;
  const common = {
    cluster,
    namespace: service.namespace,
    parent,
    tags: { cluster, namespace: service.namespace, region, account },
    labels: { app: base, team: service.team.toLowerCase(), version },
    service,
    base,
    version,
    replicas: service.replicas,
  };
  const age = between(rng, 20, 300) * DAY;
  const deployment = builder.add({ ...common, type: 'Kubernetes::Deployment', name: base }, age);
  const config = builder.add(
    { ...common, type: 'Kubernetes::ConfigMap', name: `${base}-config`, status: 'Active' },
    age,
  );
  const entry = builder.add({ ...common, type: 'Kubernetes::Service', name: base, status: 'Active' }, age);
  builder.link(entry, deployment, 'ServiceDeployment');
  builder.link(config, deployment, 'ConfigMapDeployment');
  const hash = suffix(rng, 9);
  const rolloutAge = between(rng, 1, 20) * DAY;
  const replicaSet = builder.add(
    { ...common, parent: deployment, type: 'Kubernetes::ReplicaSet', name: `${base}-${hash}` },
    rolloutAge,
  );
  for (let pod = 0; pod < service.replicas; pod += 1) {
    const nodeName = `ip-10-${20 + (at % 200)}-4-${17 + rng.int(4) * 12}.${region}.compute.internal`;
    const added = builder.add(
      {
        ...common,
        parent: replicaSet,
        type: 'Kubernetes::Pod',
        name: `${base}-${hash}-${suffix(rng, 5)}`,
        nodeName,
      },
      Math.max(2 * HOUR, rolloutAge - pod * MINUTE),
    );
    builder.link(builder.find(cluster, 'Node', nodeName), added, 'NodePod');
  }
  if (service.isPublic) {
    const ingress = builder.add(
      { ...common, type: 'Kubernetes::Ingress', name: base, status: 'Active' },
      age,
    );
    builder.link(ingress, entry, 'IngressService');
  }
  if (service.replicas > 1) {
    const scaler = builder.add(
      { ...common, type: 'Kubernetes::HorizontalPodAutoscaler', name: base, status: 'Active' },
      age,
    );
    builder.link(scaler, deployment, 'HorizontalPodAutoscalerDeployment');
  }
  for (const used of service.uses) {
    const store = datastores.find(({ name }) => name === used);
    if (store === undefined) continue;
    const kind = store.type.split('::').at(-1) ?? '';
    builder.link(
      deployment,
      builder.find(cluster, kind, `${used}-${short}`),
      `Deployment${store.configClass}`,
    );
  }
}

/** What is not well: the story's deployments, a share of the rest, and a few configs that went away lately. */
function markTrouble(builder: Builder, nowMs: number): void {
  const { rng, catalog } = builder;
  for (const node of catalog.nodes) {
    const isStory = node.cluster === storyClusters.eu && node.base === 'payments-api';
    const roll = rng.next();
    if (node.type === 'Kubernetes::Pod') {
      if (isStory) Object.assign(node, { health: 'unhealthy', status: 'CrashLoopBackOff' });
      else if (roll < 0.008) Object.assign(node, { health: 'unhealthy', status: 'CrashLoopBackOff' });
      else if (roll < 0.02) Object.assign(node, { health: 'warning', status: 'Pending' });
      else if (roll < 0.03) Object.assign(node, { health: 'unknown', status: 'Unknown' });
      if (roll > 0.972 && !isStory && node.base !== node.service?.name) markDeleted(node, nowMs, rng);
    } else if (node.type === 'Kubernetes::Deployment') {
      if (isStory) Object.assign(node, { health: 'unhealthy', status: 'Failed' });
      else if (roll < 0.02) Object.assign(node, { health: 'warning', status: 'RolloutInProgress' });
    } else if (node.configClass === 'Queue' && node.name.startsWith('label-jobs-eu-west-1')) {
      Object.assign(node, { health: 'warning', status: 'Backlog' });
    } else if (node.type === 'Kubernetes::Node' && roll < 0.04) {
      Object.assign(node, { health: 'warning', status: 'MemoryPressure' });
    }
  }
}

/** A canary that was taken back yesterday, with everything under it: in the demo nothing else is deleted. */
function markRolledBack({ catalog: { nodes } }: Builder, nowMs: number): void {
  const deployment = nodes.findLast(
    ({ type, base, service, deletedMs }) =>
      type === 'Kubernetes::Deployment' && base !== service?.name && deletedMs === undefined,
  );
  if (deployment === undefined) return;
  const isUnder = (node: ConfigNode | undefined): boolean =>
    node !== undefined && (node === deployment || isUnder(node.parent));
  for (const node of nodes.filter(isUnder)) {
    node.deletedMs = nowMs - 20 * HOUR;
    node.createdMs = Math.min(node.createdMs, node.deletedMs - DAY);
    node.updatedMs = Math.min(node.updatedMs, node.deletedMs - MINUTE);
    Object.assign(node, { health: 'unknown', status: 'Deleted' });
  }
}

function markDeleted(node: ConfigNode, nowMs: number, rng: Prng): void {
  // Nightly jobs remove them for good after seven days.
  node.deletedMs = nowMs - between(rng, HOUR, 6 * DAY);
  node.createdMs = Math.min(node.createdMs, node.deletedMs - HOUR);
  node.updatedMs = Math.min(node.updatedMs, node.deletedMs - MINUTE);
  node.health = 'unknown';
  node.status = 'Deleted';
}

/** Timestamp columns of a node as row text. */
export const nodeTimes = (
  node: ConfigNode,
): { created_at: string; updated_at: string; deleted_at: string | null } => ({
  created_at: iso(node.createdMs),
  updated_at: iso(node.updatedMs),
  deleted_at: node.deletedMs === undefined ? null : iso(node.deletedMs),
});
