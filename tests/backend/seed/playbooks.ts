import type { Prng } from '#tests/sim/prng.ts';
import { accounts, teams } from './accounts.ts';
import type { Catalog, ConfigNode } from './catalog-model.ts';
import { storyClusters } from './catalog-model.ts';
import { resolveConfig } from './changes.ts';
import { between, iso, ulid, type SeedContext } from './context.ts';
import { copyRows, type Value } from './copy.ts';
import { memberId } from './directory.ts';
import { DAY, HOUR, MINUTE } from './sizes.ts';
import type { Topology } from './topology-model.ts';

interface Parameter {
  name: string;
  label: string;
  description?: string;
  type?: string;
  default?: string;
  required?: boolean;
  properties?: object;
}

interface Playbook {
  id: string;
  name: string;
  title: string;
  icon: string;
  category: string;
  description: string;
  source: string;
  needsApproval: boolean;
  parameters: readonly Parameter[];
  steps: readonly { name: string; exec: string; output: string }[];
  selectors: Record<string, unknown>;
}

const playbookId = (last: number): string => `0190a3c4-5b00-7000-8300-000000000${300 + last}`;
const deployments = { configs: [{ types: ['Kubernetes::Deployment'] }] };

const playbooks: readonly Playbook[] = [
  {
    id: playbookId(1),
    name: 'restart-deployment',
    title: 'Restart a deployment',
    icon: 'restart',
    category: 'Kubernetes',
    description: 'Rolls all pods of a deployment, one after the other',
    source: 'UI',
    needsApproval: false,
    parameters: [{ name: 'grace', label: 'Grace period', default: '30s' }],
    steps: [
      {
        name: 'Roll the pods',
        exec: 'kubectl rollout restart deployment/$(.config.name)',
        output: 'deployment.apps restarted',
      },
      {
        name: 'Wait until ready',
        exec: 'kubectl rollout status deployment/$(.config.name) --timeout 5m',
        output: 'successfully rolled out',
      },
    ],
    selectors: deployments,
  },
  {
    id: playbookId(2),
    name: 'scale-deployment',
    title: 'Scale a deployment',
    icon: 'scale-out',
    category: 'Kubernetes',
    description: 'Sets the number of replicas',
    source: 'UI',
    needsApproval: false,
    parameters: [{ name: 'replicas', label: 'Replicas', required: true }],
    steps: [
      {
        name: 'Scale',
        exec: 'kubectl scale deployment/$(.config.name) --replicas=$(.params.replicas)',
        output: 'deployment.apps scaled',
      },
    ],
    selectors: deployments,
  },
  {
    id: playbookId(3),
    name: 'fail-over-database',
    title: 'Fail over a database',
    icon: 'aws-rds',
    category: 'Databases',
    description: 'Reboots a database with failover. Connections drop for about half a minute.',
    source: 'KubernetesCRD',
    needsApproval: true,
    parameters: [{ name: 'reason', label: 'Reason', required: true }],
    steps: [
      { name: 'Snapshot', exec: 'aws rds create-db-snapshot', output: 'snapshot available' },
      {
        name: 'Reboot with failover',
        exec: 'aws rds reboot-db-instance --force-failover',
        output: 'rebooting',
      },
    ],
    selectors: { configs: [{ types: ['AWS::RDS::DBInstance'] }] },
  },
  {
    id: playbookId(4),
    name: 'collect-diagnostics',
    title: 'Collect diagnostics',
    icon: 'logs',
    category: 'Investigation',
    description: 'Events, logs and metrics of the last hour as one archive',
    source: 'ConfigFile',
    needsApproval: false,
    parameters: [{ name: 'since', label: 'Since', default: '1h' }],
    steps: [
      { name: 'Events', exec: 'kubectl get events --sort-by=.lastTimestamp', output: '37 events' },
      { name: 'Logs', exec: 'kubectl logs --since=$(.params.since)', output: '14,211 lines' },
      { name: 'Archive', exec: 'tar czf /tmp/diagnostics.tgz .', output: 'diagnostics.tgz 2.1 MB' },
    ],
    selectors: { components: [{ types: ['Service'] }], checks: [{ types: ['http'] }] },
  },
  {
    id: playbookId(5),
    name: 'drain-node',
    title: 'Drain a node',
    icon: 'k8s-node',
    category: 'Kubernetes',
    description: 'Cordons a node and moves its pods away',
    source: 'UI',
    needsApproval: true,
    parameters: [],
    steps: [
      { name: 'Drain', exec: 'kubectl drain $(.config.name) --ignore-daemonsets', output: 'node drained' },
    ],
    selectors: { configs: [{ types: ['Kubernetes::Node'] }] },
  },
  {
    id: playbookId(6),
    name: 'load-test',
    title: 'Load test',
    icon: 'gauge',
    category: 'Investigation',
    description: 'Sends made-up traffic to a service for a while, and watches how it bears it',
    source: 'UI',
    needsApproval: false,
    // One of every kind that a form can ask for.
    parameters: [
      { name: 'title', label: 'Title', default: 'Load on $(.config.name)', required: true },
      {
        name: 'namespace',
        label: 'Namespace',
        required: true,
        properties: { format: 'dns1123', maxLength: 63 },
      },
      { name: 'memory', label: 'Memory', default: '512Mi', properties: { format: 'bytes' } },
      { name: 'cpu', label: 'CPU', default: '500m', properties: { format: 'millicores', max: 4000 } },
      {
        name: 'profile',
        label: 'Profile',
        type: 'list',
        default: 'steady',
        properties: {
          options: [
            { label: 'Steady', value: 'steady' },
            { label: 'Bursts', value: 'bursts' },
            { label: 'Ramp up', value: 'ramp' },
          ],
        },
      },
      { name: 'record', label: 'Record the answers', type: 'checkbox', default: 'true' },
      { name: 'notes', label: 'Notes', properties: { multiline: true, maxLength: 500 } },
      {
        name: 'plan',
        label: 'Plan',
        type: 'code',
        default: 'stages:\n  - duration: 5m\n    users: 50\n',
        properties: { language: 'yaml' },
      },
      { name: 'owner', label: 'Owner', type: 'people', required: true },
      { name: 'team', label: 'Team to tell', type: 'team' },
      { name: 'watched', label: 'Component to watch', type: 'component' },
      {
        name: 'target',
        label: 'Deployment to watch',
        type: 'config',
        properties: { filter: [{ types: ['Kubernetes::Deployment'] }] },
      },
      { name: 'probe', label: 'Check to watch', type: 'check' },
      { name: 'api_token', label: 'API token', description: 'Of the load generator' },
    ],
    steps: [
      { name: 'Send traffic', exec: 'k6 run plan.yaml', output: '15,000 requests, 3 failed' },
      { name: 'Sum up', exec: 'k6 report', output: 'p95 212 ms' },
    ],
    selectors: {
      configs: [{ types: ['Kubernetes::Deployment'] }],
      components: [{ types: ['Service'] }],
      checks: [{ types: ['http'] }],
    },
  },
  {
    id: playbookId(7),
    name: 'freeze-deployments',
    title: 'Freeze deployments',
    icon: 'snowflake',
    category: 'Releases',
    description: 'Holds all pipelines until somebody lets them go again',
    source: 'UI',
    needsApproval: false,
    parameters: [],
    steps: [{ name: 'Freeze', exec: 'argocd app pause --all', output: '214 applications paused' }],
    selectors: {},
  },
];

/** Writes playbooks, their runs with actions and approvals, and artifacts. */
export async function seedPlaybooks(
  context: SeedContext,
  catalog: Catalog,
  topology: Topology,
): Promise<void> {
  const { client, nowMs } = context;
  await copyRows(
    client,
    'playbooks',
    [
      'id',
      'name',
      'title',
      'icon',
      'description',
      'category',
      'source',
      'spec',
      'created_by',
      'created_at',
      'updated_at',
    ],
    playbooks.map((playbook, at) => ({
      ...playbook,
      spec: specOf(playbook),
      created_by: memberId('editor'),
      created_at: iso(nowMs - (180 - at * 20) * DAY),
      updated_at: iso(nowMs - (20 + at * 5) * DAY),
    })),
  );
  const runs = makeRuns(context, catalog, topology);
  for (const [table, rows] of Object.entries(runs)) {
    const first = rows[0];
    if (first !== undefined) await copyRows(client, table, Object.keys(first), rows);
  }
}

function specOf(playbook: Playbook): object {
  return {
    description: playbook.description,
    icon: playbook.icon,
    category: playbook.category,
    ...playbook.selectors,
    parameters: playbook.parameters,
    ...(playbook.needsApproval
      ? {
          approval: {
            type: 'any',
            approvers: { people: [accounts[0]?.email ?? ''], teams: [teams[2]?.name ?? 'Platform'] },
          },
        }
      : {}),
    actions: playbook.steps.map(({ name, exec }) => ({ name, exec: { script: exec } })),
  };
}

type Row = Record<string, Value | undefined>;

interface RunTables {
  playbook_runs: Row[];
  playbook_run_actions: Row[];
  playbook_approvals: Row[];
  artifacts: Row[];
}

const ends = [
  'completed',
  'completed',
  'completed',
  'completed',
  'failed',
  'completed',
  'cancelled',
] as const;

function makeRuns(context: SeedContext, catalog: Catalog, topology: Topology): RunTables {
  const { nowMs, volume } = context;
  const rng = context.rng.fork('playbooks');
  const tables: RunTables = {
    playbook_runs: [],
    playbook_run_actions: [],
    playbook_approvals: [],
    artifacts: [],
  };
  const targets = catalog.nodes.filter(
    ({ type, deletedMs }) => type === 'Kubernetes::Deployment' && deletedMs === undefined,
  );
  const payments = resolveConfig(catalog, storyClusters.eu, 'Deployment', 'payments-api');
  const database = resolveConfig(catalog, storyClusters.eu, 'DBInstance', 'payments-db-eu-west-1');
  // What is on the screen today: one waits for approval, one runs, one failed, and so on.
  const story: readonly [number, string, ConfigNode, number][] = [
    [2, 'pending', database, 12 * MINUTE],
    [0, 'running', payments, 70_000],
    [0, 'failed', payments, 32 * MINUTE],
    [1, 'scheduled', payments, 20_000],
    [1, 'sleeping', payments, 26 * MINUTE],
    [2, 'completed', database, 26 * HOUR],
  ];
  for (const [at, status, config, age] of story) addRun(tables, rng, at, status, nowMs - age, { config });
  for (let at = story.length; at < volume.playbookRuns; at += 1) {
    const startedMs = nowMs - HOUR - Math.floor(30 * DAY * (at / volume.playbookRuns) ** 1.4);
    const which = rng.pick([0, 0, 1, 3] as const);
    const component =
      which === 3 ? topology.byName.get(rng.pick(['payments-api', 'checkout-api', 'cart-api'])) : undefined;
    addRun(
      tables,
      rng,
      which,
      rng.pick(ends),
      startedMs,
      component === undefined ? { config: rng.pick(targets) } : { component },
    );
  }
  return tables;
}

function addRun(
  tables: RunTables,
  rng: Prng,
  which: number,
  status: string,
  createdMs: number,
  target: { config?: ConfigNode; component?: { id: string } },
): void {
  const playbook = playbooks[which];
  if (playbook === undefined) throw new Error(`There is no playbook ${which}`);
  const id = ulid(createdMs, rng);
  const hasStarted = status !== 'pending' && status !== 'scheduled' && status !== 'cancelled';
  const isOver = status === 'completed' || status === 'failed' || status === 'cancelled';
  const stepMs = between(rng, 2_000, 40_000);
  tables.playbook_runs.push({
    id,
    playbook_id: playbook.id,
    status,
    created_at: iso(createdMs),
    start_time: hasStarted ? iso(createdMs + 1_500) : null,
    scheduled_time: iso(status === 'sleeping' ? createdMs + 40 * MINUTE : createdMs),
    end_time: isOver ? iso(createdMs + 1_500 + stepMs * playbook.steps.length) : null,
    created_by: memberId(rng.pick(['admin', 'editor', 'commander'])),
    config_id: target.config?.id ?? null,
    component_id: target.component?.id ?? null,
    parameters: Object.fromEntries(
      playbook.parameters.map(({ name, default: preset }) => [
        name,
        preset ?? (name === 'replicas' ? '6' : 'Card payments fail'),
      ]),
    ),
    error: null,
  });
  if (playbook.needsApproval && status !== 'pending') {
    tables.playbook_approvals.push({
      id: ulid(createdMs, rng),
      run_id: id,
      person_id: memberId('admin'),
      created_at: iso(createdMs + 900),
    });
  }
  if (hasStarted) addActions(tables, rng, playbook, id, status, createdMs + 1_500, stepMs);
}

function addActions(
  tables: RunTables,
  rng: Prng,
  playbook: Playbook,
  runId: string,
  runStatus: string,
  startMs: number,
  stepMs: number,
): void {
  const last = playbook.steps.length - 1;
  for (const [at, step] of playbook.steps.entries()) {
    // A delay stands before the second step of a sleeping run.
    if (runStatus === 'sleeping' && at > 0) break;
    const startedMs = startMs + at * stepMs;
    const isLast = at === last;
    const status =
      runStatus === 'failed' && isLast
        ? 'failed'
        : isLast && runStatus === 'running'
          ? 'running'
          : 'completed';
    const isFailed = status === 'failed';
    const id = ulid(startedMs, rng);
    tables.playbook_run_actions.push({
      id,
      name: step.name,
      status,
      playbook_run_id: runId,
      start_time: iso(startedMs),
      scheduled_time: iso(startedMs),
      end_time: status === 'running' ? null : iso(startedMs + stepMs),
      result:
        status === 'running'
          ? null
          : {
              stdout: isFailed ? '' : `${step.output}\n`,
              stderr: isFailed ? 'error: timed out waiting for the condition\n' : '',
              exitCode: isFailed ? 1 : 0,
              path: '/bin/bash',
              args: ['-c', step.exec],
            },
      error: isFailed ? 'exit status 1' : null,
    });
    if (step.name === 'Archive' && status === 'completed') {
      tables.artifacts.push({
        id: ulid(startedMs + stepMs, rng),
        playbook_run_action_id: id,
        path: `playbooks/${runId}/diagnostics.tgz`,
        filename: 'diagnostics.tgz',
        content_type: 'application/gzip',
        size: between(rng, 800_000, 4_000_000),
        checksum: id.replaceAll('-', ''),
        created_at: iso(startedMs + stepMs),
        updated_at: iso(startedMs + stepMs),
        expires_at: iso(startedMs + 30 * DAY),
      });
    }
  }
}
