import type { Prng } from '#tests/sim/prng.ts';
import type { Catalog, ConfigNode } from './catalog-model.ts';
import { storyClusters } from './catalog-model.ts';
import { scrapers } from './catalog.ts';
import { resolveConfig } from './changes.ts';
import { between, iso, ulid, type SeedContext } from './context.ts';
import { copyRows } from './copy.ts';
import { DAY, HOUR, MINUTE } from './sizes.ts';

export interface InsightNode {
  id: string;
  config: ConfigNode;
}

interface Finding {
  analyzer: string;
  type: string;
  severity: string;
  source: string;
  summary: string;
  message: string;
  /** Last part of the config types it is found on. */
  kinds: readonly string[];
}

// One line per rule reads as the table it is.
// prettier-ignore
const findings: readonly Finding[] = [
  { analyzer: 'cve-2026-31412', type: 'security', severity: 'critical', source: 'Trivy', kinds: ['Deployment'], summary: 'CVE-2026-31412 in libxml2 2.11.3', message: 'The image carries **libxml2 2.11.3**. Parsing of a crafted document writes past a buffer. Fixed in 2.11.8.' },
  { analyzer: 'container-runs-as-root', type: 'security', severity: 'high', source: 'Trivy', kinds: ['Deployment'], summary: 'Container runs as root', message: 'Set `securityContext.runAsNonRoot` and a user id above 10000.' },
  { analyzer: 'no-memory-headroom', type: 'reliability', severity: 'medium', source: 'config-db', kinds: ['Deployment'], summary: 'Memory use within 5 % of the limit', message: 'The 7-day peak of working set is 97 % of the limit. The next peak ends in an OOM kill.' },
  { analyzer: 'single-replica', type: 'availability', severity: 'medium', source: 'config-db', kinds: ['Deployment'], summary: 'One replica only', message: 'A node drain takes the service down. Run two replicas and a PodDisruptionBudget.' },
  { analyzer: 'slow-readiness', type: 'performance', severity: 'low', source: 'config-db', kinds: ['Deployment'], summary: 'Readiness takes 48 s', message: 'The median time to ready over the last 20 rollouts is 48 s.' },
  { analyzer: 'idle-instance', type: 'cost', severity: 'low', source: 'AWS Trusted Advisor', kinds: ['Instance'], summary: 'Low use of an instance', message: 'CPU was below 10 % on 12 of the last 14 days.<br/>Estimated saving: <b>74 USD</b> a month.' },
  { analyzer: 'storage-not-encrypted', type: 'compliance', severity: 'high', source: 'AWS Config', kinds: ['DBInstance'], summary: 'Snapshot without customer key', message: 'Snapshots are encrypted with the default key; policy SEC-12 asks for a customer key.' },
  { analyzer: 'backup-retention', type: 'compliance', severity: 'medium', source: 'AWS Config', kinds: ['DBInstance'], summary: 'Backup retention of 7 days', message: 'Policy OPS-4 asks for 30 days for systems of record.' },
  { analyzer: 'engine-deprecated', type: 'technical_debt', severity: 'medium', source: 'AWS Trusted Advisor', kinds: ['DBInstance'], summary: 'Engine leaves support in 120 days', message: 'PostgreSQL 14 leaves standard support; extended support is billed per vCPU hour.' },
  { analyzer: 'queue-without-dlq', type: 'reliability', severity: 'medium', source: 'config-db', kinds: ['Queue'], summary: 'Queue without dead-letter queue', message: 'A message that fails for ever blocks its group.' },
  { analyzer: 'deprecated-api', type: 'integration', severity: 'info', source: 'config-db', kinds: ['Ingress'], summary: 'Annotation of a removed version', message: 'The annotation `nginx.ingress.kubernetes.io/auth-signin` form used here goes away in the next minor version.' },
  { analyzer: 'node-overcommitted', type: 'recommendation', severity: 'low', source: 'config-db', kinds: ['Node'], summary: 'Memory limits at 180 % of capacity', message: 'The sum of limits exceeds the capacity of the node by 80 %.' },
  { analyzer: 'unused-config-map', type: 'other', severity: 'info', source: 'config-db', kinds: ['ConfigMap'], summary: 'Key read by nobody', message: 'No container refers to `FEATURE_EXPRESS_CHECKOUT`.' },
];

const named: readonly { key: string; analyzer: string; config: readonly [string, string, string] }[] = [
  { key: 'auth-cve', analyzer: 'cve-2026-31412', config: [storyClusters.eu, 'Deployment', 'auth-gateway'] },
  {
    key: 'payments-memory',
    analyzer: 'no-memory-headroom',
    config: [storyClusters.eu, 'Deployment', 'payments-api'],
  },
  {
    key: 'refund-dlq',
    analyzer: 'queue-without-dlq',
    config: [storyClusters.eu, 'Queue', 'refund-requests-eu-west-1'],
  },
  {
    key: 'identity-engine',
    analyzer: 'engine-deprecated',
    config: [storyClusters.eu, 'DBInstance', 'identity-db-eu-west-1'],
  },
  { key: 'idle-nodes', analyzer: 'idle-instance', config: [storyClusters.us, 'Instance', ''] },
];

const columns = [
  'id',
  'config_id',
  'scraper_id',
  'source',
  'analyzer',
  'analysis_type',
  'severity',
  'summary',
  'status',
  'message',
  'analysis',
  'first_observed',
  'last_observed',
] as const;

type Row = Record<(typeof columns)[number], string | object | null>;

/** Writes the insights and answers those of the story by name. */
export async function seedInsights(
  context: SeedContext,
  catalog: Catalog,
): Promise<Map<string, InsightNode>> {
  const local = context.rng.fork('insights');
  const byName = new Map<string, InsightNode>();
  const taken = new Set<string>();
  const story = named.map(({ key, analyzer, config: [cluster, kind, name] }) => {
    const finding = findings.find((candidate) => candidate.analyzer === analyzer);
    const config =
      name === ''
        ? catalog.nodes.find((node) => node.cluster === cluster && node.type.endsWith(`::${kind}`))
        : resolveConfig(catalog, cluster, kind, name);
    if (finding === undefined || config === undefined)
      throw new Error(`The seed's insight ${key} has no subject`);
    const row = insightRow(finding, config, context.nowMs, local, 'open');
    byName.set(key, { id: row.id as string, config }); // written as text two lines above
    taken.add(`${config.id}/${analyzer}`);
    return row;
  });
  const rest = everyday(context, catalog, local, taken, context.volume.insights - story.length);
  await copyRows(context.client, 'config_analysis', columns, story);
  await copyRows(context.client, 'config_analysis', columns, rest);
  return byName;
}

function* everyday(
  { nowMs }: SeedContext,
  catalog: Catalog,
  rng: Prng,
  taken: Set<string>,
  count: number,
): Generator<Row> {
  const subjects = findings.map((finding) => ({
    finding,
    nodes: catalog.nodes.filter(({ type, deletedMs }) => {
      return deletedMs === undefined && finding.kinds.some((kind) => type.endsWith(`::${kind}`));
    }),
  }));
  for (let made = 0; made < count;) {
    const { finding, nodes } = rng.pick(subjects);
    const config = rng.pick(nodes);
    // One row per config and analyzer: a scraper that finds it again refreshes the row.
    const key = `${config.id}/${finding.analyzer}`;
    const isNew = !taken.has(key);
    if (isNew) {
      taken.add(key);
      made += 1;
      const roll = rng.next();
      yield insightRow(
        finding,
        config,
        nowMs,
        rng,
        roll < 0.68 ? 'open' : roll < 0.92 ? 'resolved' : 'silenced',
      );
    }
  }
}

function insightRow(finding: Finding, config: ConfigNode, nowMs: number, rng: Prng, status: string): Row {
  const firstMs = nowMs - between(rng, 3 * HOUR, 55 * DAY);
  const isSeenOnce = rng.chance(0.15);
  const lastMs =
    status === 'resolved'
      ? firstMs + Math.floor((nowMs - firstMs) * rng.next())
      : nowMs - rng.int(50 * MINUTE);
  return {
    id: ulid(firstMs, rng),
    config_id: config.id,
    scraper_id: finding.source === 'Trivy' ? scrapers.trivy : scrapers.kubernetes,
    source: finding.source,
    analyzer: finding.analyzer,
    analysis_type: finding.type,
    severity: finding.severity,
    summary: finding.summary,
    status,
    message: finding.message,
    analysis: { rule: finding.analyzer, resource: config.name, evidence: finding.summary },
    first_observed: iso(firstMs),
    last_observed: isSeenOnce ? null : iso(lastMs),
  };
}
