import { accounts, demoAccounts, teams } from './accounts.ts';
import { scrapers } from './catalog.ts';
import type { Health } from './check-model.ts';
import { between, iso, ulid, type SeedContext } from './context.ts';
import { copyRows, textArray } from './copy.ts';
import { memberId } from './directory.ts';
import { DAY, HOUR, MINUTE } from './sizes.ts';

/** In every made-up secret, so that a test can look for secrets where none may be. */
const SECRET = 'CANARY-SECRET';

const settingId = (group: number, at: number): string =>
  `0190a3c4-5b00-7000-84${String(group).padStart(2, '0')}-0000000004${String(at).padStart(2, '0')}`;

/** Rules by name; incidents made by one refer to it. */
export const incidentRules: ReadonlyMap<string, string> = new Map([
  ['critical-services', settingId(1, 1)],
  ['unhealthy-databases', settingId(1, 2)],
]);

/** Writes what the settings pages show. */
export async function seedSettings(context: SeedContext, health: Health): Promise<void> {
  await seedConnections(context);
  await seedRules(context);
  await seedNotifications(context, health);
  await seedSmallTables(context);
}

async function seedConnections({ client, nowMs }: SeedContext): Promise<void> {
  // One line per connection reads as the table it is.
  // prettier-ignore
  const list: readonly Record<string, string | object | null>[] = [
    { name: 'slack-alerts', type: 'slack', url: 'slack://$(password)@C0PAYMENTS', username: 'C0PAYMENTS', password: `xoxb-${SECRET}-7741`, properties: { BotName: 'Holdfast' } },
    { name: 'aws-production', type: 'aws', username: `AKIA${SECRET}`, password: `${SECRET}-wJalrXUtnFEMI`, properties: { region: 'eu-west-1' } },
    { name: 'payments-db', type: 'postgres', url: 'postgres://$(username):$(password)@payments-db.eu-west-1.example:5432/payments', username: 'monitor', password: `${SECRET}-pg-1` },
    { name: 'orders-db', type: 'postgres', url: 'postgres://$(username):$(password)@orders-db.eu-west-1.example:5432/orders', username: 'monitor', password: 'secret://orders-db/password' },
    { name: 'cart-cache', type: 'redis', url: 'cart-cache.eu-west-1.example:6379', password: `${SECRET}-redis`, properties: { db: '0' } },
    { name: 'prometheus', type: 'prometheus', url: 'http://prometheus.platform:9090' },
    { name: 'jira', type: 'http', url: 'https://jira.larkspur.example', username: 'holdfast', password: `${SECRET}-jira-token` },
    { name: 'github', type: 'github', password: `ghp_${SECRET}` },
    { name: 'git-infrastructure', type: 'git', url: 'git@git.larkspur.example:platform/infrastructure.git', certificate: `-----BEGIN ${SECRET} KEY-----\nbm90IGEga2V5\n-----END ${SECRET} KEY-----`, properties: { ref: 'main' } },
    { name: 'smtp', type: 'email', url: 'smtp://$(username):$(password)@mail.larkspur.example:587/?UseStartTLS=true', username: 'alerts', password: `${SECRET}-smtp`, properties: { host: 'mail.larkspur.example', port: '587', from: 'alerts@larkspur.example' } },
    { name: 'backups', type: 's3', username: `AKIA${SECRET}2`, password: `${SECRET}-s3`, properties: { bucket: 'larkspur-backups', region: 'eu-west-1' } },
    { name: 'warehouse-share', type: 'smb', username: 'stock', password: 'configmap://warehouse/share-password', properties: { port: '445' } },
  ];
  await copyRows(
    client,
    'connections',
    [
      'id',
      'name',
      'namespace',
      'type',
      'url',
      'username',
      'password',
      'certificate',
      'properties',
      'source',
      'insecure_tls',
      'created_by',
      'created_at',
      'updated_at',
    ],
    list.map((row, at) => ({
      id: settingId(2, at + 1),
      name: row['name'] ?? null,
      namespace: at === 11 ? 'fulfilment' : 'default',
      type: row['type'] ?? null,
      url: row['url'] ?? null,
      username: row['username'] ?? null,
      password: row['password'] ?? null,
      certificate: row['certificate'] ?? null,
      properties: row['properties'] ?? null,
      source: at % 4 === 3 ? 'KubernetesCRD' : 'UI',
      insecure_tls: at === 7,
      created_by: memberId('admin'),
      created_at: iso(nowMs - (250 - at * 9) * DAY),
      updated_at: iso(nowMs - (60 - at) * DAY),
    })),
  );
}

async function seedRules({ client, nowMs }: SeedContext): Promise<void> {
  const filters: Record<string, object> = {
    'critical-services': {
      components: [{ types: ['Service'], name: 'auth-gateway' }],
      filter: { status: ['unhealthy'] },
    },
    'unhealthy-databases': {
      components: [{ types: ['Database'] }],
      filter: { status: ['unhealthy', 'warning'] },
      breakOnMatch: true,
    },
  };
  await copyRows(
    client,
    'incident_rules',
    ['id', 'name', 'spec', 'source', 'created_by', 'created_at', 'updated_at'],
    [...incidentRules].map(([name, id], at) => ({
      id,
      name,
      spec: { name, ...filters[name], template: { type: 'availability', severity: 'critical' } },
      source: 'UI',
      created_by: memberId('admin'),
      created_at: iso(nowMs - (150 - at) * DAY),
      updated_at: iso(nowMs - (90 - at) * DAY),
    })),
  );
}

async function seedNotifications(context: SeedContext, health: Health): Promise<void> {
  const { client, nowMs } = context;
  const rng = context.rng.fork('notifications');
  const common = { source: 'UI', created_by: memberId('admin') };
  // prettier-ignore
  const list = [
    { title: 'Check {{.check.name}} failed', events: ['check.failed', 'check.passed'], filter: 'check.severity == "critical"', team_id: teams[0]?.id, repeat_interval: '1h', error: null },
    { title: 'Incident {{.incident.title}}', events: ['incident.created', 'incident.status.resolved', 'incident.comment.added'], filter: null, person_id: demoAccounts[2].id, repeat_interval: null, error: null },
    { title: null, events: ['config.unhealthy', 'config.warning'], filter: "config.type == 'Kubernetes::Deployment'", custom_services: [{ connection: 'connection://default/slack-alerts', name: 'platform' }], repeat_interval: '3h', error: null },
    { title: 'Component down', events: ['component.unhealthy'], filter: 'component.labels.team = "data"', team_id: teams[3]?.id, repeat_interval: null, error: 'ERROR: <input>:1:23: Syntax error: token recognition error at: "= "' },
  ];
  await copyRows(
    client,
    'notifications',
    [
      'id',
      'title',
      'events',
      'filter',
      'person_id',
      'team_id',
      'custom_services',
      'repeat_interval',
      'error',
      'source',
      'created_by',
      'created_at',
      'updated_at',
    ],
    list.map((row, at) => ({
      ...common,
      id: settingId(3, at + 1),
      title: row.title,
      events: textArray(row.events),
      filter: row.filter,
      person_id: 'person_id' in row ? row.person_id : null,
      team_id: 'team_id' in row ? row.team_id : null,
      custom_services: 'custom_services' in row ? row.custom_services : null,
      repeat_interval: row.repeat_interval,
      error: row.error,
      created_at: iso(nowMs - (120 - at * 8) * DAY),
      updated_at: iso(nowMs - (30 - at) * DAY),
    })),
  );
  const down = health.checks
    .filter(({ mood }) => mood.kind === 'down' || mood.kind === 'flapping')
    .slice(0, 40);
  await copyRows(
    client,
    'notification_send_history',
    [
      'id',
      'notification_id',
      'body',
      'status',
      'source_event',
      'resource_id',
      'person_id',
      'error',
      'duration_millis',
      'created_at',
    ],
    Array.from({ length: 60 }, (_, at) => {
      const check = down[at % Math.max(1, down.length)];
      const sentMs = nowMs - 40 * MINUTE - at * 7 * HOUR - rng.int(HOUR);
      const isFailed = at % 9 === 4;
      return {
        id: ulid(sentMs, rng),
        notification_id: settingId(3, 1 + (at % 3)),
        body: `Check ${check?.name ?? ''} failed`,
        status: isFailed ? 'error' : 'sent',
        source_event: 'check.failed',
        resource_id: check?.id ?? settingId(3, 1),
        person_id: at % 3 === 1 ? demoAccounts[2].id : null,
        error: isFailed ? 'failed to send: context deadline exceeded' : null,
        duration_millis: between(rng, 90, 4_000),
        created_at: iso(sentMs),
      };
    }).toReversed(),
  );
}

async function seedSmallTables({ client, nowMs }: SeedContext): Promise<void> {
  await copyRows(
    client,
    'properties',
    ['name', 'value', 'created_by', 'created_at', 'updated_at'],
    [
      ['changes.dedup.window', '1h'],
      ['incidents.disable', 'false'],
      ['logs.retention.days', '14'],
    ].map(([name, value], at) => ({
      name: name ?? '',
      value: value ?? '',
      created_by: accounts[0]?.id,
      created_at: iso(nowMs - (90 - at) * DAY),
      updated_at: iso(nowMs - (20 - at) * DAY),
    })),
  );
  await copyRows(
    client,
    'logging_backends',
    ['id', 'name', 'labels', 'spec', 'source', 'created_by', 'created_at', 'updated_at'],
    [
      {
        id: settingId(4, 1),
        name: 'loki',
        labels: { env: 'production' },
        spec: { loki: { url: 'http://loki.platform:3100', password: `${SECRET}-loki` } },
        source: 'UI',
        created_by: memberId('editor'),
        created_at: iso(nowMs - 200 * DAY),
        updated_at: null,
      },
    ],
  );
  await copyRows(
    client,
    'integrations',
    ['id', 'name', 'icon', 'spec', 'source', 'created_by', 'created_at', 'updated_at'],
    [
      {
        id: settingId(5, 1),
        name: 'scraper kubernetes-larkspur',
        icon: 'kubernetes',
        spec: { scraper: scrapers.kubernetes },
        source: 'UI',
        created_by: memberId('admin'),
        created_at: iso(nowMs - 300 * DAY),
        updated_at: iso(nowMs - 300 * DAY),
      },
    ],
  );
  await copyRows(
    client,
    'saved_query',
    ['id', 'icon', 'description', 'query', 'columns', 'created_by', 'created_at', 'updated_at'],
    [
      ['Crashing pods', "type = 'Kubernetes::Pod' and status = 'CrashLoopBackOff'"],
      ['Databases of payments', "type like 'AWS::RDS%' and name like 'payments%'"],
    ].map(([description, query], at) => ({
      id: settingId(6, at + 1),
      icon: 'search',
      description: description ?? '',
      query: query ?? '',
      columns: [{ name: 'name' }, { name: 'status' }],
      created_by: 'Elif Demir',
      created_at: iso(nowMs - (70 - at) * DAY),
      updated_at: iso(nowMs - (70 - at) * DAY),
    })),
  );
}
