import * as v from 'valibot';
import { whoamiRequest } from '../../transport/postgrest.ts';
import type { Answer, Client } from './client.ts';
import { isWithin, readingOf } from '../pull/clock-reading.ts';
import type { ClockReading } from '../pull/clock-reading.ts';
import type { Runtime } from '../runtime.ts';

/** Longest time between a look at who is signed in and a write (D22 identity seal, I17). */
export const SESSION_FRESH_MS = 60_000;
/** Longest time between such a look and a read, while no answer since has cast doubt on the session. */
export const READ_FRESH_MS = 180_000;

const userSchema = v.object({
  id: v.string(),
  name: v.fallback(v.nullish(v.string()), null),
  email: v.fallback(v.nullish(v.string()), null),
});
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

/** What one answer of whoami said. */
export interface Look {
  /** The how-manieth question this is the answer to. */
  readonly asked: number;
  readonly askedAt: ClockReading;
  readonly state: 'ok' | 'other-user' | 'signed-out';
  /** Who was named, in words; null where nobody was. */
  readonly who: string | null;
  /** Something else was heard of the session since it was asked for: true of what was sent, no longer of what may be. */
  readonly isPast: boolean;
}

/** The hold of D7 (auth): global, burns no attempt, ends only when whoami names the same user. */
export interface Session {
  state(): SessionState;
  /** An answer looked like the end of the session: hold everything until whoami is asked. */
  doubt(): void;
  /**
   * Somebody has told us who is signed in, null for anybody else than the owner: of another one nothing is sent until
   * whoami says otherwise (I17).
   */
  claimed(userId: string | null): void;
  /** Asks whoami now, after any look under way. `ok` only when this very answer named the owner; `unknown` when none came. */
  verify(): Promise<SessionState>;
  /** As `verify`, but content with the answer to a look that is under way already. */
  look(): Promise<SessionState>;
  /** True when the last look is recent enough to send a write in this very moment. */
  isFreshNow(): boolean;
  /** True when the last look is recent enough to send a write; looks again when it is not. */
  isFresh(): Promise<boolean>;
  /** True when the last look is recent enough to read in this very moment. */
  mayReadNow(): boolean;
  /** The same for reads: whoever changes the session in another tab is heard of earlier (`claimed`, `doubt`). */
  mayRead(): Promise<boolean>;
  /** Rows of the server are about to be used. */
  took(): void;
  /** How many questions have left so far. */
  asked(): number;
  /** Calls back with every answer that says who is signed in. */
  onLook(listener: (look: Look) => void): void;
}

/** How a session is watched. */
export interface Watching {
  /** Where no probe asks while the session is held, whoever wants to read asks. Default: a probe does. */
  readonly isProbed?: boolean | undefined;
  /** Somebody else is signed in, and rows were taken since the owner was last seen: they may be that person's (I17). */
  readonly tainted?: (() => void) | undefined;
}

/** The first of these that says something. */
function nameOf(...names: readonly (string | null | undefined)[]): string | null {
  return names.find((name) => (name ?? '').trim() !== '') ?? null;
}

/**
 * What an answer of whoami says. `strange`: JSON of somebody else's making, which proves nothing about the session.
 * `nothing`: none came.
 */
function saidBy(
  answer: Answer,
  ownerId: string,
): { readonly is: Look['state'] | 'doubt' | 'strange' | 'nothing'; readonly who: string | null } {
  if (answer.class === 'auth') return { is: answer.status === 401 ? 'signed-out' : 'doubt', who: null };
  if (answer.class !== 'ok') return { is: 'nothing', who: null };
  const parsed = v.safeParse(whoamiSchema, answer.rows[0]);
  if (!parsed.success) return { is: 'strange', who: null };
  const { id, name, email } = parsed.output.payload;
  return id === ownerId ? { is: 'ok', who: null } : { is: 'other-user', who: nameOf(name, email) };
}

/** Makes the session watch of one term. It never navigates and never clears anything itself (D22, I16). */
export function createSession(
  runtime: Runtime,
  client: Client,
  changed: (before: SessionState) => void,
  { isProbed = true, tainted = () => undefined }: Watching = {},
): Session {
  const { ports, identity } = runtime;
  let state: SessionState = 'unknown';
  let verifiedAt: ClockReading | null = null;
  let asking: Promise<SessionState> | null = null;
  let next: Promise<SessionState> | null = null;
  /** What was heard of the session otherwise; the answer to an earlier question speaks of the time before. */
  let heard = 0;
  /** Answers whose rows were used since the owner was last seen. */
  let taken = 0;
  let asked = 0;
  const listeners: ((look: Look) => void)[] = [];

  const tell = (look: Look): void => listeners.forEach((listener) => listener(look));

  function looked(look: Look): SessionState {
    const now = become(look.state);
    tell(look);
    return now;
  }

  function become(to: SessionState): SessionState {
    if (to !== state) ports.log.event('info', 'session', { from: state, to });
    const before = state;
    state = to;
    if (to !== before) changed(before);
    if (to === 'other-user' && taken > 0) {
      taken = 0;
      tainted();
    }
    return to;
  }

  async function ask(): Promise<SessionState> {
    // What the answer says was true when it was asked for; a frozen page reads it ten minutes later.
    const askedAt = readingOf(ports.clock);
    const before = { heard, taken };
    asked += 1;
    const answer = await client.ask('service', whoamiRequest(client.context()));
    const isPast = heard !== before.heard;
    const { is, who } = saidBy(answer, identity.userId);
    const look = { asked, askedAt, isPast, who };
    if (isPast && answer.class !== 'cancelled') {
      // Whoever it is now, what was sent meanwhile may stand under that name (AUT8).
      if (is === 'other-user') tell({ ...look, state: is });
      return ask();
    }
    if (is === 'doubt') return become(is);
    // The look that was asked for did not happen: an earlier one must not stand in for it.
    if (is === 'nothing') return state === 'ok' ? 'unknown' : state;
    if (is === 'strange') return become(state === 'ok' ? 'doubt' : state);
    if (is === 'ok') {
      verifiedAt = askedAt;
      taken = Math.max(0, taken - before.taken);
    }
    return looked({ ...look, state: is });
  }

  function look(): Promise<SessionState> {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  function verify(): Promise<SessionState> {
    if (asking === null) return look();
    const begin = (): Promise<SessionState> => {
      next = null;
      return look();
    };
    next ??= asking.then(begin, begin);
    return next;
  }

  const isYounger = (ageMs: number): boolean =>
    state === 'ok' && isWithin(verifiedAt, ageMs, readingOf(ports.clock));
  const isFreshNow = (): boolean => isYounger(SESSION_FRESH_MS);

  async function isFresh(): Promise<boolean> {
    if (isFreshNow()) return true;
    // While the session is held the probe asks; everybody else waits.
    if (isProbed && state !== 'ok' && state !== 'unknown') return false;
    const before = verifiedAt;
    await look();
    // The answer may have waited in a frozen page.
    return isFreshNow() && verifiedAt !== before;
  }

  return {
    state: () => state,
    isFreshNow,
    doubt() {
      if (state !== 'ok' && state !== 'unknown') return;
      heard += 1;
      become('doubt');
    },
    claimed(userId) {
      heard += 1;
      if (userId !== identity.userId) become('other-user');
    },
    verify,
    look,
    isFresh,
    mayReadNow: () => isYounger(READ_FRESH_MS),
    mayRead: async () => isYounger(READ_FRESH_MS) || isFresh(),
    took() {
      taken += 1;
    },
    asked: () => asked,
    onLook(listener) {
      listeners.push(listener);
    },
  };
}

/** What a read gets while it is not known that its owner is signed in: nothing left the device. */
const held: Answer = {
  class: 'retryable',
  status: null,
  code: null,
  retryAfterMs: null,
  rows: [],
  serverTime: null,
  total: null,
  error: { kind: 'unauthorized', message: 'It is not known who is signed in.' },
  durationMs: 0,
};

/**
 * The same client, each of whose reads leaves on a look at the session that is recent enough, however long the work it
 * belongs to has taken or the page was frozen (AUT5), and no answer is used that came while somebody else was known to
 * be signed in (AUT6). Writes have a stricter look of their own (AUT4).
 */
export function ownersClient(client: Client, session: Session): Client {
  return {
    ...client,
    async ask(kind, request, expectedId, cancel) {
      const isRead = kind === 'read' || kind === 'service';
      if (isRead && !session.mayReadNow() && !(await session.mayRead())) return held;
      const answer = await client.ask(kind, request, expectedId, cancel);
      if (!isRead || answer.class !== 'ok') return answer;
      // It left while its owner was believed to be signed in, and may be the other person's all the same.
      if (session.state() === 'other-user') return held;
      session.took();
      return answer;
    },
  };
}
