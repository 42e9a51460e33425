import type { Prng } from '#tests/sim/prng.ts';
import { selectorHash } from './catalog.ts';
import type { CheckNode, Health } from './check-model.ts';
import { iso, type SeedContext } from './context.ts';
import { copyRows } from './copy.ts';
import { memberId } from './directory.ts';
import { DAY, HOUR, MINUTE } from './sizes.ts';
import type { Topology } from './topology-model.ts';

/** Writes canaries, checks, their results and roll-ups, and what they are attached to. */
export async function seedHealth(context: SeedContext, health: Health, topology: Topology): Promise<void> {
  const { client, nowMs } = context;
  // Results first: a check's row says how they ended.
  await copyRows(client, 'check_statuses', statusColumns, statusRows(context, health));
  await copyRows(
    client,
    'canaries',
    [
      'id',
      'agent_id',
      'name',
      'namespace',
      'labels',
      'spec',
      'source',
      'created_by',
      'created_at',
      'updated_at',
    ],
    health.canaries.map((canary, at) => ({
      id: canary.id,
      agent_id: canary.agentId,
      name: canary.name,
      namespace: canary.namespace,
      labels: canary.labels,
      spec: canarySpec(canary.everyMs, canary.checks),
      source: at % 5 === 0 ? `kubernetes/${canary.checks[0]?.config?.id ?? canary.id}` : 'UI',
      created_by: memberId('editor'),
      created_at: iso(canary.createdMs),
      updated_at: iso(canary.createdMs + 3 * DAY),
    })),
  );
  await copyRows(client, 'checks', checkColumns, checkRows(health));
  await seedLinks(context, health, topology);
  await seedRollUps(context);
  await client.query(`update checks set silenced_at = $1 where name = 'certificate inventory'`, [
    iso(nowMs - 2 * DAY),
  ]);
}

function canarySpec(everyMs: number, checks: readonly CheckNode[]): Record<string, unknown> {
  const spec: Record<string, unknown> = { schedule: `@every ${Math.round(everyMs / MINUTE)}m` };
  for (const check of checks) {
    const list = spec[check.type];
    if (Array.isArray(list)) list.push(check.spec);
    else spec[check.type] = [check.spec];
  }
  return spec;
}

const checkColumns = [
  'id',
  'canary_id',
  'agent_id',
  'type',
  'name',
  'description',
  'icon',
  'spec',
  'labels',
  'owner',
  'severity',
  'status',
  'last_runtime',
  'last_transition_time',
  'next_runtime',
  'created_at',
  'updated_at',
] as const;

function* checkRows(
  health: Health,
): Generator<Record<(typeof checkColumns)[number], string | object | null>> {
  for (const check of health.checks) {
    const { canary, outcome } = check;
    yield {
      id: check.id,
      canary_id: canary.id,
      agent_id: canary.agentId,
      type: check.type,
      name: check.name,
      description: check.description,
      icon: check.type,
      spec: check.spec,
      labels: { ...canary.labels, team: check.team.toLowerCase(), service: check.subject },
      owner: check.team,
      severity: check.severity,
      status: outcome.status ? 'healthy' : 'unhealthy',
      last_runtime: iso(outcome.lastMs),
      last_transition_time: iso(outcome.transitionMs),
      next_runtime: iso(outcome.lastMs + canary.everyMs),
      created_at: iso(canary.createdMs),
      // Every run of a local check moves it.
      updated_at: iso(outcome.lastMs),
    };
  }
}

const statusColumns = [
  'check_id',
  'time',
  'created_at',
  'duration',
  'status',
  'invalid',
  'message',
  'error',
  'details',
] as const;

type StatusRow = Record<(typeof statusColumns)[number], string | number | boolean | object | null>;

/** Moments of results, oldest first: sparse long ago and dense lately, as retention leaves them. */
function momentsOf(history: SeedContext['volume']['checkHistory']): number[] {
  const ages: number[] = [];
  let fromMs = 0;
  for (const { untilMs, everyMs } of history) {
    for (let age = fromMs; age < untilMs; age += everyMs) ages.push(age);
    fromMs = untilMs;
  }
  return ages.toReversed();
}

function* statusRows({ rng, nowMs, volume }: SeedContext, health: Health): Generator<StatusRow> {
  const local = rng.fork('check-results');
  const ages = momentsOf(volume.checkHistory);
  for (const check of health.checks) {
    const offset = local.int(50) * 1000 + 5_000;
    let previous: boolean | undefined;
    for (const age of ages) {
      const time = Math.floor((nowMs - age - offset) / 1000) * 1000;
      if (check.mood.kind === 'silent' && time > check.mood.sinceMs) break;
      const status = nextStatus(check, time, previous ?? true, local);
      if (status !== previous) check.outcome.transitionMs = time;
      check.outcome.status = status;
      check.outcome.lastMs = time;
      previous = status;
      yield statusRow(check, time, status, local);
    }
  }
}

function nextStatus({ mood }: CheckNode, time: number, previous: boolean, rng: Prng): boolean {
  if (mood.kind === 'down') return time < mood.sinceMs;
  if (mood.kind === 'flapping') return previous ? !rng.chance(0.14) : rng.chance(0.4);
  return !rng.chance(0.0015);
}

const failures: Record<string, string> = {
  http: 'unexpected status code 503, expected one of [200 201]',
  dns: 'expected at least 2 records, got 0',
  icmp: 'packet loss of 100 % is above the threshold of 20 %',
  tcp: 'dial tcp: i/o timeout',
  postgres: 'pq: remaining connection slots are reserved',
  redis: 'OOM command not allowed when used memory > maxmemory',
  kubernetes: '1 of 14 pods is not ready',
  prometheus: 'error ratio 0.031 is above 0.01',
  cloudwatch: 'alarm state is ALARM',
};

function statusRow(check: CheckNode, time: number, status: boolean, rng: Prng): StatusRow {
  const wobble = 0.7 + rng.next() * 0.8 + (rng.chance(0.03) ? 4 * rng.next() : 0);
  const duration = Math.round(check.latencyMs * wobble * (status ? 1 : 6)) + 1;
  const error = check.mood.kind === 'down' ? check.mood.error : (failures[check.type] ?? 'the check failed');
  return {
    check_id: check.id,
    time: iso(time),
    created_at: iso(time + 800),
    duration,
    status,
    invalid: false,
    message: status && check.type === 'http' ? null : status ? 'ok' : error,
    error: status ? null : error,
    details:
      !status && check.type === 'http'
        ? { code: Number(/\d{3}/.exec(error)?.[0] ?? 503), sslAge: '61d' }
        : null,
  };
}

async function seedLinks({ client }: SeedContext, health: Health, topology: Topology): Promise<void> {
  const components = health.checks.flatMap((check) => {
    const component = topology.byName.get(check.subject);
    return component === undefined ? [] : [{ check, component }];
  });
  await copyRows(
    client,
    'check_component_relationships',
    ['component_id', 'check_id', 'canary_id', 'selector_id', 'created_at', 'updated_at'],
    components.map(({ check, component }) => ({
      component_id: component.id,
      check_id: check.id,
      canary_id: check.canary.id,
      selector_id: selectorHash(`service=${check.subject}`),
      created_at: iso(check.canary.createdMs),
      updated_at: iso(check.canary.createdMs),
    })),
  );
  await copyRows(
    client,
    'check_config_relationships',
    ['config_id', 'check_id', 'canary_id', 'selector_id', 'created_at', 'updated_at'],
    health.checks.flatMap((check) =>
      check.config === undefined
        ? []
        : [
            {
              config_id: check.config.id,
              check_id: check.id,
              canary_id: check.canary.id,
              selector_id: selectorHash(`config=${check.config.type}`),
              created_at: iso(check.canary.createdMs),
              updated_at: iso(check.canary.createdMs),
            },
          ],
    ),
  );
}

/** The hourly and daily jobs' work: whole buckets only, the running hour and day are not there yet. */
async function seedRollUps({ client, nowMs }: SeedContext): Promise<void> {
  for (const [table, unit, ms] of [
    ['check_statuses_1h', 'hour', HOUR],
    ['check_statuses_1d', 'day', DAY],
  ] as const) {
    await client.query(
      `insert into ${table} (check_id, created_at, duration, total, passed, failed)
       select check_id, date_trunc('${unit}', time), sum(duration), count(*),
              count(*) filter (where status), count(*) filter (where not status)
       from check_statuses where time < $1 group by 1, 2 order by 2, 1`,
      [iso(Math.floor(nowMs / ms) * ms)],
    );
  }
}
