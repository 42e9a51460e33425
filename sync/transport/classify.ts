import { RETRY_AFTER_CAP_MS } from '../core/pull/backoff.ts';
import type { Outcome, OutcomeClass } from '../core/outbox/outcome.ts';
import { httpDateToServerTime, serverTimeToMs } from '../core/pull/server-time.ts';
import type { SyncErrorInfo } from '../errors.ts';
import { toSyncError } from '../errors.ts';
import type { HttpResponse } from '../ports.ts';
import type { JsonRow, Op } from '../protocol/op.ts';

/**
 * What was asked. `read` is a PostgREST table, `service` any other JSON endpoint; the writes are the kinds of
 * operations.
 */
export type RequestKind = 'read' | 'service' | Op['kind'];

/** Whether a row is the one that was written; null where any may come. */
export type ExpectedRow = ((row: JsonRow) => boolean) | null;

interface Judged {
  readonly class: OutcomeClass;
  readonly error: SyncErrorInfo | null;
}

interface Body {
  readonly isJson: boolean;
  readonly value: unknown;
}

const isWrite = (kind: RequestKind): boolean => kind !== 'read' && kind !== 'service';

function contentTypeOf(response: HttpResponse): string {
  return (response.headers['content-type'] ?? '').toLowerCase();
}

/** A page for people: a login form, a captive portal or a proxy's error page. */
function isHtml(response: HttpResponse): boolean {
  return contentTypeOf(response).includes('html') || /^\s*<(?:!doctype|html)/i.test(response.body);
}

function parseBody(response: HttpResponse): Body {
  try {
    return { isJson: true, value: JSON.parse(response.body) };
  } catch {
    // Not an error by itself: the status and the kind of request decide what an unreadable body means.
    return { isJson: false, value: null };
  }
}

function isRecord(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function codeOf(value: unknown): string | null {
  const code = isRecord(value) ? value['code'] : null;
  return typeof code === 'string' && /^[A-Z0-9]{5,8}$/.test(code) ? code : null;
}

function matchesCode(code: string | null, prefixes: readonly string[]): boolean {
  return code !== null && prefixes.some((prefix) => code.startsWith(prefix));
}

function retryAfterOf(response: HttpResponse): number | null {
  const header = response.headers['retry-after']?.trim();
  if (header === undefined || header === '') return null;
  if (/^\d+$/.test(header)) return Math.min(RETRY_AFTER_CAP_MS, Number(header) * 1000);
  const until = serverTimeToMs(httpDateToServerTime(header));
  const now = serverTimeToMs(httpDateToServerTime(response.headers['date']));
  return until === null || now === null ? null : Math.min(RETRY_AFTER_CAP_MS, Math.max(0, until - now));
}

function totalOf(response: HttpResponse): number | null {
  const total = /\/(\d+)$/.exec(response.headers['content-range'] ?? '')?.[1];
  return total === undefined ? null : Number(total);
}

/**
 * Whether PostgREST may have said this: `Content-Range` names exactly the rows that came (`*` for none) of no smaller
 * number, and 206 is said of a part that is there. (A question for no rows, `limit=0`, is never asked with a count.)
 */
function addsUp(response: HttpResponse, rows: number): boolean {
  const parts = /^(?:\w+ )?(?:(?<first>\d+)-(?<last>\d+)|\*)\/(?<total>\d+|\*)$/u.exec(
    response.headers['content-range']?.trim() ?? '',
  )?.groups;
  if (parts === undefined || (response.status === 206 && rows === 0)) return false;
  const { first, last, total } = parts;
  if (first === undefined || last === undefined) return rows === 0 && (total === '*' || total === '0');
  return (
    rows === Number(last) - Number(first) + 1 &&
    (total === undefined || total === '*' || Number(total) > Number(last))
  );
}

function server(status: number, code: string | null, message: string): SyncErrorInfo {
  return { kind: 'server', message, status, ...(code === null ? {} : { code }) };
}

function rejected(status: number, code: string | null, message: string): SyncErrorInfo {
  return { kind: 'rejected', message, status, ...(code === null ? {} : { code }) };
}

const captive: Judged = {
  class: 'captive',
  error: {
    kind: 'protocol',
    message: 'A proxy or a sign-in page of the network answered instead of the server.',
  },
};

const contradictory: Judged = {
  class: 'captive',
  error: {
    kind: 'protocol',
    message: 'An answer contradicts itself: something between this device and the server changed it.',
  },
};

function auth(): Judged {
  return { class: 'auth', error: { kind: 'unauthorized', message: 'The session is not accepted any more.' } };
}

function retryable(status: number, code: string | null): Judged {
  return { class: 'retryable', error: server(status, code, 'The server is busy or restarting.') };
}

function unknown(status: number, code: string | null): Judged {
  return { class: 'unknown', error: server(status, code, 'The server answered with an error.') };
}

function invalid(status: number, code: string | null): Judged {
  return { class: 'invalid', error: rejected(status, code, 'The server did not accept the request.') };
}

function skew(status: number): Judged {
  return {
    class: 'skew',
    error: { kind: 'protocol', message: 'The server uses another version of the data.', status },
  };
}

function judge400(code: string | null): Judged {
  if (matchesCode(code, ['22', '23502', '23514', 'P0001', 'PGRST102', 'PGRST124'])) return invalid(400, code);
  if (matchesCode(code, ['PGRST2', '42703', '42P01'])) return skew(400);
  return unknown(400, code);
}

function judge409(kind: RequestKind, code: string | null): Judged {
  if (code === '23505') {
    return { class: 'unique', error: rejected(409, code, 'The server already has one like it.') };
  }
  if (code === '23503' && kind === 'delete') {
    return { class: 'referenced', error: rejected(409, code, 'Other records still need it.') };
  }
  if (code === '23503') {
    return {
      class: 'missing-parent',
      error: rejected(409, code, 'What it belongs to is not on the server.'),
    };
  }
  return unknown(409, code);
}

function ambiguous(status: number | null, code: string | null): Judged {
  return {
    class: 'ambiguous',
    error: server(status ?? 0, code, 'The connection was lost before the server answered.'),
  };
}

/** Server errors that pass by themselves: serialization, deadlock, locks, timeouts, shutdown (D7). */
const passing = ['40001', '40P01', '55P03', '57014', '57P0'];

function judge5xx(kind: RequestKind, status: number, code: string | null): Judged {
  if (status === 503) return retryable(status, code);
  if (status === 504 && code === 'PGRST003') return retryable(status, code);
  if (status === 502 || status === 504) {
    return isWrite(kind) ? ambiguous(status, code) : retryable(status, code);
  }
  return matchesCode(code, passing) ? retryable(status, code) : unknown(status, code);
}

function judgeError(kind: RequestKind, response: HttpResponse, code: string | null): Judged {
  const { status } = response;
  if (status === 401 || status === 511) return auth();
  if (status === 429) {
    return {
      class: 'retryable',
      error: {
        kind: 'rate-limited',
        message: 'The server asked to slow down.',
        retryAfterMs: retryAfterOf(response),
      },
    };
  }
  if (status === 408 || status === 425) return retryable(status, code);
  if (status >= 500) return judge5xx(kind, status, code);
  switch (status) {
    case 400:
      return judge400(code);
    case 403:
      if (isHtml(response)) return captive;
      return { class: 'forbidden', error: { kind: 'forbidden', message: 'Your role does not allow this.' } };
    case 404:
      return isHtml(response) ? captive : skew(404);
    case 409:
      return judge409(kind, code);
    case 405:
    case 406:
    case 413:
    case 414:
    case 415:
    case 422:
      return invalid(status, code);
    default:
      return unknown(status, code);
  }
}

function judgeRows(kind: RequestKind, rows: readonly JsonRow[], expected: ExpectedRow): Judged {
  const [first] = rows;
  if (first === undefined) {
    if (kind === 'update') return { class: 'empty', error: null };
    return { class: isWrite(kind) ? 'already' : 'ok', error: null };
  }
  const isForeign = isWrite(kind) && expected !== null && !expected(first);
  return isForeign ? ambiguous(null, null) : { class: 'ok', error: null };
}

/** An answer of 2xx that is not what was asked for: lost on the way after a write, worthless after a read. */
function unreadable(kind: RequestKind, status: number): Judged {
  if (isWrite(kind)) return ambiguous(status, null);
  return {
    class: 'unknown',
    error: { kind: 'protocol', message: 'The answer of the server was cut off or unreadable.', status },
  };
}

/** A service answers with a list, with one object, or with `null` where its list has nothing (server.md). */
function listOf(value: unknown): unknown {
  if (value === null) return [];
  return isRecord(value) ? [value] : value;
}

function judgeSuccess(
  kind: RequestKind,
  response: HttpResponse,
  body: Body,
  expected: ExpectedRow,
): { readonly judged: Judged; readonly rows: readonly JsonRow[] } {
  const none: readonly JsonRow[] = [];
  if (isHtml(response)) return { judged: auth(), rows: none };
  const { status } = response;
  if (status === 204) return { judged: unreadable(kind, status), rows: none };
  if (!contentTypeOf(response).includes('json')) return { judged: captive, rows: none };
  if (!body.isJson) return { judged: unreadable(kind, status), rows: none };
  // PostgREST always says which rows it sent; JSON without that comes from somebody else.
  if (kind === 'read' && response.headers['content-range'] === undefined)
    return { judged: captive, rows: none };
  const list = kind === 'service' ? listOf(body.value) : body.value;
  if (!Array.isArray(list) || !list.every(isRecord)) return { judged: unreadable(kind, status), rows: none };
  // No service of ours answers with a part.
  const isSound = kind === 'read' ? addsUp(response, list.length) : isWrite(kind) || status !== 206;
  if (!isSound) return { judged: contradictory, rows: none };
  return { judged: judgeRows(kind, list, expected), rows: list };
}

/**
 * Judges one answer by the table of D7: by status, JSON `code`, content type and redirect, never by a message (the
 * server's texts may also hold data). `expected` knows the row that a write was about, by all columns of its key (KEY5).
 */
export function classifyResponse(
  kind: RequestKind,
  response: HttpResponse,
  expected: ExpectedRow = null,
): Outcome {
  const body = parseBody(response);
  const code = codeOf(body.value);
  const { status } = response;
  const isRedirect = response.redirected || (status >= 300 && status < 400);
  const isSuccess = status >= 200 && status < 300 && !isRedirect;
  const { judged, rows } = isSuccess
    ? judgeSuccess(kind, response, body, expected)
    : { judged: isRedirect ? auth() : judgeError(kind, response, code), rows: [] };
  return {
    ...judged,
    rows,
    code,
    status: status === 0 ? null : status,
    retryAfterMs: retryAfterOf(response),
    serverTime: httpDateToServerTime(response.headers['date']),
    total: totalOf(response),
  };
}

/**
 * Judges a request that got no answer. A write may have reached the server whatever the network says, so it is
 * ambiguous; a read is simply offline.
 */
export function classifyFailure(kind: RequestKind, thrown: unknown): Outcome {
  const { info } = toSyncError(thrown);
  const none = { status: null, code: null, retryAfterMs: null, rows: [], serverTime: null, total: null };
  if (info.kind === 'cancelled') return { ...none, class: 'cancelled', error: info };
  if (info.kind === 'offline' || info.kind === 'timeout') {
    return { ...none, class: isWrite(kind) ? 'ambiguous' : 'offline', error: info };
  }
  return { ...none, class: isWrite(kind) ? 'ambiguous' : 'unknown', error: info };
}
