import type { HttpRequest } from '../ports.ts';
import { PAGE_ROWS, SLOW_REQUEST_TIMEOUT_MS } from './postgrest.ts';

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
