import { deviceTimestamp } from '../core/pull/server-time.ts';
import type { HttpRequest } from '../ports.ts';
import { partsOfWindow } from '../protocol/document-facts.ts';
import type { DocumentSpec } from '../protocol/documents/spec.ts';
import { documentSpecs } from '../protocol/documents/registry.ts';
import type { DocumentKind } from '../protocol/documents/registry.ts';
import { REQUEST_TIMEOUT_MS, SLOW_REQUEST_TIMEOUT_MS } from './postgrest.ts';

/** The request for one body; `nowMs` is server time, for a range that reaches back from now. */
export function documentRequest(
  kind: DocumentKind,
  id: string,
  isConstrained: boolean,
  nowMs: number,
): HttpRequest {
  const { path, startOf }: DocumentSpec = documentSpecs[kind];
  const { parentId, from } = partsOfWindow(id);
  const start = startOf === undefined ? from : startOf(from, deviceTimestamp(nowMs));
  return {
    method: 'GET',
    path: path({ id: encodeURIComponent(parentId), from: encodeURIComponent(start) }),
    headers: { accept: 'application/json' },
    timeoutMs: isConstrained ? SLOW_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
  };
}
