import type { Op } from '../../protocol/op.ts';

/** One indicator for the whole console (ux 4.6). `asOf` is server time, `updatedAt` device ms. */
export interface SyncStatus {
  readonly phase:
    | 'starting'
    | 'live'
    | 'syncing'
    | 'offline'
    | 'unreachable'
    | 'signed-out'
    | 'storage-failed';
  readonly isLeader: boolean;
  /** Operations on their way (queued, sending, waiting, ambiguous, auth-hold). */
  readonly waiting: number;
  /** Operations that need a person: conflict, parked, and unread notices of failed ones. */
  readonly needsAttention: number;
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Server time of the last successful pull of the hot group; null before the first. */
  readonly asOf: string | null;
  /** Why the last pull failed, or why there are none, in plain words; null when neither is so. */
  readonly reason: string | null;
  /** True while this device has no room for the copy: changes are saved and sent, what is shown may be behind (D18). */
  readonly isFull?: boolean | undefined;
  /** True while the person holds back what the first download still has to bring (D11). */
  readonly isHeld?: boolean | undefined;
  /** How far the server's clock is ahead of this device's, in ms and whole minutes; absent while both agree or nothing was heard. */
  readonly skewMs?: number | undefined;
  readonly updatedAt: number;
}

/** What a person is told while the copy finds no room; what it promises of changes is QTA1 and QTA8 (D18). */
export const STORAGE_FULL_WORDS =
  'The storage of this device is full. Your changes are saved and will be sent; nothing new is downloaded, and what you see may be behind.';

const MINUTE_MS = 60_000;

/** `SyncStatus.skewMs` of a measured difference: seconds of a `Date` header and of a slow answer are not told. */
export function toldSkewMs(skewMs: number | null): number | undefined {
  const toldMs = Math.round((skewMs ?? 0) / MINUTE_MS) * MINUTE_MS;
  return toldMs === 0 ? undefined : toldMs;
}

/** What our own requests say about the server (ux 4.6). `suspect`: one failure, the retry decides. */
export interface Reach {
  readonly state: 'unknown' | 'up' | 'suspect' | 'down' | 'recovering';
}

/** Nothing has been asked yet. */
export const unknownReach: Reach = { state: 'unknown' };

/** Two good probes to recover, one failure and one retry to drop; from the start one answer is enough. */
export function stepReach(reach: Reach, isGood: boolean): Reach {
  switch (reach.state) {
    case 'unknown':
      return { state: isGood ? 'up' : 'suspect' };
    case 'up':
      return { state: isGood ? 'up' : 'suspect' };
    case 'suspect':
      return { state: isGood ? 'up' : 'down' };
    case 'down':
      return { state: isGood ? 'recovering' : 'down' };
    case 'recovering':
      return { state: isGood ? 'up' : 'down' };
  }
}

/** True while requests other than probes are held back. */
export function isUnreachable(reach: Reach): boolean {
  return reach.state === 'down' || reach.state === 'recovering';
}

/** Everything the indicator is computed from. */
export interface StatusFacts {
  readonly isStorageFailed: boolean;
  /** whoami said that nobody, or somebody else, is signed in. */
  readonly isSignedOut: boolean;
  /** `navigator.onLine`: false is trusted, true is not. */
  readonly isOnLine: boolean;
  readonly reach: Reach;
  /** Work with a request in flight: a write, or a pull that still has to complete the copy. */
  readonly isBusy: boolean;
  readonly hasHotPull: boolean;
  /** The hot group succeeded within two of its intervals (D23). */
  readonly isFresh: boolean;
  /** Whether the last pull of the hot group failed. */
  readonly hasFailed: boolean;
}

/** The phase (ux 4.6, D23): `live` only when fresh, `syncing` only with something in flight (I32). */
export function phaseOf(facts: StatusFacts): SyncStatus['phase'] {
  if (facts.isStorageFailed) return 'storage-failed';
  if (facts.isSignedOut) return 'signed-out';
  if (!facts.isOnLine) return 'offline';
  if (isUnreachable(facts.reach)) return 'unreachable';
  if (facts.isBusy) return 'syncing';
  if (facts.hasFailed && !facts.isFresh) return 'unreachable';
  if (!facts.hasHotPull) return 'starting';
  return facts.isFresh ? 'live' : 'starting';
}

const onTheirWay: readonly Op['state'][] = ['queued', 'sending', 'waiting', 'ambiguous', 'auth-hold'];

/** Operations on their way. */
export function countWaiting(open: readonly Pick<Op, 'state'>[]): number {
  return open.filter((op) => onTheirWay.includes(op.state)).length;
}

/** Things that need a person: stopped operations and unread notices, counted once each (I6). */
export function countAttention(
  open: readonly Pick<Op, 'id' | 'state'>[],
  notices: readonly { readonly id: string; readonly readAt: number | null }[],
): number {
  const ids = new Set(
    open.filter((op) => op.state === 'conflict' || op.state === 'parked').map((op) => op.id),
  );
  for (const notice of notices) if (notice.readAt === null) ids.add(notice.id);
  return ids.size;
}
