import type { Result } from '#sync/errors.ts';
import type { TopologyAnswer, TopologyCard, TopologyQuery, TopologyState } from '#sync/protocol/topology.ts';

/**
 * The components of this tab's worker as the page sees them, with what they come to, held in memory. Questions are parsed
 * before anything is done; one that does not fit is a `bug`.
 */
export interface TopologyContract {
  /** Filters and sorts the components of one place. */
  queryTopology(query: TopologyQuery): Promise<Result<TopologyAnswer>>;
  /** Cards in the asked order, null for one that is not here; at most a thousand. */
  topologyCards(
    ids: readonly string[],
    showHidden: boolean,
  ): Promise<Result<readonly (TopologyCard | null)[]>>;
  /** Calls back with the present state and with every change; answers with the number that ends it. */
  subscribeTopology(listener: (state: TopologyState) => void): Promise<Result<number>>;
  /** Unknown numbers do no harm. */
  unsubscribeTopology(subscription: number): Promise<Result<null>>;
}
