import type { Prng } from '#tests/sim/prng.ts';
import { teams } from './accounts.ts';
import { scrapers } from './catalog.ts';
import type { Health } from './check-model.ts';
import { between, iso, LOCAL_AGENT, ulid, type SeedContext } from './context.ts';
import { copyRows } from './copy.ts';
import { remoteAgents } from './directory.ts';
import { DAY, HOUR, MINUTE } from './sizes.ts';
import { topologyIds } from './topology-model.ts';

interface Job {
  name: string;
  resourceType: string;
  resourceIds: readonly string[];
  seconds: number;
  failing: number;
  error: string;
  agentId?: string;
}

function jobsOf(health: Health): Job[] {
  // prettier-ignore
  return [
    { name: 'Scraper', resourceType: 'config_scraper', resourceIds: Object.values(scrapers), seconds: 40, failing: 0.06, error: 'kubernetes: the server was unable to return a response in the time allotted' },
    { name: 'TopologyRun', resourceType: 'topology', resourceIds: Object.values(topologyIds), seconds: 6, failing: 0.03, error: 'lookup catalog: statement timeout' },
    { name: 'CanarySync', resourceType: 'canary', resourceIds: health.canaries.slice(0, 12).map(({ id }) => id), seconds: 2, failing: 0.02, error: 'invalid schedule "@every"' },
    { name: 'TeamComponentOwnership', resourceType: 'team', resourceIds: teams.map(({ id }) => id), seconds: 1, failing: 0.01, error: 'selector matches nothing' },
    { name: 'AggregateCheckStatus1h', resourceType: 'check_statuses', resourceIds: [''], seconds: 4, failing: 0.01, error: 'deadlock detected' },
    { name: 'UpstreamReconcile', resourceType: 'upstream', resourceIds: ['eu-west-edge-0', 'us-east-edge-0'], seconds: 3, failing: 0.08, error: 'dial tcp 10.20.4.11:443: connect: connection refused', agentId: remoteAgents.euEdge },
    { name: 'EvidenceScripts', resourceType: 'components', resourceIds: [''], seconds: 1, failing: 0.02, error: 'undeclared reference to analysis' },
  ];
}

/** Writes the job log and a few queued events. */
export async function seedJobs(context: SeedContext, health: Health): Promise<void> {
  const { client, nowMs, volume } = context;
  const rng = context.rng.fork('jobs');
  const jobs = jobsOf(health);
  await copyRows(
    client,
    'job_history',
    [
      'id',
      'agent_id',
      'name',
      'success_count',
      'error_count',
      'details',
      'hostname',
      'duration_millis',
      'resource_type',
      'resource_id',
      'status',
      'time_start',
      'time_end',
      'created_at',
    ],
    Array.from({ length: volume.jobRuns }, (_, at) => {
      const age = Math.floor(25 * DAY * ((volume.jobRuns - at) / volume.jobRuns) ** 1.6) + 2 * MINUTE;
      return jobRow(rng.pick(jobs), nowMs - age, at === volume.jobRuns - 1, rng);
    }),
  );
  await copyRows(
    client,
    'event_queue',
    ['id', 'name', 'properties', 'error', 'created_at', 'last_attempt', 'attempts', 'priority'],
    queuedEvents(nowMs, health).map((event) => ({
      ...event,
      id: ulid(nowMs - event.ageMs, rng),
      created_at: iso(nowMs - event.ageMs),
      last_attempt: event.attempts === 0 ? null : iso(nowMs - event.ageMs + event.attempts * MINUTE),
      priority: 100,
    })),
  );
}

function jobRow(job: Job, startedMs: number, isNewest: boolean, rng: Prng) {
  const roll = rng.next();
  const status = isNewest
    ? 'RUNNING'
    : roll < job.failing
      ? 'FAILED'
      : roll < job.failing * 2
        ? 'WARNING'
        : roll > 0.98
          ? 'SKIPPED'
          : 'SUCCESS';
  const duration = Math.round(job.seconds * 1000 * (0.5 + rng.next()));
  const isBad = status === 'FAILED' || status === 'WARNING';
  return {
    id: ulid(startedMs, rng),
    agent_id: job.agentId ?? LOCAL_AGENT,
    name: job.name,
    success_count: status === 'FAILED' || status === 'SKIPPED' ? 0 : between(rng, 1, 400),
    error_count: isBad ? between(rng, 1, 3) : 0,
    details: {
      ...(isBad ? { errors: [job.error] } : {}),
      ...(job.resourceType === 'config_scraper' && status !== 'FAILED' && status !== 'RUNNING'
        ? { scrape_summary: scrapeSummary(duration) }
        : {}),
    },
    hostname: 'mission-control-6d4f8c7b9-x2x5q',
    duration_millis: status === 'RUNNING' ? 0 : duration,
    resource_type: job.resourceType,
    resource_id: rng.pick(job.resourceIds),
    status,
    time_start: iso(startedMs),
    time_end: status === 'RUNNING' ? null : iso(startedMs + duration),
    created_at: iso(startedMs),
  };
}

/** What a scraper tells of a run, by the type of the items. */
function scrapeSummary(duration: number): object {
  return {
    'Kubernetes::Pod': { added: duration % 4, updated: duration % 9, unchanged: 120 + (duration % 30) },
    'Kubernetes::Deployment': { updated: duration % 3, unchanged: 24 },
  };
}

function queuedEvents(
  nowMs: number,
  health: Health,
): { name: string; properties: object; error: string | null; ageMs: number; attempts: number }[] {
  const down = health.checks.filter(({ mood }) => mood.kind === 'down');
  // prettier-ignore
  return [
    ...down.map(({ id }, at) => ({
      name: 'check.failed',
      properties: { id, last_runtime: iso(nowMs - 40_000) },
      error: null,
      ageMs: 30_000 + at * 1000,
      attempts: 0,
    })),
    {
      name: 'notification.send',
      properties: { id: down[0]?.id ?? '', notification_id: '0190a3c4-5b00-7000-8403-000000000401' },
      error: 'slack: channel_not_found',
      ageMs: 5 * HOUR,
      attempts: 4,
    },
    {
      name: 'incident.responder.jira.added',
      properties: { id: down[1]?.id ?? '' },
      error: 'jira: 503 Service Unavailable',
      ageMs: 9 * HOUR,
      attempts: 2,
    },
  ];
}
