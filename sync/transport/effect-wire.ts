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

/** The one request of an effect (reference api-endpoints: H4, L9, U5, U6). */
export function effectRequest(request: EffectRequest): HttpRequest {
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

/**
 * The question whether an unanswered effect happened: runs of the playbook that this person started since. Null where
 * no table can tell it from what others did.
 */
export function lookupRequest(effect: Effect): HttpRequest | null {
  const { request, sentAfter, identity } = effect;
  if (request.kind !== 'playbook.run' || sentAfter === null) return null;
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
  return {
    method: 'GET',
    path: `/db/playbook_runs?${query.join('&')}`,
    headers: { accept: 'application/json' },
    timeoutMs: EFFECT_TIMEOUT_MS,
  };
}

/** What the look-up says: exactly one run is ours; none or several prove nothing. */
export function judgeLookup(rows: readonly JsonRow[]): EffectAnswer {
  const [run, other] = rows;
  if (run === undefined || other !== undefined || typeof run['id'] !== 'string') return { is: 'unknown' };
  return { is: 'done', result: { run_id: run['id'] } };
}
