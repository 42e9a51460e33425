import { deviceTimestamp } from '../core/pull/server-time.ts';
import type { HttpRequest } from '../ports.ts';
import { own } from '../protocol/own.ts';
import { PAGE_ROWS, SLOW_REQUEST_TIMEOUT_MS } from './postgrest.ts';

/** Points of a graph the existing client asks for; the server decides for itself (spec 7). */
const GRAPH_POINTS = 300;
const MONTHS: Readonly<Record<string, number>> = { mo: 1, y: 12 };

const two = (value: number): string => String(value).padStart(2, '0');

/** Calendar months before a server timestamp in UTC, on the last day of a shorter month. */
function monthsBefore(time: string, months: number): string {
  const [year, month, day] = [time.slice(0, 4), time.slice(5, 7), time.slice(8, 10)].map(Number);
  const count = (year ?? 0) * 12 + (month ?? 1) - 1 - months;
  const [newYear, newMonth] = [Math.floor(count / 12), count % 12];
  const isLeap = (newYear % 4 === 0 && newYear % 100 !== 0) || newYear % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][newMonth] ?? 31;
  return `${newYear}-${two(newMonth + 1)}-${two(Math.min(day ?? 1, days))}${time.slice(10, 19)}Z`;
}

/**
 * What the server takes as the start of a range: `15m`, `2h`, `3d`, `1w` as they are, ranges of months and years as the
 * moment that many calendar months before `nowMs` (server time), anything else, such as an ISO time, unchanged.
 */
export function graphStart(range: string, nowMs: number): string {
  const [, count, unit = ''] = /^(\d+)(mo|y)$/u.exec(range) ?? [];
  const months = own(MONTHS, unit);
  return months === undefined ? range : monthsBefore(deviceTimestamp(nowMs), Number(count) * months);
}

/** Path of the graph of a check; both texts are not yet encoded. */
export function graphPath(checkId: string, start: string): string {
  const check = encodeURIComponent(checkId);
  return `/canary/api/graph?check=${check}&count=${GRAPH_POINTS}&start=${encodeURIComponent(start)}`;
}

function get(path: string): HttpRequest {
  // The whole list in one answer: it takes as long as it takes.
  return { method: 'GET', path, headers: { accept: 'application/json' }, timeoutMs: SLOW_REQUEST_TIMEOUT_MS };
}

/** The summary of all checks over the last hour: one answer, never paged (reference H1). */
export function summaryRequest(): HttpRequest {
  return get('/canary/api/summary?start=1h');
}

/** One page of when the checks of each canary run; of the definitions nothing else leaves the server (D22). */
export function schedulesRequest(afterId: string | null): HttpRequest {
  const after = afterId === null ? '' : `&id=gt.${encodeURIComponent(afterId)}`;
  return get(
    `/db/canaries?select=id,schedule:spec->>schedule,interval:spec->>interval&deleted_at=is.null${after}&order=id.asc&limit=${PAGE_ROWS}`,
  );
}
