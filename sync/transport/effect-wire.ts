import { SENDING_LIMIT_MS } from '../core/commands/effects.ts';
import type { EffectAnswer } from '../core/commands/effects.ts';
import { shiftServerTime } from '../core/pull/server-time.ts';
import type { HttpRequest, HttpResponse } from '../ports.ts';
import type { Effect, EffectRequest } from '../protocol/effect.ts';
import type { JsonRow } from '../protocol/op.ts';
import { own } from '../protocol/own.ts';

/** Time one request may take; there is no second one. */
export const EFFECT_TIMEOUT_MS = 60_000;
/** A look before an effect is not worth waiting for: without it a lost answer stays unknown. */
const LOOKBACK_TIMEOUT_MS = 5000;

function post(path: string, body: unknown): HttpRequest {
  return {
    method: 'POST',
    path,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    timeoutMs: EFFECT_TIMEOUT_MS,
  };
}

/** The one request of an effect (reference api-endpoints: H4, L9, U5, U6, U7, A4, I20, N5). `userId` is its person. */
export function effectRequest(request: EffectRequest, userId: string): HttpRequest {
  switch (request.kind) {
    case 'check.run':
      return post(`/canary/run/check/${encodeURIComponent(request.checkId)}`, {});
    case 'playbook.run':
      return post('/playbook/run', {
        id: request.playbookId,
        config_id: request.configId,
        component_id: request.componentId,
        check_id: request.checkId,
        params: request.params,
      });
    case 'run.approve': {
      const ids = [request.playbookId, request.runId].map(encodeURIComponent);
      return post(`/playbook/run/approve/${ids.join('/')}`, {});
    }
    case 'person.invite': {
      const { firstName, lastName, email } = request;
      return post('/auth/invite_user', { firstName, lastName, email });
    }
    case 'person.set-roles':
      return post(`/rbac/${encodeURIComponent(request.personId)}/update_role`, { roles: request.roles });
    case 'person.delete':
      return {
        method: 'DELETE',
        path: `/db/identities?${filter('id', request.personId)}`,
        headers: { accept: 'application/json' },
        timeoutMs: EFFECT_TIMEOUT_MS,
      };
    case 'agent.create':
      return post('/agent/generate', { name: request.name, properties: request.properties });
    case 'connection.test': {
      const { body: _none, ...sent } = post(
        `/connection/test/${encodeURIComponent(request.connectionId)}`,
        null,
      );
      return sent;
    }
    case 'responder.open-ticket': {
      const { responderId: id, incidentId, teamId, properties } = request;
      const row = {
        id,
        type: 'system',
        incident_id: incidentId,
        team_id: teamId,
        created_by: userId,
        properties,
      };
      const sent = post('/db/responders?on_conflict=id&select=id', row);
      const prefer = 'return=representation,resolution=ignore-duplicates,missing=default';
      return { ...sent, headers: { ...sent.headers, prefer } };
    }
  }
}

/** Answers after which the server has certainly done nothing and a person may try again. */
const UNTOUCHED = new Map([
  [401, 'You are signed out.'],
  [429, 'The server asked to slow down.'],
]);
const REFUSED: ReadonlySet<number> = new Set([400, 403, 404, 405, 406, 409, 413, 414, 415, 422]);

function objectOf(body: string): JsonRow | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    // An answer without JSON is an answer all the same: the status has already said what happened.
    return null;
  }
}

/** Longest sentence of the server that is shown. */
const MAX_ERROR = 300;

/** What the server says is wrong (reference server.md 3: the other members of such an answer are for its developers). */
function errorOf(answer: JsonRow | null): string | undefined {
  const text = answer === null ? undefined : own(answer, 'error');
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, MAX_ERROR) : undefined;
}

/** Of a run of a check: what came out. What the target answered, with its headers and its body, is not kept (D22). */
const RUN_FIELDS = ['start', 'pass', 'duration', 'error', 'message'] as const;

function runResult(result: JsonRow | null): JsonRow | null {
  if (result === null) return null;
  const known = RUN_FIELDS.filter((name) => Object.hasOwn(result, name));
  return Object.fromEntries(known.map((name) => [name, result[name]]));
}

/** A test answers with a failure of its own: what is certain is that it did not succeed (reference server.md 8). */
function judgeTest(status: number, result: JsonRow | null): EffectAnswer {
  if (status === 501) {
    return { is: 'refused', reason: 'We currently do not support testing this connection type', result };
  }
  if (status === 403) return { is: 'refused', reason: 'Your role does not allow this.', result };
  const isAnswer = status === 500 || REFUSED.has(status);
  return isAnswer ? { is: 'refused', reason: 'Testing connection failed!', result } : { is: 'unknown' };
}

/**
 * Judges the answer to an effect: by status and content type only. Whatever is not certain is `unknown`: a page of
 * HTML, a redirect, a timeout and every 5xx may have come after the server had acted.
 */
export function judgeEffect(response: HttpResponse, kind?: EffectRequest['kind']): EffectAnswer {
  const { status, redirected, body } = response;
  const isHtml =
    (response.headers['content-type'] ?? '').toLowerCase().includes('html') || /^\s*</u.test(body);
  if (redirected || isHtml) return { is: 'unknown' };
  if (status >= 200 && status < 300) {
    const result = objectOf(body);
    // A proxy may say yes in the server's place: a run that began has a name, an approval a sentence.
    if (kind === 'playbook.run' && typeof result?.['run_id'] !== 'string') return { is: 'unknown' };
    if (kind === 'run.approve' && typeof result?.['message'] !== 'string') return { is: 'unknown' };
    return { is: 'done', result: kind === 'check.run' ? runResult(result) : result };
  }
  const untouched = UNTOUCHED.get(status);
  if (untouched !== undefined) return { is: 'nothing', reason: untouched };
  if (kind === 'connection.test') return judgeTest(status, objectOf(body));
  const isRun = kind === 'playbook.run' || kind === 'run.approve';
  const said = isRun ? errorOf(objectOf(body)) : undefined;
  if (!REFUSED.has(status)) return { is: 'unknown', reason: said };
  const reason =
    status === 403 ? 'Your role does not allow this.' : (said ?? 'The server did not accept it.');
  return { is: 'refused', reason };
}

function filter(column: string, id: string | undefined): string {
  return `${column}=${id === undefined ? 'is.null' : `eq.${encodeURIComponent(id)}`}`;
}

/** A question about what is there before an effect is sent, and how its answer is read. */
export interface Lookback {
  readonly request: HttpRequest;
  readonly read: (rows: readonly JsonRow[]) => readonly string[] | undefined;
}

/** A question to a table whether an unanswered effect happened, and what its rows say. */
export interface Lookup {
  readonly request: HttpRequest;
  readonly judge: (rows: readonly JsonRow[]) => EffectAnswer;
}

function get(path: string, query: readonly string[]): HttpRequest {
  return {
    method: 'GET',
    path: `${path}?${query.join('&')}`,
    headers: { accept: 'application/json' },
    timeoutMs: EFFECT_TIMEOUT_MS,
  };
}

/** Runs that a look takes note of; more of one kind within seconds is nothing a person does. */
const RUNS_LOOKED_AT = 20;

type RunRequest = Extract<EffectRequest, { kind: 'playbook.run' }>;

/** Runs of the same playbook on the same target, begun by this person from a server time on. */
function runsQuery(request: RunRequest, userId: string, since: string): readonly string[] {
  return [
    'select=id,created_at,parameters',
    filter('playbook_id', request.playbookId),
    filter('created_by', userId),
    filter('config_id', request.configId),
    filter('component_id', request.componentId),
    filter('check_id', request.checkId),
    `created_at=gte.${encodeURIComponent(since)}`,
  ];
}

/**
 * The question which runs like this one are there already, asked right before it is sent; null for effects that are no
 * runs. An answer as long as the limit is none: there may be more.
 */
export function runsBeforeRequest(request: EffectRequest, userId: string, since: string): Lookback | null {
  if (request.kind !== 'playbook.run') return null;
  const query = [...runsQuery(request, userId, since), 'order=created_at.asc', `limit=${RUNS_LOOKED_AT}`];
  return {
    request: { ...get('/db/playbook_runs', query), timeoutMs: LOOKBACK_TIMEOUT_MS },
    read: (rows) => {
      const ids = rows.map((row) => row['id']).filter((id) => typeof id === 'string');
      return rows.length < RUNS_LOOKED_AT && ids.length === rows.length ? ids : undefined;
    },
  };
}

/** True when the run has every parameter that was sent; the server may have added those it has defaults for. */
function hasParameters(run: JsonRow, { params }: RunRequest): boolean {
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
function judgeRuns(rows: readonly JsonRow[], request: RunRequest, known: ReadonlySet<unknown>): EffectAnswer {
  const found = rows.filter((row) => !known.has(row['id']) && hasParameters(row, request));
  const [run] = found;
  if (run === undefined || typeof run['id'] !== 'string') return { is: 'unknown' };
  if (found.length > 1) {
    return {
      is: 'unknown',
      reason: `${found.length} runs like it have begun since: the network may have repeated it.`,
    };
  }
  return rows.length < RUNS_LOOKED_AT ? { is: 'done', result: { run_id: run['id'] } } : { is: 'unknown' };
}

/** Statuses of a run that still waits for somebody, and of one that was taken back: neither says that it was approved. */
const NOT_APPROVED: ReadonlySet<unknown> = new Set([
  'pending',
  'pending_approval',
  'cancelled',
  null,
  undefined,
]);

/** Approved by this person, or so many others that it waits no more: there is nothing left to press. */
function judgeApproval([run]: readonly JsonRow[], userId: string): EffectAnswer {
  const { status, playbook_approvals: approvals } = run ?? {};
  const isTheirs = (row: unknown): boolean =>
    typeof row === 'object' && row !== null && Reflect.get(row, 'person_id') === userId;
  const isDone = !NOT_APPROVED.has(status) || (Array.isArray(approvals) && approvals.some(isTheirs));
  return isDone ? { is: 'done', result: null } : { is: 'unknown' };
}

/**
 * Whether an unanswered effect happened, where a table can tell: the one run of the playbook on this target that this
 * person began with these parameters while the request was under way, was not there before and is no other effect's
 * (`others`: runs that other answers have named); the approval of that run; the responder with the id the screen made. Null for everything else,
 * and for a run before which nobody looked. An empty answer proves nothing: the request may still be on its way, or the
 * answer may be wrong (I14).
 */
export function lookupOf(
  { request, sentAfter, runsBefore, identity }: Effect,
  others: readonly string[] = [],
): Lookup | null {
  switch (request.kind) {
    case 'playbook.run': {
      if (sentAfter === null || runsBefore === undefined) return null;
      const until = shiftServerTime(sentAfter, SENDING_LIMIT_MS);
      const query = [
        ...runsQuery(request, identity.userId, sentAfter),
        `created_at=lte.${encodeURIComponent(until)}`,
        'order=created_at.asc',
        `limit=${RUNS_LOOKED_AT}`,
      ];
      const known = new Set<unknown>([...runsBefore, ...others]);
      return {
        request: get('/db/playbook_runs', query),
        judge: (rows) => judgeRuns(rows, request, known),
      };
    }
    case 'run.approve': {
      const query = [
        'select=id,status,playbook_approvals(person_id)',
        filter('id', request.runId),
        'limit=1',
      ];
      return {
        request: get('/db/playbook_runs', query),
        judge: (rows) => judgeApproval(rows, identity.userId),
      };
    }
    case 'responder.open-ticket':
      return {
        request: get('/db/responders', ['select=id', filter('id', request.responderId), 'limit=1']),
        judge: (rows) => (rows.length === 0 ? { is: 'unknown' } : { is: 'done', result: null }),
      };
    case 'check.run':
    case 'person.delete':
    case 'person.invite':
    case 'person.set-roles':
    case 'agent.create':
    case 'connection.test':
      return null;
  }
}
