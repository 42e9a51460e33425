import { createHash } from 'node:crypto';
import type { Prng } from '#tests/sim/prng.ts';
import { people } from './accounts.ts';
import { configKey, type Catalog, type ConfigNode } from './catalog-model.ts';
import { between, iso, required, ulid, type SeedContext } from './context.ts';
import { copyRows } from './copy.ts';
import { unified } from './diff.ts';
import { DAY, MINUTE } from './sizes.ts';
import { storyChanges, type StoryChange } from './story-changes.ts';

/** A change other areas refer to. */
export interface ChangeNode {
  id: string;
  config: ConfigNode;
  createdMs: number;
}

const changeColumns = [
  'id',
  'config_id',
  'external_change_id',
  'external_created_by',
  'change_type',
  'severity',
  'source',
  'summary',
  'patches',
  'diff',
  'details',
  'created_by',
  'created_at',
  'count',
  'fingerprint',
  'first_observed',
] as const;

type ChangeRow = Record<(typeof changeColumns)[number], string | number | object | null>;

/** Everyday change: how often it comes, and which configs have it. */
interface Pattern {
  weight: number;
  type: string;
  severity: string;
  source: string;
  applies: (node: ConfigNode) => boolean;
  summary: (node: ConfigNode, rng: Prng) => string;
  repeats?: boolean;
}

const isKind =
  (kind: string) =>
  (node: ConfigNode): boolean =>
    node.type === `Kubernetes::${kind}`;
const isAws = (node: ConfigNode): boolean => node.type.startsWith('AWS::');

// One line per pattern reads as the table it is.
// prettier-ignore
const patterns: readonly Pattern[] = [
  { weight: 18, type: 'Pulled', severity: 'info', source: 'kubernetes', applies: isKind('Pod'), summary: (n) => `Successfully pulled image "${n.base}:${n.version}"` },
  { weight: 14, type: 'Scheduled', severity: 'info', source: 'kubernetes', applies: isKind('Pod'), summary: (n) => `Assigned ${n.namespace}/${n.name} to ${n.nodeName}` },
  { weight: 10, type: 'Killing', severity: 'info', source: 'kubernetes', applies: isKind('Pod'), summary: (n) => `Stopping container ${n.base}` },
  { weight: 7, type: 'Unhealthy', severity: 'medium', source: 'kubernetes', applies: isKind('Pod'), summary: (_n, rng) => `Readiness probe failed: HTTP probe failed with statuscode: ${rng.pick([500, 502, 503])}`, repeats: true },
  { weight: 3, type: 'BackOff', severity: 'high', source: 'kubernetes', applies: isKind('Pod'), summary: (n) => `Back-off restarting failed container ${n.base}`, repeats: true },
  { weight: 2, type: 'OOMKilled', severity: 'high', source: 'kubernetes', applies: isKind('Pod'), summary: (n) => `Container ${n.base} used more than its limit of memory` },
  { weight: 9, type: 'ScalingReplicaSet', severity: 'info', source: 'kubernetes', applies: isKind('Deployment'), summary: (n, rng) => `Scaled replica set of ${n.name} to ${between(rng, 1, 6)}` },
  { weight: 14, type: 'diff', severity: 'info', source: 'kubernetes', applies: isKind('Deployment'), summary: () => 'spec.template.spec.containers[0].image' },
  { weight: 6, type: 'diff', severity: 'low', source: 'kubernetes', applies: isKind('ConfigMap'), summary: () => 'data.LOG_LEVEL, data.HTTP_CLIENT_TIMEOUT' },
  { weight: 4, type: 'SuccessfulRescale', severity: 'info', source: 'kubernetes', applies: isKind('HorizontalPodAutoscaler'), summary: (_n, rng) => `New size: ${between(rng, 2, 8)}; reason: cpu utilization above target` },
  { weight: 3, type: 'HealthWarning', severity: 'low', source: 'config-db', applies: isKind('Deployment'), summary: () => 'Rollout takes longer than its deadline' },
  { weight: 3, type: 'HealthHealthy', severity: 'info', source: 'config-db', applies: isKind('Deployment'), summary: () => 'All replicas are available' },
  { weight: 2, type: 'NodeHasMemoryPressure', severity: 'medium', source: 'kubernetes', applies: isKind('Node'), summary: (n) => `Node ${n.name} status is now: NodeHasMemoryPressure` },
  { weight: 2, type: 'ModifyDBInstance', severity: 'low', source: 'cloudtrail', applies: isAws, summary: () => 'Backup window moved' },
  { weight: 2, type: 'PolicyUpdate', severity: 'medium', source: 'cloudtrail', applies: isAws, summary: () => 'Resource policy changed' },
  { weight: 1, type: 'PlaybookScheduled', severity: 'info', source: 'playbook', applies: isKind('Deployment'), summary: () => 'Playbook restart-deployment' },
];

/** Writes exactly the wanted number of changes and answers those of the story by name. */
export async function seedChanges(context: SeedContext, catalog: Catalog): Promise<Map<string, ChangeNode>> {
  const local = context.rng.fork('changes');
  const named = new Map<string, ChangeNode>();
  const story = storyChanges.map((change) => storyRow(change, context.nowMs, catalog, local, named));
  const last = lastRows(context.nowMs, catalog, local);
  const rest = context.volume.changes - story.length - last.length;
  await copyRows(
    context.client,
    'config_changes',
    changeColumns,
    everydayRows(context.nowMs, catalog, local, rest),
  );
  await copyRows(context.client, 'config_changes', changeColumns, [...story, ...last]);
  return named;
}

const fingerprint = (text: string): string => createHash('md5').update(text).digest('hex');

function storyRow(
  change: StoryChange,
  nowMs: number,
  catalog: Catalog,
  rng: Prng,
  named: Map<string, ChangeNode>,
): ChangeRow {
  const [cluster, kind, name] = change.config;
  const config = resolveConfig(catalog, cluster, kind, name);
  const createdMs = nowMs - change.minutesAgo * MINUTE;
  const id = ulid(createdMs, rng);
  named.set(change.key, { id, config, createdMs });
  return {
    id,
    config_id: config.id,
    external_change_id: `story-${change.key}`,
    external_created_by: change.by ?? null,
    change_type: change.type,
    severity: change.severity,
    source: change.source,
    summary: change.summary,
    patches: change.patches ?? null,
    diff: change.diff ?? null,
    details: change.details ?? { reason: change.type, message: change.summary },
    created_by: null,
    created_at: iso(createdMs),
    count: change.count ?? 1,
    fingerprint: fingerprint(`${config.id}${change.type}${change.summary}`),
    first_observed: iso(createdMs + (change.count === undefined ? 4_000 : -20 * MINUTE)),
  };
}

/** A config of the story; pods have random names, so `Pod` takes the first one of the service. */
export function resolveConfig(catalog: Catalog, cluster: string, kind: string, name: string): ConfigNode {
  if (kind !== 'Pod') return required(catalog.byKey, configKey(cluster, kind, name));
  const pod = catalog.nodes.find(
    (node) => node.type === 'Kubernetes::Pod' && node.cluster === cluster && node.base === name,
  );
  if (pod === undefined) throw new Error(`The seed's story names a pod of ${name}, which nothing made`);
  return pod;
}

interface Pool {
  pattern: Pattern;
  nodes: ConfigNode[];
  upTo: number;
}

function poolsOf(catalog: Catalog): { pools: Pool[]; total: number } {
  let total = 0;
  const pools: Pool[] = [];
  for (const pattern of patterns) {
    const nodes = catalog.nodes.filter((node) => node.deletedMs === undefined && pattern.applies(node));
    if (nodes.length === 0) continue;
    total += pattern.weight;
    pools.push({ pattern, nodes, upTo: total });
  }
  return { pools, total };
}

/** Sixty days of noise, denser towards now: about a tenth falls into the last two days. */
function* everydayRows(nowMs: number, catalog: Catalog, rng: Prng, count: number): Generator<ChangeRow> {
  const { pools, total } = poolsOf(catalog);
  for (let at = 0; at < count; at += 1) {
    const createdMs = nowMs - Math.floor(60 * DAY * (1 - (at + rng.next()) / count) ** 1.5) - 1000;
    const roll = rng.next() * total;
    const pool = pools.find(({ upTo }) => roll < upTo);
    if (pool === undefined) throw new Error('no configs to change');
    yield everydayRow(pool.pattern, rng.pick(pool.nodes), createdMs, rng);
  }
}

/** What happened last to deployments and pods that were deleted within a day. */
function lastRows(nowMs: number, catalog: Catalog, rng: Prng): ChangeRow[] {
  return catalog.nodes.flatMap((node) => {
    const { deletedMs } = node;
    if (deletedMs === undefined || deletedMs < nowMs - DAY) return [];
    const pattern = patterns.findLast(({ type, applies }) => LAST_TYPES.has(type) && applies(node));
    return pattern === undefined
      ? []
      : [everydayRow(pattern, node, deletedMs - between(rng, MINUTE, 20 * MINUTE), rng)];
  });
}

const LAST_TYPES: ReadonlySet<string> = new Set(['Killing', 'ScalingReplicaSet']);

function everydayRow(pattern: Pattern, node: ConfigNode, createdMs: number, rng: Prng): ChangeRow {
  const id = ulid(createdMs, rng);
  const summary = pattern.summary(node, rng);
  const count = pattern.repeats === true ? between(rng, 1, 30) : 1;
  const isDiff = pattern.type === 'diff';
  const change = isDiff ? everydayDiff(node, rng) : undefined;
  const isHuman = isDiff || pattern.source === 'cloudtrail';
  return {
    id,
    config_id: node.id,
    // Diffs have no event behind them, so no id of one.
    external_change_id: isDiff ? null : id,
    external_created_by: isHuman ? rng.pick(people).name : 'kubelet',
    change_type: pattern.type,
    severity: pattern.severity,
    source: pattern.source,
    summary,
    patches: change?.patches ?? null,
    diff: change?.diff ?? null,
    details: isDiff ? null : { reason: pattern.type, message: summary, component: pattern.source },
    created_by: null,
    created_at: iso(createdMs),
    count,
    fingerprint: id.slice(24) + node.id.slice(16, 23) + pattern.type.length,
    // A repeat within the hour moves created_at and leaves first_observed; a single one is stored a moment later.
    first_observed: iso(
      count > 1 ? createdMs - between(rng, MINUTE, 55 * MINUTE) : createdMs + rng.int(20_000),
    ),
  };
}

function everydayDiff(node: ConfigNode, rng: Prng): { diff: string; patches: object } {
  if (node.type === 'Kubernetes::ConfigMap') {
    const [from, to] = rng.pick([
      ['5s', '3s'],
      ['3s', '8s'],
      ['2s', '5s'],
    ] as const);
    return {
      diff: unified('data:', [
        ['  DB_POOL_MAX: "20"', null],
        ['  FEATURE_EXPRESS_CHECKOUT: "true"', null],
        [`  HTTP_CLIENT_TIMEOUT: ${from}`, `  HTTP_CLIENT_TIMEOUT: ${to}`],
        ['  LOG_LEVEL: debug', '  LOG_LEVEL: info'],
      ]),
      patches: { data: { HTTP_CLIENT_TIMEOUT: to, LOG_LEVEL: 'info' } },
    };
  }
  const stem = node.service?.version ?? '1.0';
  const patch = rng.int(9);
  const image = (version: string): string => `registry.larkspur.example/${node.base}:${version}`;
  return {
    diff: unified('    spec:', [
      ['      containers:', null],
      [`      - image: ${image(`${stem}.${patch}`)}`, `      - image: ${image(`${stem}.${patch + 1}`)}`],
      [`        name: ${node.base}`, null],
    ]),
    patches: {
      spec: {
        template: { spec: { containers: [{ name: node.base, image: image(`${stem}.${patch + 1}`) }] } },
      },
    },
  };
}
