import * as v from 'valibot';
import { hasPassed } from '../core/schedule.ts';
import { whoamiRequest } from '../transport/postgrest.ts';
import type { Client } from './client.ts';
import type { Runtime } from './runtime.ts';

/** Longest time between a look at who is signed in and a write (D22 identity seal, I17). */
export const SESSION_FRESH_MS = 60_000;

const userSchema = v.object({ id: v.string() });
const whoamiSchema = v.object({
  payload: v.union([
    v.pipe(
      v.object({ user: userSchema }),
      v.transform(({ user }) => user),
    ),
    userSchema,
  ]),
});

/** `ok`: whoami named the owner of the data. `doubt`: something looked like a login page. Nothing is sent then. */
export type SessionState = 'unknown' | 'ok' | 'doubt' | 'signed-out' | 'other-user';

/** The hold of D7 (auth): global, burns no attempt, ends only when whoami names the same user. */
export interface Session {
  state(): SessionState;
  /** An answer looked like the end of the session: hold everything until whoami is asked. */
  doubt(): void;
  /** Somebody has told us that another person signed in: nothing is sent until whoami says otherwise (I17). */
  claimed(userId: string): void;
  /** Asks whoami now. `ok` only when this very answer named the owner; `unknown` when none came. */
  verify(): Promise<SessionState>;
  /** True when the last look is recent enough to send a write in this very moment. */
  isFreshNow(): boolean;
  /** True when the last look is recent enough to send a write; looks again when it is not. */
  isFresh(): Promise<boolean>;
}

/** Makes the session watch of one term. It never navigates and never clears anything (D22, I16). */
export function createSession(
  runtime: Runtime,
  client: Client,
  changed: (before: SessionState) => void,
): Session {
  const { ports, identity } = runtime;
  let state: SessionState = 'unknown';
  let verifiedAt: number | null = null;
  let asking: Promise<SessionState> | null = null;

  function become(next: SessionState): SessionState {
    if (next !== state) ports.log.event('info', 'session', { from: state, to: next });
    const before = state;
    state = next;
    if (next !== before) changed(before);
    return next;
  }

  async function ask(): Promise<SessionState> {
    // What the answer says was true when it was asked for; a frozen page reads it ten minutes later.
    const askedAt = ports.clock.nowMs();
    const answer = await client.ask('service', whoamiRequest(client.context()));
    if (answer.class === 'auth') return become(answer.status === 401 ? 'signed-out' : 'doubt');
    // The look that was asked for did not happen: an earlier one must not stand in for it.
    if (answer.class !== 'ok') return state === 'ok' ? 'unknown' : state;
    const parsed = v.safeParse(whoamiSchema, answer.rows[0]);
    // JSON of somebody else's making proves nothing about the session.
    if (!parsed.success) return become(state === 'ok' ? 'doubt' : state);
    if (parsed.output.payload.id !== identity.userId) return become('other-user');
    verifiedAt = askedAt;
    return become('ok');
  }

  async function verify(): Promise<SessionState> {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  const isFreshNow = (): boolean =>
    state === 'ok' && !hasPassed(verifiedAt, SESSION_FRESH_MS, ports.clock.nowMs());

  return {
    state: () => state,
    isFreshNow,
    doubt() {
      if (state === 'ok' || state === 'unknown') become('doubt');
    },
    claimed(userId) {
      if (userId !== identity.userId) become('other-user');
    },
    verify,
    async isFresh() {
      if (isFreshNow()) return true;
      // While the session is held the probe asks; everybody else waits.
      if (state !== 'ok' && state !== 'unknown') return false;
      const before = verifiedAt;
      return (await verify()) === 'ok' && verifiedAt !== before;
    },
  };
}
