import { toSyncError } from '../../errors.ts';
import { createCancelSource } from '../send/cancel.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import type { Runtime } from '../runtime.ts';
import { createSessionGate } from './session-gate.ts';
import type { SessionGate } from './session-gate.ts';
import { createSession, ownersClient } from './session.ts';
import type { Session } from './session.ts';
import type { CancelSignal } from '../../ports.ts';

/**
 * Who is signed in, as one tab asks for what it sends and fetches itself, whoever leads: effects, bodies on demand,
 * questions about tickets (I17). No probe asks while the session is held; whoever needs to know does.
 */
export interface TabSession {
  readonly session: Session;
  /** Its reads leave only on a recent look at the session. */
  readonly client: Client;
  readonly signal: CancelSignal;
  /** The way out of what it sends. */
  readonly gate: SessionGate;
  /** Cancels what is on its way. */
  stop(): void;
}

/** Makes the session watch of one tab. What it fetched goes where somebody else turns out to have been signed in (AUT6). */
export function createTabSession(runtime: Runtime): TabSession {
  const { documents, log } = runtime.ports;
  const tainted = (): void => {
    documents?.clear().then(
      () => log.event('warn', 'documents.foreign'),
      (thrown: unknown) => log.event('error', 'documents.foreign', { message: toSyncError(thrown).message }),
    );
  };
  const cancel = createCancelSource();
  const wire = createClient(runtime, cancel.signal, () => undefined);
  const session = createSession(runtime, wire, () => undefined, { isProbed: false, tainted });
  const gate = createSessionGate({ runtime, session, unlooked: [], signal: cancel.signal });
  return {
    session,
    gate,
    client: ownersClient(wire, session),
    signal: cancel.signal,
    stop: () => cancel.cancel(),
  };
}
