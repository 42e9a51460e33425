import { createHash } from 'node:crypto';
import { teams } from './accounts.ts';
import type { Catalog, ConfigNode } from './catalog-model.ts';
import { nodeTimes } from './catalog-model.ts';
import { iso, LOCAL_AGENT, type SeedContext } from './context.ts';
import { copyRows, textArray } from './copy.ts';
import { memberId } from './directory.ts';
import { documentOf } from './manifests.ts';
import { DAY, MINUTE } from './sizes.ts';

const scraperIds = ['101', '102', '103', '104'].map((last) => `0190a3c4-5b00-7000-8100-000000000${last}`);

export const scrapers = {
  kubernetes: scraperIds[0] ?? '',
  aws: scraperIds[1] ?? '',
  github: scraperIds[2] ?? '',
  trivy: scraperIds[3] ?? '',
} as const;

/** Links between rows carry the hash of the selector that made them. */
export const selectorHash = (selector: string): string =>
  createHash('sha256').update(selector).digest('hex').slice(0, 20);

/** Writes scrapers, config items, and the edges between them, the `hard` ones as the parent trigger would. */
export async function seedCatalog(context: SeedContext, catalog: Catalog): Promise<void> {
  await seedScrapers(context);
  await copyRows(context.client, 'config_items', configColumns, configRows(context, catalog));
  await copyRows(
    context.client,
    'config_relationships',
    ['config_id', 'related_id', 'relation', 'selector_id', 'created_at', 'updated_at', 'deleted_at'],
    relationshipRows(catalog),
  );
}

async function seedScrapers({ client, nowMs }: SeedContext): Promise<void> {
  const list = [
    {
      id: scrapers.kubernetes,
      name: 'kubernetes-larkspur',
      description: 'All clusters, watched',
      source: 'KubernetesCRD',
      spec: {
        schedule: '@every 30m',
        kubernetes: [{ clusterName: 'larkspur-eu-west-1', watch: [{ apiVersion: 'v1', kind: 'Pod' }] }],
      },
    },
    {
      id: scrapers.aws,
      name: 'aws-production',
      description: 'Accounts of production: databases, queues, machines',
      source: 'UI',
      spec: {
        schedule: '@every 1h',
        aws: [{ connection: 'connection://default/aws-production', region: ['eu-west-1', 'us-east-1'] }],
      },
    },
    {
      id: scrapers.github,
      name: 'github-workflows',
      description: 'Release workflows of the service repositories',
      source: 'UI',
      spec: { schedule: '@every 15m', githubActions: [{ owner: 'larkspur', repository: 'payments-api' }] },
    },
    {
      id: scrapers.trivy,
      name: 'trivy-images',
      description: 'Vulnerabilities of running images',
      source: 'ConfigFile',
      spec: { schedule: '@daily', trivy: [{ scanners: ['vuln', 'config'], severity: ['HIGH', 'CRITICAL'] }] },
    },
  ];
  await copyRows(
    client,
    'config_scrapers',
    ['id', 'name', 'description', 'source', 'spec', 'created_by', 'created_at', 'updated_at'],
    list.map((scraper, at) => ({
      ...scraper,
      created_by: memberId('admin'),
      created_at: iso(nowMs - (340 - at * 20) * DAY),
      updated_at: at === 3 ? null : iso(nowMs - (30 + at * 7) * DAY),
    })),
  );
}

const configColumns = [
  'id',
  'agent_id',
  'scraper_id',
  'config_class',
  'type',
  'name',
  'status',
  'health',
  'ready',
  'external_id',
  'config',
  'source',
  'labels',
  'tags',
  'properties',
  'parent_id',
  'path',
  'cost_per_minute',
  'cost_total_1d',
  'cost_total_7d',
  'cost_total_30d',
  'last_scraped_time',
  'created_at',
  'updated_at',
  'deleted_at',
  'delete_reason',
] as const;

type ConfigRow = Record<(typeof configColumns)[number], string | number | boolean | object | null>;

function* configRows({ rng, nowMs }: SeedContext, catalog: Catalog): Generator<ConfigRow> {
  const local = rng.fork('documents');
  for (const node of catalog.nodes) {
    const cost = node.costPerMinute ?? null;
    const isCloud = node.type.startsWith('AWS::');
    yield {
      id: node.id,
      agent_id: node.agentId,
      scraper_id: node.agentId === LOCAL_AGENT ? (isCloud ? scrapers.aws : scrapers.kubernetes) : null,
      config_class: node.configClass,
      type: node.type,
      name: node.name,
      status: node.status,
      health: node.health,
      ready: node.health === 'healthy',
      external_id: textArray(externalIds(node)),
      config: node.configClass === 'Responder' ? (node.document ?? null) : documentOf(node, local),
      source: isCloud ? 'aws' : 'kubernetes',
      labels: node.labels,
      tags: node.tags,
      properties: propertiesOf(node),
      parent_id: node.parent?.id ?? null,
      path: node.path,
      cost_per_minute: cost,
      cost_total_1d: times(cost, 1440),
      cost_total_7d: times(cost, 10_080),
      cost_total_30d: times(cost, 43_200),
      last_scraped_time: iso(node.deletedMs ?? nowMs - local.int(28 * MINUTE)),
      ...nodeTimes(node),
      delete_reason: node.deletedMs === undefined ? null : 'STALE',
    };
  }
}

const times = (cost: number | null, minutes: number): number | null =>
  cost === null ? null : Math.round(cost * minutes * 10_000) / 10_000;

function externalIds(node: ConfigNode): string[] {
  if (node.configClass !== 'Responder')
    return [node.id, `${node.cluster}/${node.namespace ?? ''}/${node.name}`];
  const team = teams.find(({ name }) => node.name.startsWith(name));
  return [team?.id ?? node.id];
}

function propertiesOf(node: ConfigNode): object | null {
  if (node.type !== 'Kubernetes::Deployment') return null;
  return [
    { name: 'Image', icon: 'docker', text: `${node.base}:${node.version}` },
    {
      name: 'Repository',
      icon: 'github',
      links: [{ label: 'source', url: `https://git.larkspur.example/${node.service?.name}` }],
    },
  ];
}

function* relationshipRows(catalog: Catalog): Generator<{
  config_id: string;
  related_id: string;
  relation: string;
  selector_id: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}> {
  for (const node of catalog.nodes) {
    if (node.parent === undefined) continue;
    const created = iso(node.createdMs);
    yield {
      config_id: node.parent.id,
      related_id: node.id,
      relation: 'hard',
      selector_id: null,
      created_at: created,
      updated_at: created,
      deleted_at: null,
    };
  }
  for (const edge of catalog.edges) {
    const created = iso(Math.max(edge.from.createdMs, edge.to.createdMs));
    yield {
      config_id: edge.from.id,
      related_id: edge.to.id,
      relation: edge.relation,
      selector_id: selectorHash(edge.relation),
      created_at: created,
      updated_at: created,
      deleted_at: edge.to.deletedMs === undefined ? null : iso(edge.to.deletedMs),
    };
  }
}
