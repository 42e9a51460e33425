import { proxy, type Remote } from 'comlink';
import type { Result, SyncError } from '#sync/errors.ts';
import { toSyncError } from '#sync/errors.ts';
import type { IndexQuery, IndexResult, IndexState } from '#sync/protocol/index-query.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { IndexContract } from '#workers/contracts/index-contract.ts';

/** Who follows a collection. */
export interface IndexFollower {
  readonly onState: (state: IndexState) => void;
  readonly onError: (error: SyncError) => void;
}

/** The index of this tab's worker as features use it: values or a thrown SyncError. */
export interface IndexClient {
  readonly query: (tbl: PackedName, query: IndexQuery) => Promise<IndexResult>;
  readonly rows: (tbl: PackedName, ids: readonly string[]) => Promise<readonly (JsonRow | null)[]>;
  /** Builds every index of this tab anew; how many rows they hold. */
  readonly rebuild: () => Promise<number>;
  /** Calls back with every state of the collection, the present one first; returns how to end that. */
  readonly follow: (tbl: PackedName, follower: IndexFollower) => () => void;
}

/** Runs a call once the worker has started, and turns its Result into a value or an error. */
type Run = <T>(call: () => Promise<Result<T>>) => Promise<T>;

/** Followers of one collection: one subscription at the worker for all of them. */
interface Following {
  readonly followers: Set<IndexFollower>;
  state: IndexState | undefined;
  isOver: boolean;
}

export function createIndexClient(contract: Remote<IndexContract>, run: Run): IndexClient {
  const followings = new Map<PackedName, Following>();

  function begin(tbl: PackedName): Following {
    const following: Following = { followers: new Set(), state: undefined, isOver: false };
    followings.set(tbl, following);
    const handleState = (state: IndexState): void => {
      following.state = state;
      for (const { onState } of following.followers) onState(state);
    };
    run(() => contract.subscribeIndex(tbl, proxy(handleState))).then(
      (subscription) => {
        if (following.isOver) unsubscribe(subscription);
        else ends.set(following, () => unsubscribe(subscription));
      },
      (thrown: unknown) => {
        if (followings.get(tbl) === following) followings.delete(tbl);
        for (const { onError } of following.followers) onError(toSyncError(thrown));
      },
    );
    return following;
  }

  const ends = new Map<Following, () => void>();

  function unsubscribe(subscription: number): void {
    // A worker that is gone follows nothing any more; whoever asks it next hears why.
    run(() => contract.unsubscribeIndex(subscription)).catch(() => undefined);
  }

  return {
    query: (tbl, query) => run(() => contract.queryIndex(tbl, query)),
    rows: (tbl, ids) => run(() => contract.indexRows(tbl, ids)),
    rebuild: () => run(() => contract.rebuildIndexes()),
    follow: (tbl, follower) => {
      const following = followings.get(tbl) ?? begin(tbl);
      following.followers.add(follower);
      if (following.state !== undefined) follower.onState(following.state);
      return () => {
        following.followers.delete(follower);
        if (following.followers.size > 0 || following.isOver) return;
        following.isOver = true;
        if (followings.get(tbl) === following) followings.delete(tbl);
        ends.get(following)?.();
        ends.delete(following);
      };
    },
  };
}
