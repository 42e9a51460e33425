import type { Outcome } from '../core/outbox/outcome.ts';
import type { HttpRequest } from '../ports.ts';
import type { PageAnswer, PagePlace } from '../protocol/pages/spec.ts';
import type { PagedQueries, PagedSource } from '../protocol/pages/registry.ts';
import { pageWire } from '../protocol/pages/registry.ts';
import { REQUEST_TIMEOUT_MS, SLOW_REQUEST_TIMEOUT_MS } from './postgrest.ts';

/** What a page is asked with, and how its answer is judged. */
export interface PageRequest {
  readonly kind: 'read' | 'service';
  readonly request: HttpRequest;
}

/** What of a question decides its request. */
interface Asked<S extends PagedSource> {
  readonly source: S;
  readonly query: PagedQueries[S];
}

/** The request for one page of a reading. */
export function pageRequest<S extends PagedSource>(
  { source, query, page, size }: Asked<S> & Pick<PagePlace, 'page' | 'size'>,
  { fromAt, toAt }: Pick<PagePlace, 'fromAt' | 'toAt'>,
  isConstrained: boolean,
): PageRequest {
  const wire = pageWire(source);
  const place = { page, size, fromAt, toAt };
  const timeoutMs = isConstrained ? SLOW_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
  if (wire.kind === 'read') {
    const params = new URLSearchParams(wire.params(query, place).map(([name, value]) => [name, value]));
    const path = `${wire.path}?${params.toString()}`;
    const headers = { accept: 'application/json', prefer: 'count=exact' };
    return { kind: wire.kind, request: { method: 'GET', path, headers, timeoutMs } };
  }
  const body = JSON.stringify(withoutGaps(wire.body(query, place)));
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  return { kind: wire.kind, request: { method: 'POST', path: wire.path, headers, body, timeoutMs } };
}

/** Reads the answer to a page; null where it is none of that source. */
export function readPageAnswer<S extends PagedSource>(
  { source, query }: Asked<S>,
  { rows, total }: Pick<Outcome, 'rows' | 'total'>,
): PageAnswer | null {
  const wire = pageWire(source);
  return wire.kind === 'read' ? { rows, total, extra: null } : wire.read(rows, query);
}

const withoutGaps = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== ''));
