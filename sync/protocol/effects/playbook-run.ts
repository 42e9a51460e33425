import * as v from 'valibot';
import { requestOf, equal, id, RUN_TTL_MS } from './spec.ts';
import type { EffectAnswer, EffectSaid, EffectWire } from './spec.ts';
import type { JsonRow } from '../op.ts';
import { own } from '../own.ts';

/** Runs that a look takes note of; more of one kind within seconds is nothing a person does. */
const LOOKED_AT = 20;

/**
 * Runs a playbook (api-endpoints L9). Without an answer it is the one run of the playbook on this target that this person
 * began with these parameters while the request was under way, was not there before and is no other effect's. An answer
 * as long as the limit tells nothing: there may be more.
 */
export const request = requestOf('playbook.run', {
  playbookId: id,
  configId: v.optional(id),
  componentId: v.optional(id),
  checkId: v.optional(id),
  params: v.record(v.string(), v.string()),
  /** Parameters that are secret: their texts are asked for again when it is sent and never kept (D22). */
  asked: v.optional(v.array(id)),
});

type Run = v.InferOutput<typeof request>;

/** What a screen says of it. */
export const said: EffectSaid<Run> = {
  verb: 'Run',
  target: ({ checkId }) => (checkId === undefined ? null : { tbl: 'checks', id: checkId }),
  asked: ({ asked = [] }) => asked,
  askedThere: 'It has a secret, which is not kept here. Run it from its screen.',
};

/** How it is sent, and what is made of its answer. */
export const wire: EffectWire<Run> = {
  ttlMs: RUN_TTL_MS,
  texts: {
    complete: (request, texts) => {
      const asked = (request.asked ?? []).map((name) => [name, own(texts, name) ?? ''] as const);
      const isWhole = asked.every(([, text]) => text !== '');
      return isWhole ? { ...request, params: { ...request.params, ...Object.fromEntries(asked) } } : null;
    },
    missing: 'Its secrets were not asked for.',
  },
  send: ({ playbookId, configId, componentId, checkId, params }) => ({
    path: '/playbook/run',
    body: { id: playbookId, config_id: configId, component_id: componentId, check_id: checkId, params },
  }),
  answer: {
    // A run that began has a name.
    read: (result) => (typeof result?.['run_id'] === 'string' ? result : undefined),
    saysWhy: true,
  },
  before: (request, { userId, since }) => ({
    path: runsPath(request, userId, since, null),
    read: (rows) => {
      const ids = rows.map((row) => row['id']).filter((each) => typeof each === 'string');
      return rows.length < LOOKED_AT && ids.length === rows.length ? ids : undefined;
    },
  }),
  lookup: (request, { userId, sentWithin, before, others }) => {
    if (sentWithin === null || before === undefined) return null;
    const known = new Set<unknown>([...before, ...others]);
    return {
      path: runsPath(request, userId, sentWithin.from, sentWithin.to),
      judge: (rows) => judgeRuns(rows, request, known),
    };
  },
};

/** Runs of the same playbook on the same target, begun by this person between two server times. */
function runsPath(request: Run, userId: string, from: string, to: string | null): string {
  const conditions = [
    'select=id,created_at,parameters',
    equal('playbook_id', request.playbookId),
    equal('created_by', userId),
    equal('config_id', request.configId),
    equal('component_id', request.componentId),
    equal('check_id', request.checkId),
    `created_at=gte.${encodeURIComponent(from)}`,
    ...(to === null ? [] : [`created_at=lte.${encodeURIComponent(to)}`]),
    'order=created_at.asc',
    `limit=${LOOKED_AT}`,
  ];
  return `/db/playbook_runs?${conditions.join('&')}`;
}

/** True when the run has every parameter that was sent; the server may have added those it has defaults for. */
function hasParameters(run: JsonRow, { params }: Run): boolean {
  const { parameters } = run;
  const sent = Object.entries(params);
  if (typeof parameters !== 'object' || parameters === null) return sent.length === 0;
  return sent.every(([name, value]) => {
    const there: unknown = Reflect.get(parameters, name);
    return there === value || (typeof there !== 'string' && JSON.stringify(there) === value);
  });
}

/**
 * Exactly one run that was not there before is ours; none or several prove nothing. There are several where a browser has
 * repeated the request by itself: it does when a connection that was used before is closed without an answer, and no
 * page can keep it from that.
 */
function judgeRuns(rows: readonly JsonRow[], request: Run, known: ReadonlySet<unknown>): EffectAnswer {
  const found = rows.filter((row) => !known.has(row['id']) && hasParameters(row, request));
  const [run] = found;
  if (run === undefined || typeof run['id'] !== 'string') return { is: 'unknown' };
  if (found.length > 1) {
    return {
      is: 'unknown',
      reason: `${found.length} runs like it have begun since: the network may have repeated it.`,
    };
  }
  return rows.length < LOOKED_AT ? { is: 'done', result: { run_id: run['id'] } } : { is: 'unknown' };
}
