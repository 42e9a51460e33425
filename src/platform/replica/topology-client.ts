import { proxy, type Remote } from 'comlink';
import type { Result, SyncError } from '#sync/errors.ts';
import { toSyncError } from '#sync/errors.ts';
import type { TopologyAnswer, TopologyCard, TopologyQuery, TopologyState } from '#sync/protocol/topology.ts';
import type { TopologyContract } from '#workers/contracts/topology-contract.ts';

/** Who follows the components. */
export interface TopologyFollower {
  readonly onState: (state: TopologyState) => void;
  readonly onError: (error: SyncError) => void;
}

/** The components in this tab's worker as features use them: values or a thrown SyncError. */
export interface TopologyClient {
  readonly query: (query: TopologyQuery) => Promise<TopologyAnswer>;
  readonly cards: (ids: readonly string[], showHidden: boolean) => Promise<readonly (TopologyCard | null)[]>;
  /** Calls back with every state, the present one first; returns how to end that. */
  readonly follow: (follower: TopologyFollower) => () => void;
}

/** Runs a call once the worker has started, and turns its Result into a value or an error. */
type Run = <T>(call: () => Promise<Result<T>>) => Promise<T>;

export function createTopologyClient(contract: Remote<TopologyContract>, run: Run): TopologyClient {
  return {
    query: (query) => run(() => contract.queryTopology(query)),
    cards: (ids, showHidden) => run(() => contract.topologyCards(ids, showHidden)),
    follow: (follower) => {
      let isOver = false;
      const listener = (state: TopologyState): void => {
        if (!isOver) follower.onState(state);
      };
      const subscribed = run(() => contract.subscribeTopology(proxy(listener)));
      subscribed.catch((thrown: unknown) => {
        if (!isOver) follower.onError(toSyncError(thrown));
      });
      return () => {
        isOver = true;
        // A worker that is gone, or never came, follows nothing.
        subscribed
          .then((subscription) => run(() => contract.unsubscribeTopology(subscription)))
          .catch(() => undefined);
      };
    },
  };
}
