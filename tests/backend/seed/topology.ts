import { teams } from './accounts.ts';
import type { Catalog } from './catalog-model.ts';
import { selectorHash } from './catalog.ts';
import { between, iso, type SeedContext } from './context.ts';
import { copyRows } from './copy.ts';
import { memberId } from './directory.ts';
import { datastores, services } from './services.ts';
import { DAY, MINUTE } from './sizes.ts';
import { topologyIds, type ComponentNode, type Topology } from './topology-model.ts';

/** Writes topologies, components, who uses whom, which team owns what, and the configs behind it. */
export async function seedTopology(
  context: SeedContext,
  topology: Topology,
  catalog: Catalog,
): Promise<void> {
  await seedDefinitions(context);
  await copyRows(context.client, 'components', componentColumns, componentRows(context, topology));
  await seedRelations(context, topology);
  await seedConfigLinks(context, topology, catalog);
}

async function seedDefinitions({ client, nowMs }: SeedContext): Promise<void> {
  const list = [
    {
      id: topologyIds.shop,
      name: 'larkspur-market',
      namespace: 'default',
      source: 'UI',
      spec: {
        type: 'Topology',
        schedule: '@every 10m',
        components: [{ name: 'Payments', type: 'System', selectors: [{ labelSelector: 'team=payments' }] }],
      },
    },
    {
      id: topologyIds.infrastructure,
      name: 'infrastructure',
      namespace: 'platform',
      source: 'KubernetesCRD',
      spec: {
        schedule: '@every 5m',
        components: [
          { name: 'clusters', lookup: { catalog: [{ selector: [{ types: ['Kubernetes::Cluster'] }] }] } },
        ],
      },
    },
  ];
  await copyRows(
    client,
    'topologies',
    [
      'id',
      'name',
      'namespace',
      'source',
      'labels',
      'spec',
      'schedule',
      'created_by',
      'created_at',
      'updated_at',
    ],
    list.map((row, at) => ({
      ...row,
      labels: { env: 'production' },
      schedule: row.spec.schedule,
      created_by: memberId('admin'),
      created_at: iso(nowMs - (300 - at) * DAY),
      updated_at: iso(nowMs - (25 + at) * DAY),
    })),
  );
}

const componentColumns = [
  'id',
  'agent_id',
  'topology_id',
  'external_id',
  'parent_id',
  'config_id',
  'name',
  'text',
  'namespace',
  'labels',
  'status',
  'health',
  'description',
  'status_reason',
  'icon',
  'type',
  'owner',
  'log_selectors',
  'properties',
  'path',
  'summary',
  'is_leaf',
  'cost_total_30d',
  'created_at',
  'updated_at',
] as const;

function* componentRows(
  { rng, nowMs }: SeedContext,
  topology: Topology,
): Generator<Record<(typeof componentColumns)[number], string | number | boolean | object | null>> {
  const local = rng.fork('components');
  for (const component of topology.components) {
    const rate = between(local, 3, 900);
    yield {
      id: component.id,
      agent_id: component.agentId,
      topology_id: component.topologyId,
      external_id: component.config?.id ?? component.name,
      parent_id: component.parent?.id ?? null,
      config_id: component.config?.id ?? null,
      name: component.name,
      text: component.name,
      namespace: component.namespace ?? null,
      labels: { team: (component.team ?? 'platform').toLowerCase(), env: 'production' },
      status: component.status,
      health: component.status,
      description: component.description ?? null,
      status_reason: component.reason ?? null,
      icon: component.icon,
      type: component.type,
      owner: component.team ?? null,
      log_selectors:
        component.type === 'Service'
          ? [
              { name: 'application', type: 'pods', labels: { app: component.name } },
              { name: 'ingress', type: 'pods' },
            ]
          : null,
      properties: propertiesOf(component, rate, local.next()),
      path: component.path === '' ? null : component.path,
      summary: component.summary,
      is_leaf: component.children.length === 0,
      cost_total_30d: component.type === 'System' ? rate * 3.2 : null,
      created_at: iso(component.createdMs),
      updated_at: iso(nowMs - local.int(9 * MINUTE)),
    };
  }
}

function propertiesOf(component: ComponentNode, rate: number, roll: number): object[] | null {
  if (component.type === 'Service') {
    // A value is a whole number on the real server: one fraction, and it answers 500 to all that reads components.
    const errors =
      component.status === 'unhealthy' ? 61 : component.status === 'warning' ? 2 : Math.floor(roll * 2);
    return [
      { name: 'requests', label: 'Requests', value: Math.round(rate), unit: 'req/s', headline: true },
      {
        name: 'errors',
        label: 'Errors',
        value: errors,
        max: 100,
        unit: '%',
        headline: true,
        color: errors > 1 ? 'red' : 'green',
      },
      { name: 'version', label: 'Version', text: component.config?.version ?? 'unknown' },
      {
        name: 'dashboard',
        label: 'Dashboard',
        icon: 'grafana',
        links: [{ label: 'Grafana', url: `https://grafana.larkspur.example/d/${component.name}` }],
      },
    ];
  }
  if (component.type === 'KubernetesDeployment') {
    return [{ name: 'replicas', label: 'Replicas', value: component.config?.replicas ?? 1, headline: true }];
  }
  return null;
}

async function seedRelations({ client, nowMs }: SeedContext, topology: Topology): Promise<void> {
  const made = iso(nowMs - 100 * DAY);
  const uses = services.flatMap((service) =>
    service.uses.flatMap((used) => {
      const parent = topology.byName.get(service.name);
      const child = topology.byName.get(used);
      return parent === undefined || child === undefined ? [] : [{ parent, child }];
    }),
  );
  await copyRows(
    client,
    'component_relationships',
    ['component_id', 'relationship_id', 'selector_id', 'relationship_path', 'created_at', 'updated_at'],
    uses.map(({ parent, child }) => ({
      component_id: child.id,
      relationship_id: parent.id,
      selector_id: selectorHash(`uses=${parent.name}`),
      relationship_path: parent.path,
      created_at: made,
      updated_at: made,
    })),
  );
  await copyRows(
    client,
    'team_components',
    ['team_id', 'component_id', 'selector_id'],
    [...topology.byName.values()].flatMap((component) => {
      const team = teams.find(({ name }) => name === component.team);
      return team === undefined
        ? []
        : [{ team_id: team.id, component_id: component.id, selector_id: selectorHash(`team=${team.name}`) }];
    }),
  );
}

async function seedConfigLinks(
  { client, nowMs }: SeedContext,
  topology: Topology,
  catalog: Catalog,
): Promise<void> {
  const links = new Map<string, { component_id: string; config_id: string; selector_id: string }>();
  const link = (
    component: ComponentNode | undefined,
    configId: string | undefined,
    selector: string,
  ): void => {
    if (component === undefined || configId === undefined) return;
    links.set(`${component.id}/${configId}`, {
      component_id: component.id,
      config_id: configId,
      selector_id: selector,
    });
  };
  for (const component of topology.components) link(component, component.config?.id, selectorHash('config'));
  for (const node of catalog.nodes) {
    const isOwn = node.base !== undefined && node.base === node.service?.name && node.deletedMs === undefined;
    if (isOwn && node.parent?.type === 'Kubernetes::Namespace') {
      link(topology.byName.get(node.base ?? ''), node.id, selectorHash(`app=${node.base}`));
    }
    const store = datastores.find(({ type, name }) => type === node.type && node.name.startsWith(`${name}-`));
    if (store !== undefined)
      link(topology.byName.get(store.name), node.id, selectorHash(`store=${store.name}`));
  }
  // Linked by hand: the database payments-api suffers from.
  const database = catalog.nodes.find(({ name }) => name === 'payments-db-eu-west-1');
  link(topology.byName.get('payments-api'), database?.id, 'manual');
  const made = iso(nowMs - 60 * DAY);
  await copyRows(
    client,
    'config_component_relationships',
    ['component_id', 'config_id', 'selector_id', 'created_at', 'updated_at'],
    [...links.values()].map((row) => ({ ...row, created_at: made, updated_at: made })),
  );
}
