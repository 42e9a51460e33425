import type { Outcome } from '../../core/outbox/outcome.ts';
import type { HttpRequest } from '../../ports.ts';
import { classifyFailure, classifyResponse, type RequestKind } from '../../transport/classify.ts';
import type { Runtime } from '../runtime.ts';

/**
 * One question of a screen to the server, whose answer is stored nowhere (D22). Null while nobody can be asked: this
 * device is offline, or its owner (`mayAsk`) is not signed in.
 */
export async function askServer(
  { ports }: Runtime,
  mayAsk: () => Promise<boolean>,
  kind: Extract<RequestKind, 'read' | 'service'>,
  requestOf: (isConstrained: boolean) => HttpRequest,
): Promise<Outcome | null> {
  const { http, lifecycle } = ports;
  if (!lifecycle.isOnLine() || !(await mayAsk())) return null;
  return http.send(requestOf(lifecycle.isConstrained())).then(
    (response) => classifyResponse(kind, response, null),
    (thrown: unknown) => classifyFailure(kind, thrown),
  );
}

/** Why nothing is known, where nobody said so. */
export const NOT_REACHED = 'The server cannot be reached now.';
