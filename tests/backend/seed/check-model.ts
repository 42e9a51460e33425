import type { Prng } from '#tests/sim/prng.ts';
import { storyClusters, type Catalog, type ConfigNode } from './catalog-model.ts';
import { between, LOCAL_AGENT, ulid, type SeedContext } from './context.ts';
import { remoteAgents } from './directory.ts';
import { clusterAt, datastores, namespaces, services, type Service } from './services.ts';
import { DAY, HOUR, MINUTE } from './sizes.ts';

/** How the results of a check go. */
export type Mood =
  | { kind: 'steady' }
  | { kind: 'flapping' }
  | { kind: 'down'; sinceMs: number; error: string }
  /** Its agent went away: no results after that. */
  | { kind: 'silent'; sinceMs: number };

export interface CanaryNode {
  id: string;
  name: string;
  namespace: string;
  agentId: string;
  cluster: string;
  everyMs: number;
  labels: Record<string, string>;
  createdMs: number;
  checks: CheckNode[];
}

export interface CheckNode {
  id: string;
  canary: CanaryNode;
  type: string;
  name: string;
  severity: string;
  description: string;
  latencyMs: number;
  mood: Mood;
  spec: Record<string, unknown>;
  /** Service or datastore it watches. */
  subject: string;
  team: string;
  config?: ConfigNode | undefined;
  /** Filled while the results are made. */
  outcome: { status: boolean; lastMs: number; transitionMs: number };
}

export interface Health {
  canaries: CanaryNode[];
  checks: CheckNode[];
  /** By `cluster/type/name`. */
  byKey: Map<string, CheckNode>;
}

export const checkKey = (cluster: string, type: string, name: string): string => `${cluster}/${type}/${name}`;

const { eu, us } = storyClusters;

/** The checks that are not simply fine, by key. */
function moodsAt(nowMs: number): Map<string, Mood> {
  const flapping: Mood = { kind: 'flapping' };
  return new Map<string, Mood>([
    [
      checkKey(eu, 'http', 'payments-api charge'),
      {
        kind: 'down',
        sinceMs: nowMs - 47 * MINUTE,
        error: 'unexpected status code 502, expected one of [200 201]',
      },
    ],
    [
      checkKey(eu, 'cloudwatch', 'label-jobs depth'),
      {
        kind: 'down',
        sinceMs: nowMs - 9 * HOUR,
        error: 'ApproximateNumberOfMessagesVisible is 1893, threshold 500',
      },
    ],
    [checkKey(us, 'http', 'checkout-api health'), flapping],
    [checkKey(us, 'redis', 'cart-cache'), flapping],
    [checkKey(eu, 'prometheus', 'payments-api error budget'), flapping],
    [checkKey(us, 'kubernetes', 'pods of data'), flapping],
    [checkKey(eu, 'http', 'inventory-api health'), flapping],
    [checkKey(us, 'dns', 'events-collector name'), flapping],
  ]);
}

class Builder {
  readonly health: Health = { canaries: [], checks: [], byKey: new Map() };
  readonly #moods: Map<string, Mood>;
  readonly rng: Prng;
  readonly nowMs: number;
  readonly #target: number;

  constructor(rng: Prng, nowMs: number, target: number) {
    this.rng = rng;
    this.nowMs = nowMs;
    this.#target = target;
    this.#moods = moodsAt(nowMs);
  }

  get isFull(): boolean {
    return this.health.checks.length >= this.#target;
  }

  canary(
    name: string,
    namespace: string,
    cluster: string,
    everyMs: number,
    agentId = LOCAL_AGENT,
  ): CanaryNode {
    const createdMs = this.nowMs - between(this.rng, 40, 250) * DAY;
    return {
      id: ulid(createdMs, this.rng),
      name,
      namespace,
      agentId,
      cluster,
      everyMs,
      labels: { cluster },
      createdMs,
      checks: [],
    };
  }

  add(
    canary: CanaryNode,
    fields: Pick<CheckNode, 'type' | 'name' | 'subject' | 'team' | 'spec' | 'description'> &
      Partial<CheckNode>,
  ): void {
    if (this.isFull) return;
    const key = checkKey(canary.cluster, fields.type, fields.name);
    const check: CheckNode = {
      severity: 'medium',
      latencyMs: between(this.rng, 12, 180),
      mood: this.#moods.get(key) ?? { kind: this.rng.chance(0.02) ? 'flapping' : 'steady' },
      outcome: { status: true, lastMs: this.nowMs, transitionMs: this.nowMs },
      ...fields,
      id: ulid(canary.createdMs, this.rng),
      canary,
    };
    if (canary.checks.length === 0) this.health.canaries.push(canary);
    canary.checks.push(check);
    this.health.checks.push(check);
    this.health.byKey.set(key, check);
  }
}

/** Makes exactly the wanted number of checks: the story's clusters first, then the others, then cells of services. */
export function buildHealth({ rng, nowMs, volume }: SeedContext, catalog: Catalog): Health {
  const builder = new Builder(rng.fork('health'), nowMs, volume.checks);
  addWarehouse(builder);
  for (let at = 0; at < volume.clusters && !builder.isFull; at += 1) addCluster(builder, at, catalog);
  for (const node of catalog.nodes) {
    if (builder.isFull) break;
    const isCell = node.type === 'Kubernetes::Deployment' && node.base !== node.service?.name;
    if (isCell && node.service !== undefined) addService(builder, node.service, node, ['http', 'prometheus']);
  }
  return builder.health;
}

function addCluster(builder: Builder, at: number, catalog: Catalog): void {
  const { name: cluster, short } = clusterAt(at);
  for (const service of services) {
    const config = catalog.byKey.get(`${cluster}/Deployment/${service.name}`);
    const types = [
      'http',
      ...(service.isPublic ? ['dns'] : []),
      ...(service.namespace === 'payments' ? ['prometheus'] : []),
    ];
    addService(builder, service, config, types, cluster, short);
  }
  const stores = builder.canary(`datastores-${short}`, 'platform', cluster, MINUTE);
  for (const store of datastores) {
    const kind = store.type.split('::').at(-1) ?? '';
    const isQueue = store.check === 'cloudwatch';
    builder.add(stores, {
      type: store.check,
      name: isQueue ? `${store.name} depth` : store.name,
      subject: store.name,
      team: store.team,
      severity: store.configClass === 'Database' ? 'critical' : 'high',
      description: isQueue ? `Messages waiting in ${store.name}` : `${store.name} answers (${store.engine})`,
      spec: isQueue
        ? { name: `${store.name} depth`, region: short, filter: { namespace: 'AWS/SQS' } }
        : { name: store.name, connection: `connection://default/${store.name}`, query: 'select 1' },
      config: catalog.byKey.get(`${cluster}/${kind}/${store.name}-${short}`),
    });
  }
  const workloads = builder.canary(`workloads-${short}`, 'platform', cluster, 2 * MINUTE);
  for (const namespace of namespaces) {
    builder.add(workloads, {
      type: 'kubernetes',
      name: `pods of ${namespace}`,
      subject: namespace,
      team: 'Platform',
      description: `All pods of ${namespace} are ready`,
      spec: {
        name: `pods of ${namespace}`,
        kind: 'Pod',
        namespaceSelector: { name: namespace },
        ready: true,
      },
      config: catalog.byKey.get(`${cluster}/Namespace/${namespace}`),
    });
  }
  addNetwork(builder, cluster, short);
}

function addNetwork(builder: Builder, cluster: string, short: string): void {
  const canary = builder.canary(`network-${short}`, 'platform', cluster, 2 * MINUTE);
  const list = [
    [
      'icmp',
      'acquirer gateway',
      'payments-api',
      { endpoint: 'gateway.acquirer.example', packetCount: 3, thresholdMillis: 150 },
    ],
    [
      'icmp',
      'carrier gateway',
      'shipping-api',
      { endpoint: 'api.carrier.example', packetCount: 3, thresholdMillis: 250 },
    ],
    [
      'tcp',
      'kafka listener',
      'events-bus',
      { endpoint: 'events-bus.larkspur.example:9094', thresholdMillis: 200 },
    ],
    ['exec', 'certificate inventory', 'cert-manager', { script: 'cert-inventory --min-days 14' }],
    [
      'alertmanager',
      'firing alerts',
      'prometheus',
      { host: 'http://alertmanager.platform:9093', alerts: ['.*'], ignore: ['Watchdog'] },
    ],
    [
      's3',
      'nightly database dump',
      'payments-db',
      { bucket: 'larkspur-backups', objectPath: 'payments-db/', maxAge: '26h' },
    ],
    [
      'elasticsearch',
      'product index',
      'search-indexer',
      { index: 'products', query: '{"match_all":{}}', results: 1 },
    ],
  ] as const;
  for (const [type, name, subject, spec] of list) {
    builder.add(canary, {
      type,
      name,
      subject,
      team: 'Platform',
      severity: 'low',
      description: `${name}, seen from ${short}`,
      spec: { name, ...spec },
    });
  }
}

/** The warehouse's own agent, silent since last night. */
function addWarehouse(builder: Builder): void {
  const canary = builder.canary(
    'warehouse-rotterdam',
    'fulfilment',
    'warehouse-rotterdam',
    MINUTE,
    remoteAgents.rotterdam,
  );
  const sinceMs = builder.nowMs - 9 * HOUR - 12 * MINUTE;
  const list = [
    ['icmp', 'dock router', { endpoint: '172.16.9.1', packetCount: 5, packetLossThreshold: 20 }],
    ['tcp', 'label printer 1', { endpoint: '172.16.9.40:9100' }],
    ['tcp', 'label printer 2', { endpoint: '172.16.9.41:9100' }],
    ['folder', 'stock files', { path: '/srv/stock/out', maxAge: '30m', minCount: 1 }],
  ] as const;
  for (const [type, name, spec] of list) {
    builder.add(canary, {
      type,
      name,
      subject: name.startsWith('label') ? 'label-printer' : 'warehouse-sync',
      team: 'Fulfilment',
      severity: 'high',
      description: `${name} in the Rotterdam warehouse`,
      spec: { name, ...spec },
      mood: { kind: 'silent', sinceMs },
    });
  }
}

function addService(
  builder: Builder,
  service: Service,
  config: ConfigNode | undefined,
  types: readonly string[],
  cluster = config?.cluster ?? '',
  short = cluster.replace('larkspur-', ''),
): void {
  const base = config?.base ?? service.name;
  const canary = builder.canary(
    `${base}-${short}`,
    service.namespace,
    cluster,
    MINUTE,
    config?.agentId ?? LOCAL_AGENT,
  );
  const common = { subject: service.name, team: service.team, config };
  const host = `${base}.${service.namespace}.svc.${short}.larkspur.example`;
  for (const type of types) {
    if (type === 'http') {
      builder.add(canary, {
        ...common,
        type,
        name: service.name === 'payments-api' ? `${base} charge` : `${base} health`,
        severity: service.namespace === 'payments' || service.isPublic ? 'critical' : 'medium',
        description: service.description,
        spec: {
          name: base,
          url: `https://${host}/healthz`,
          responseCodes: [200, 201],
          thresholdMillis: 3000,
        },
      });
    } else if (type === 'dns') {
      builder.add(canary, {
        ...common,
        type,
        name: `${base} name`,
        severity: 'high',
        description: `${base}.larkspur.example resolves to the front door`,
        latencyMs: between(builder.rng, 3, 20),
        spec: { name: `${base} name`, query: `${base}.larkspur.example`, querytype: 'A', minrecords: 2 },
      });
    } else {
      builder.add(canary, {
        ...common,
        type,
        name: `${base} error budget`,
        severity: 'high',
        description: `Share of failed requests of ${base} stays within the budget`,
        spec: {
          name: `${base} error budget`,
          host: 'http://prometheus.platform:9090',
          query: `slo:errors:ratio{service="${base}"}`,
        },
      });
    }
  }
}
