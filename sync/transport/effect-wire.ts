import type { EffectAnswer } from '../core/effects.ts';
import type { HttpRequest, HttpResponse } from '../ports.ts';
import type { Effect, EffectRequest } from '../protocol/effect.ts';
import type { JsonRow } from '../protocol/op.ts';

/** Time one request may take; there is no second one. */
export const EFFECT_TIMEOUT_MS = 60_000;

function post(path: string, body: unknown): HttpRequest {
  return {
    method: 'POST',
    path,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    timeoutMs: EFFECT_TIMEOUT_MS,
  };
}

/** The one request of an effect (reference api-endpoints: H4, L9, U5, U6, U7, A4, I20). `userId` is its person. */
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

/**
 * Judges the answer to an effect: by status and content type only. Whatever is not certain is `unknown`: a page of
 * HTML, a redirect, a timeout and every 5xx may have come after the server had acted.
 */
export function judgeEffect(response: HttpResponse): EffectAnswer {
  const { status, redirected, body } = response;
  const isHtml =
    (response.headers['content-type'] ?? '').toLowerCase().includes('html') || /^\s*</u.test(body);
  if (redirected || isHtml) return { is: 'unknown' };
  if (status >= 200 && status < 300) return { is: 'done', result: objectOf(body) };
  const untouched = UNTOUCHED.get(status);
  if (untouched !== undefined) return { is: 'nothing', reason: untouched };
  if (!REFUSED.has(status)) return { is: 'unknown' };
  const reason = status === 403 ? 'Your role does not allow this.' : 'The server did not accept it.';
  return { is: 'refused', reason };
}

function filter(column: string, id: string | undefined): string {
  return `${column}=${id === undefined ? 'is.null' : `eq.${encodeURIComponent(id)}`}`;
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

/** Exactly one run is ours; none or several prove nothing. */
function judgeRuns([run, other]: readonly JsonRow[]): EffectAnswer {
  if (run === undefined || other !== undefined || typeof run['id'] !== 'string') return { is: 'unknown' };
  return { is: 'done', result: { run_id: run['id'] } };
}

/**
 * Whether an unanswered effect happened, where a table can tell: runs of the playbook that this person started since,
 * the responder with the id the screen made. Null for everything else. An empty answer proves nothing: the request may
 * still be on its way, or the answer may be wrong (I14).
 */
export function lookupOf({ request, sentAfter, identity }: Effect): Lookup | null {
  switch (request.kind) {
    case 'playbook.run': {
      if (sentAfter === null) return null;
      const query = [
        'select=id,status,created_at',
        filter('playbook_id', request.playbookId),
        filter('created_by', identity.userId),
        filter('config_id', request.configId),
        filter('component_id', request.componentId),
        filter('check_id', request.checkId),
        `created_at=gte.${encodeURIComponent(sentAfter)}`,
        'order=created_at.asc',
        'limit=2',
      ];
      return { request: get('/db/playbook_runs', query), judge: judgeRuns };
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
      return null;
  }
}
