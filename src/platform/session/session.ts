import * as v from 'valibot';
import type { Identity } from '#sync/protocol/identity.ts';
import { requestJson, type HttpAnswer, type RequestJson } from '../http.ts';
import { endServerSession } from './end-server-session.ts';
import { afterStart } from '../shell/start-painted.ts';
import { swapSession } from './swap-session.ts';
import { readStored, storageKeys, writeStored } from '../device/storage-keys.ts';
import { createStore, useStore, type Store } from '../device/store.ts';

/** Whose data is on this device. A name and an id: no token, no password. */
const identitySchema = v.object({
  userId: v.string(),
  name: v.string(),
  email: v.fallback(v.string(), ''),
  tenant: v.string(),
});

export type SessionIdentity = Readonly<v.InferOutput<typeof identitySchema>>;

/**
 * ```
 * unknown ──200──► signed-in ──401──► expired ──sign in──► signed-in
 *    │                 └──no answer──► offline-as ──200/401──► signed-in / expired
 *    └──401, nobody remembered──► signed-out ◄── signOut()
 * ```
 * An expired session is not a sign-out: the person's data and unsent work stay. `leaving` is a sign-out in progress: the
 * screens are gone so that nothing holds the databases open while they are deleted.
 */
export type SessionState =
  | { readonly kind: 'unknown'; readonly identity: SessionIdentity | null }
  | { readonly kind: 'signed-in'; readonly identity: SessionIdentity }
  | { readonly kind: 'offline-as'; readonly identity: SessionIdentity }
  | { readonly kind: 'expired'; readonly identity: SessionIdentity }
  | { readonly kind: 'second-factor'; readonly identity: SessionIdentity | null }
  | {
      readonly kind: 'leaving';
      readonly identity: SessionIdentity;
      /** Unsent changes the person has agreed to lose; more than that stops the wipe (I18). */
      readonly confirmedUnsent: number;
    }
  | {
      readonly kind: 'signed-out';
      readonly identity: null;
      readonly reason: 'no-session' | 'unreachable' | 'signed-out';
    };

const whoamiSchema = v.object({
  payload: v.object({
    user: v.object({
      id: v.string(),
      name: v.nullish(v.string(), ''),
      email: v.nullish(v.string(), ''),
    }),
  }),
});

export interface Session extends Store<SessionState> {
  /** Asks the identity service and the server who is signed in. Calls made while one runs share its answer. */
  readonly check: () => Promise<SessionState>;
  /** The sync worker met a 401: the session is gone, the data is not. */
  readonly markExpired: () => void;
  /** Takes the screens away; the leaving page then wipes the databases and ends the session. */
  readonly beginSignOut: (confirmedUnsent: number) => void;
  /** Forgets the person on this device. When the server could not be told, it is told before the next check. */
  readonly signOut: (outcome: { readonly isServerTold: boolean }) => void;
  /** Takes over what another tab wrote (sign-out, another person). */
  readonly adoptStored: () => void;
}

export interface SessionPorts {
  readonly request: RequestJson;
  readonly tenant: string;
  readonly recall: () => SessionIdentity | null;
  readonly remember: (identity: SessionIdentity | null) => void;
  /** A sign-out the server does not know of yet: its cookie would sign the person in again. */
  readonly isLogoutOwed: () => boolean;
  readonly setLogoutOwed: (isOwed: boolean) => void;
  /** True when the server has ended the session or has none. */
  readonly logout: () => Promise<boolean>;
}

export function createSession(ports: SessionPorts): Session {
  const store = createStore<SessionState>({ kind: 'unknown', identity: ports.recall() });
  let running: Promise<SessionState> | undefined;

  const check = async (): Promise<SessionState> => {
    if (store.get().kind === 'leaving') return store.get();
    if (ports.isLogoutOwed()) {
      const isTold = await ports.logout();
      if (!isTold) {
        store.set({ kind: 'signed-out', identity: null, reason: 'unreachable' });
        return store.get();
      }
      ports.setLogoutOwed(false);
    }
    const next = await askWho(ports, store.get().identity);
    if (next.kind === 'signed-in') ports.remember(next.identity);
    store.set(next);
    return next;
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    check() {
      running ??= check().finally(() => {
        running = undefined;
      });
      return running;
    },
    markExpired() {
      const { kind, identity } = store.get();
      if (identity !== null && kind !== 'leaving') store.set({ kind: 'expired', identity });
    },
    beginSignOut(confirmedUnsent) {
      const { identity } = store.get();
      if (identity !== null) store.set({ kind: 'leaving', identity, confirmedUnsent });
    },
    signOut({ isServerTold }) {
      ports.remember(null);
      ports.setLogoutOwed(!isServerTold);
      store.set({ kind: 'signed-out', identity: null, reason: 'signed-out' });
    },
    adoptStored() {
      const remembered = ports.recall();
      if (store.get().kind === 'leaving') return;
      if (remembered?.userId === store.get().identity?.userId) return;
      store.set(
        remembered === null
          ? { kind: 'signed-out', identity: null, reason: 'signed-out' }
          : { kind: 'unknown', identity: remembered },
      );
    },
  };
}

async function askWho(ports: SessionPorts, known: SessionIdentity | null): Promise<SessionState> {
  const identityService = await ports.request('/api/.ory/sessions/whoami');
  const verdict = judgeSession(identityService, known);
  if (verdict !== 'valid') return verdict;
  const answer = await ports.request('/api/auth/whoami');
  if (answer.kind === 'answer' && answer.status === 401) return gone(known);
  const parsed = answer.kind === 'answer' ? v.safeParse(whoamiSchema, answer.body) : undefined;
  // A valid session whose person cannot be read right now (5xx, odd body) is a server that is not reachable.
  if (parsed?.success !== true) return unreachable(known);
  const { id, name, email } = parsed.output.payload.user;
  return {
    kind: 'signed-in',
    identity: {
      userId: id,
      name: name === '' ? (email ?? '') : (name ?? ''),
      email: email ?? '',
      tenant: ports.tenant,
    },
  };
}

/** Reads the identity service's status; `valid` means the server may be asked for the person. */
function judgeSession(answer: HttpAnswer, known: SessionIdentity | null): SessionState | 'valid' {
  if (answer.kind === 'unreachable') return unreachable(known);
  if (answer.status === 200) return 'valid';
  if (answer.status === 401) return gone(known);
  if (answer.status === 403 || answer.status === 422) return { kind: 'second-factor', identity: known };
  return unreachable(known);
}

function gone(known: SessionIdentity | null): SessionState {
  return known === null
    ? { kind: 'signed-out', identity: null, reason: 'no-session' }
    : { kind: 'expired', identity: known };
}

function unreachable(known: SessionIdentity | null): SessionState {
  return known === null
    ? { kind: 'signed-out', identity: null, reason: 'unreachable' }
    : { kind: 'offline-as', identity: known };
}

/** The seal of databases and operations for this person. */
export function toSyncIdentity(identity: SessionIdentity): Identity {
  return { userId: identity.userId, tenant: identity.tenant, scopeHash: '' };
}

/** The page's session. */
export const session: Session = createSession({
  request: afterStart(requestJson),
  tenant: globalThis.location.origin,
  recall: () => readStored(storageKeys.lastIdentity, v.nullable(identitySchema), null),
  remember: (identity) => {
    writeStored(storageKeys.lastIdentity, identity);
  },
  isLogoutOwed: () => readStored(storageKeys.logoutOwed, v.boolean(), false),
  setLogoutOwed: (isOwed) => {
    writeStored(storageKeys.logoutOwed, isOwed ? true : null);
  },
  logout: () =>
    swapSession(() => endServerSession(requestJson)).catch((thrown: unknown) => {
      // A tab that does not let go: the session is not ended, and the next check tries again.
      reportError(thrown);
      return false;
    }),
});

export function useSession(): SessionState {
  return useStore(session);
}
