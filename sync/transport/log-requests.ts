import * as v from 'valibot';
import { serverTimeToMs } from '../core/pull/server-time.ts';
import type { Outcome } from '../core/outbox/outcome.ts';
import type { HttpRequest } from '../ports.ts';
import type { LogLine, LogPage, LogQuestion } from '../protocol/log.ts';
import { packLines } from '../protocol/log.ts';
import { REQUEST_TIMEOUT_MS, SLOW_REQUEST_TIMEOUT_MS } from './postgrest.ts';

/** Lines of a page that are asked for; a hub that is not told says fifty, and may say fifty all the same. */
export const LOG_PAGE_LINES = 500;

/** api-endpoints-catalog X1: a POST that changes nothing. `page` is what the page before it named. */
export function logRequest(
  { componentId, selector, query, start }: LogQuestion,
  page: string | null,
  isConstrained: boolean,
): HttpRequest {
  return {
    method: 'POST',
    path: '/logs',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      ...(selector === '' ? {} : { name: selector }),
      id: componentId,
      query,
      start,
      limit: LOG_PAGE_LINES,
      ...(page === null ? {} : { page }),
    }),
    timeoutMs: isConstrained ? SLOW_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
  };
}

const wireLineSchema = v.object({
  timestamp: v.fallback(v.string(), ''),
  message: v.fallback(v.string(), ''),
  labels: v.fallback(v.nullable(v.record(v.string(), v.unknown())), null),
});

/** One line as the server sends it; undefined for what is none. */
function readLine(raw: unknown): LogLine | undefined {
  const parsed = v.safeParse(wireLineSchema, raw);
  if (!parsed.success) return undefined;
  const { timestamp, message, labels } = parsed.output;
  const texts = Object.entries(labels ?? {}).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return {
    at: serverTimeToMs(timestamp),
    message,
    labels: Object.fromEntries(texts) as LogLine['labels'], // as: pairs of texts
  };
}

/** Of these the server names those that are not empty. */
const NAMED = ['results', 'nextPage'];

/**
 * The lines of a good answer; null where it is none of the server's. What is empty is left out by it, so that an answer
 * without lines is `{}`; JSON of somebody else must not become that there are none.
 */
export function readLogAnswer({ rows, serverTime }: Pick<Outcome, 'rows' | 'serverTime'>): LogPage | null {
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0) return null;
  const isOurs = Object.keys(row).length === 0 || NAMED.some((name) => Object.hasOwn(row, name));
  if (!isOurs) return null;
  const { results = [], nextPage = '' } = row;
  const list = results ?? [];
  if (!Array.isArray(list)) return null;
  const lines = list.map(readLine).filter((line): line is LogLine => line !== undefined);
  const next = typeof nextPage === 'string' && nextPage !== '' ? nextPage : null;
  return { lines: packLines(lines), next, asOf: serverTime, unread: list.length - lines.length };
}
