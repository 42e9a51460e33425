import type { Prng } from '#tests/sim/prng.ts';
import { storyClusters } from './catalog-model.ts';
import { between } from './context.ts';
import {
  logLines,
  mention,
  respond,
  responderKinds,
  type EvidenceStory,
  type HypothesisStory,
  type IncidentStory,
  type Moment,
  type PersonKey,
  type StoryRefs,
} from './incident-model.ts';
import { services, type Service } from './services.ts';

const day = 24 * 60;

const staff: readonly PersonKey[] = [
  'editor',
  'commander',
  'responder',
  '0',
  '1',
  '2',
  '3',
  '5',
  '6',
  '8',
  '9',
];
const severities = [
  'critical',
  'Critical',
  'blocker',
  'high',
  'High',
  'Medium',
  'low',
  'Low',
  'warning',
  'info',
];
const types = [
  'availability',
  'availability',
  'performance',
  'performance',
  'reliability',
  'integration',
  'security',
  'cost',
  'compliance',
  'technical_debt',
  'technicalDebt',
];

// prettier-ignore
const themes: readonly { title: (service: string) => string; root: string; factor: string; solution: string; log: string }[] = [
  { title: (s) => `${s} answers slowly`, root: 'A query lost its index', factor: 'Statistics were stale after the import', solution: 'Analyse after every import', log: 'slow query: 4211 ms' },
  { title: (s) => `${s} restarts again and again`, root: 'The memory limit is too low for the new cache', factor: 'Cache size doubled with the release', solution: 'Raise the limit by 256 MiB', log: 'Killed' },
  { title: (s) => `Error rate of ${s} above its budget`, root: 'A dependency times out', factor: 'Timeout is shorter than the p99 of the dependency', solution: 'Retry once with a budget', log: 'context deadline exceeded' },
  { title: (s) => `${s} refuses connections after a node drain`, root: 'All replicas were on one node', factor: 'No spread constraint', solution: 'Spread over zones', log: 'connection refused' },
  { title: (s) => `Backlog in front of ${s} grows`, root: 'One poisoned message blocks its group', factor: 'There is no dead-letter queue', solution: 'Move it aside after five tries', log: 'message rejected: invalid payload' },
  { title: (s) => `Wrong data from ${s} for some customers`, root: 'Two writers race', factor: 'The lock is taken per pod', solution: 'Conditional write', log: 'version conflict, giving up' },
];

/** More incidents for the larger sizes: most are over, about one in forty is open. */
export function everydayIncidents(refs: StoryRefs, rng: Prng, count: number): IncidentStory[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => everydayIncident(refs, rng, at));
}

function everydayIncident(refs: StoryRefs, rng: Prng, at: number): IncidentStory {
  const service = rng.pick(services);
  const theme = rng.pick(themes);
  // Evenly over a year, a few of them from the last days.
  const start = between(rng, 60, 3 * day) + Math.floor(rng.next() ** 1.2 * 360 * day);
  const by = rng.pick(staff);
  const statuses = lifeOf(rng, start, at);
  const after = (share: number): number => Math.max(1, Math.round(start - Math.min(start, 8 * 60) * share));
  return {
    title: theme.title(service.name),
    description: `Seen by the checks of ${service.name}. ${service.description}.`,
    severity: rng.pick(severities),
    type: rng.pick(types),
    by,
    commander: rng.pick(staff),
    communicator: rng.pick(staff),
    statuses,
    responders: [
      respond.person(rng.pick(staff), by, after(0.05)),
      ...(rng.chance(0.25)
        ? [
            respond.team(
              'Payments',
              responderKinds.jira,
              {
                project: 'SRE',
                issueType: 'Incident',
                priority: 'Medium',
                summary: service.name,
                description: theme.root,
              },
              by,
              after(0.1),
              {
                externalId: `SRE-${1000 + at}`,
              },
            ),
          ]
        : []),
    ],
    tree: {
      type: 'root',
      title: theme.root,
      by,
      at: start,
      ...(rng.chance(0.6) ? { statuses: [['likely', after(0.3)]] as const } : {}),
      evidences: [everydayEvidence(refs, rng, service, theme.log, by, after(0.12))],
      comments: [
        {
          by: rng.pick(staff),
          at: after(0.15),
          text: `Looking. ${mention(rng.pick(staff))} please watch *${service.name}*.`,
        },
        ...(rng.chance(0.5)
          ? [{ by: rng.pick(staff), at: after(0.4), text: 'Numbers are back to normal.' }]
          : []),
      ],
      children: childrenOf(refs, rng, theme, service, after),
    },
  };
}

function lifeOf(rng: Prng, start: number, at: number): IncidentStory['statuses'] {
  const first: Moment = ['open', start];
  const later = (share: number): number =>
    Math.max(1, Math.round(start - Math.min(start * 0.9, 3 * day) * share));
  // Fixed places instead of chance: the small sizes must not happen to have twenty open ones.
  if (at % 40 === 7) return [first];
  if (at % 40 === 17) return [first, ['investigating', later(0.1)]];
  if (at % 40 === 27) return [first, ['investigating', later(0.1)], ['mitigated', later(0.4)]];
  const resolved: Moment = ['resolved', later(0.6)];
  if (rng.chance(0.06)) return [first, ['cancelled', later(0.2)]];
  if (start < 30 * day || rng.chance(0.2)) return [first, ['investigating', later(0.1)], resolved];
  return [first, ['investigating', later(0.1)], resolved, ['closed', later(0.9)]];
}

function childrenOf(
  refs: StoryRefs,
  rng: Prng,
  theme: (typeof themes)[number],
  service: Service,
  after: (share: number) => number,
): HypothesisStory[] {
  const by = rng.pick(staff);
  return [
    {
      type: 'factor',
      title: theme.factor,
      by,
      at: after(0.35),
      statuses: [[rng.pick(['proven', 'likely', 'unlikely', 'improbable', 'disproven']), after(0.5)]],
      evidences: rng.chance(0.5) ? [everydayEvidence(refs, rng, service, theme.log, by, after(0.4))] : [],
    },
    { type: 'solution', title: theme.solution, by, at: after(0.55) },
  ];
}

function everydayEvidence(
  refs: StoryRefs,
  rng: Prng,
  service: Service,
  log: string,
  by: PersonKey,
  at: number,
): EvidenceStory {
  const component = refs.component(service.name);
  const cluster = rng.pick([storyClusters.eu, storyClusters.us]);
  const kind = rng.int(4);
  if (kind === 0) {
    const payload = logLines(refs.nowMs, at + 5, { app: service.name, cluster }, [log, log, 'giving up']);
    return { type: 'log', description: 'From the time it began', by, at, component, payload };
  }
  if (kind === 1) return { type: 'topology', description: service.name, by, at, component };
  if (kind === 2) {
    const config = refs.config(cluster, 'Deployment', service.name);
    const payload = {
      lines: ['spec:', '  replicas: 1'],
      configName: config.name,
      configType: config.type,
      selected_lines: { 1: '  replicas: 1' },
    };
    return { type: 'config', description: 'The part that matters', by, at, config, payload };
  }
  return {
    type: 'comment',
    description: 'Agreed in the call',
    by,
    at,
    payload: { comment: 'Agreed in the call' },
    doneItem: 'made',
    done: rng.chance(0.7),
  };
}
