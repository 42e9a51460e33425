import { randomUUID } from 'node:crypto';
import type { ServerFacts } from '../server-facts.ts';

/** An item made for one test, with changes of the last hours; the newest is a diff. */
export interface ChangeScene {
  readonly itemId: string;
  readonly name: string;
  /** The list of its changes and no others. */
  readonly path: (rest?: string) => string;
  /** Summaries, newest first. */
  readonly summaries: readonly string[];
  readonly ids: readonly string[];
}

const DIFF = [
  '--- before',
  '+++ after',
  '@@ -1,3 +1,3 @@',
  ' spec:',
  '-  replicas: 2',
  '+  replicas: 5',
].join('\n');

/** Five changes, each an hour older than the one before: a diff, one that repeated twelve times, and three scalings. */
export async function createChanges(facts: ServerFacts): Promise<ChangeScene> {
  const itemId = randomUUID();
  const name = `web-${itemId.slice(0, 8)}`;
  await facts.rows(
    `insert into config_items (id, name, type, config_class, tags, config, created_at)
     values ($1, $2, 'Kubernetes::Deployment', 'Deployment', $3, '{}', now() - interval '9 days')`,
    [itemId, name, { cluster: 'larkspur', team: name }],
  );
  const kinds = [
    { type: 'diff', severity: 'high', by: 'Ada Byron', source: 'gitops', count: 1 },
    { type: 'BackOff', severity: 'medium', by: 'kubelet', source: 'kubernetes', count: 12 },
    { type: 'ScalingReplicaSet', severity: 'info', by: 'kubelet', source: 'kubernetes', count: 1 },
    { type: 'ScalingReplicaSet', severity: 'info', by: 'kubelet', source: 'kubernetes', count: 1 },
    { type: 'ScalingReplicaSet', severity: 'info', by: null, source: 'autoscaler', count: 1 },
  ];
  const ids = kinds.map(() => randomUUID());
  const summaries = kinds.map(({ type }, at) => `${type} ${at} of ${name}`);
  for (const [at, { type, severity, by, source, count }] of kinds.entries()) {
    await facts.rows(
      `insert into config_changes (id, config_id, external_created_by, change_type, severity, source, summary, count,
                                   diff, patches, details, created_at, first_observed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() - make_interval(mins => $12),
               now() - make_interval(mins => $12 + 180))`,
      [
        ids[at],
        itemId,
        by,
        type,
        severity,
        source,
        summaries[at],
        count,
        at === 0 ? DIFF : null,
        at === 0 ? { spec: { replicas: 5 } } : null,
        { reason: `${type} reason`, at },
        at * 60 + 1,
      ],
    );
  }
  const path = (rest = ''): string => `/catalog/changes?id=${itemId}:1${rest === '' ? '' : `&${rest}`}`;
  return { itemId, name, path, summaries, ids };
}
