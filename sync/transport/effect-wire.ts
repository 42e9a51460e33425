import { SENDING_LIMIT_MS } from '../core/commands/effects.ts';
import { shiftServerTime } from '../core/pull/server-time.ts';
import type { HttpRequest, HttpResponse } from '../ports.ts';
import type { Effect } from '../protocol/effect.ts';
import type {
  AnswerSpec,
  BeforeQuestion,
  EffectAnswer,
  EffectWire,
  LookupQuestion,
} from '../protocol/effects/spec.ts';
import { REFUSED_STATUSES } from '../protocol/effects/spec.ts';
import { effectWires } from '../protocol/effects/registry.ts';
import type { EffectKind, EffectRequests, RequestOf } from '../protocol/effects/registry.ts';
import type { JsonRow } from '../protocol/op.ts';
import { own } from '../protocol/own.ts';

/** Time one request may take; there is no second one. */
export const EFFECT_TIMEOUT_MS = 60_000;
/** A look before an effect, asked twice or not, is not worth waiting for: without it a lost answer stays unknown. */
const LOOKBACK_TIMEOUT_MS = 5000;

function wireOf<K extends EffectKind>({ kind }: RequestOf<K>): EffectWire<EffectRequests[K]> {
  return effectWires[kind];
}

/** The one request of an effect. `userId` is its person. */
export function effectRequest<K extends EffectKind>(request: RequestOf<K>, userId: string): HttpRequest {
  const { method = 'POST', path, body, prefer } = wireOf(request).send(request, userId);
  return {
    method,
    path,
    headers: {
      accept: 'application/json',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(prefer === undefined ? {} : { prefer }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: EFFECT_TIMEOUT_MS,
  };
}

/** Answers after which the server has certainly done nothing and a person may try again. */
const UNTOUCHED = new Map([
  [401, 'You are signed out.'],
  [429, 'The server asked to slow down.'],
]);

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

/**
 * Judges the answer to an effect: by status and content type, and by what its description says of it. Whatever is not
 * certain is `unknown`: a page of HTML, a redirect, a timeout and every 5xx may have come after the server had acted.
 */
export function judgeEffect(response: HttpResponse, kind?: EffectKind): EffectAnswer {
  const { status, redirected, body } = response;
  const isHtml =
    (response.headers['content-type'] ?? '').toLowerCase().includes('html') || /^\s*</u.test(body);
  if (redirected || isHtml) return { is: 'unknown' };
  const own: AnswerSpec = (kind === undefined ? undefined : effectWires[kind].answer) ?? {};
  if (status >= 200 && status < 300) {
    const said = objectOf(body);
    const result = own.read === undefined ? said : own.read(said);
    return result === undefined ? { is: 'unknown' } : { is: 'done', result };
  }
  const untouched = UNTOUCHED.get(status);
  if (untouched !== undefined) return { is: 'nothing', reason: untouched };
  if (own.refusal !== undefined) return own.refusal(status, objectOf(body));
  const said = own.saysWhy === true ? errorOf(objectOf(body)) : undefined;
  if (!REFUSED_STATUSES.has(status)) return { is: 'unknown', reason: said };
  const reason =
    status === 403 ? 'Your role does not allow this.' : (said ?? 'The server did not accept it.');
  return { is: 'refused', reason };
}

/** A question about what is there before an effect is sent, and how its answer is read. */
export type Lookback = Asked<BeforeQuestion>;

/** A question to a table whether an unanswered effect happened, and what its rows say. */
export type Lookup = Asked<LookupQuestion>;

type Asked<Q extends { readonly path: string }> = Omit<Q, 'path'> & { readonly request: HttpRequest };

function asked<Q extends { readonly path: string }>({ path, ...rest }: Q, timeoutMs: number): Asked<Q> {
  const headers = { accept: 'application/json' };
  return { ...rest, request: { method: 'GET', path, headers, timeoutMs } };
}

/** The question what is there already, asked right before an effect is sent; null for effects that need none. */
export function runsBeforeRequest<K extends EffectKind>(
  request: RequestOf<K>,
  userId: string,
  since: string,
): Lookback | null {
  const { before } = wireOf(request);
  return before === undefined ? null : asked(before(request, { userId, since }), LOOKBACK_TIMEOUT_MS);
}

/**
 * Whether an unanswered effect happened, where a table can tell; null where none can. `others`: runs that other answers have
 * named. An empty answer proves nothing: the request may still be on its way, or the answer may be wrong (I14).
 */
export function lookupOf<K extends EffectKind>(
  effect: Pick<Effect, 'sentAfter' | 'runsBefore' | 'identity'> & {
    readonly request: RequestOf<K>;
  },
  others: readonly string[] = [],
): Lookup | null {
  const { request, sentAfter, runsBefore, identity } = effect;
  const question = wireOf(request).lookup?.(request, {
    userId: identity.userId,
    sentWithin:
      sentAfter === null ? null : { from: sentAfter, to: shiftServerTime(sentAfter, SENDING_LIMIT_MS) },
    before: runsBefore,
    others,
  });
  return question === undefined || question === null ? null : asked(question, EFFECT_TIMEOUT_MS);
}
