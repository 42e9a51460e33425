import { proxy, type Remote } from 'comlink';
import type { unpackAnswer } from '#sync/read/check-packed.ts';
import type { Result, SyncError } from '#sync/errors.ts';
import { toSyncError } from '#sync/errors.ts';
import type {
  HealthAnswer,
  HealthQuery,
  HealthRefresh,
  HealthRow,
  HealthState,
} from '#sync/protocol/health.ts';
import type { HealthContract } from '#workers/contracts/health-contract.ts';

/** Who follows the checks. */
export interface HealthFollower {
  readonly onState: (state: HealthState) => void;
  readonly onError: (error: SyncError) => void;
}

/** The checks in this tab's worker as features use them: values or a thrown SyncError. */
export interface HealthClient {
  readonly query: (query: HealthQuery) => Promise<HealthAnswer>;
  readonly rows: (ids: readonly string[]) => Promise<readonly (HealthRow | null)[]>;
  /** Pulls the server's summary unless one younger than `maxAgeMs` is here; 0 is a person asking now. */
  readonly refresh: (maxAgeMs: number) => Promise<HealthRefresh>;
  /** Calls back with every state, the present one first; returns how to end that. */
  readonly follow: (follower: HealthFollower) => () => void;
}

/** Runs a call once the worker has started, and turns its Result into a value or an error. */
type Run = <T>(call: () => Promise<Result<T>>) => Promise<T>;

/** What answers are unpacked with: no page but that of the checks asks. */
async function loadUnpack(): Promise<typeof unpackAnswer> {
  try {
    return (await import('#sync/read/check-packed.ts')).unpackAnswer;
  } catch (thrown) {
    throw toSyncError(thrown);
  }
}

export function createHealthClient(contract: Remote<HealthContract>, run: Run): HealthClient {
  return {
    query: async (query) => {
      const [packed, unpack] = await Promise.all([run(() => contract.queryHealth(query)), loadUnpack()]);
      return unpack(packed);
    },
    rows: (ids) => run(() => contract.healthRows(ids)),
    refresh: (maxAgeMs) => run(() => contract.refreshHealth(maxAgeMs)),
    follow: (follower) => {
      let isOver = false;
      const listener = (state: HealthState): void => {
        if (!isOver) follower.onState(state);
      };
      const subscribed = run(() => contract.subscribeHealth(proxy(listener)));
      subscribed.catch((thrown: unknown) => {
        if (!isOver) follower.onError(toSyncError(thrown));
      });
      return () => {
        isOver = true;
        // A worker that is gone, or never came, follows nothing.
        subscribed
          .then((subscription) => run(() => contract.unsubscribeHealth(subscription)))
          .catch(() => undefined);
      };
    },
  };
}
