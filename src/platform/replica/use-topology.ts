import { sameJson } from '#sync/protocol/same-json.ts';
import type { TopologyAnswer, TopologyCard, TopologyQuery, TopologyState } from '#sync/protocol/topology.ts';
import type { TopologyClient } from './topology-client.ts';
import { useTopologyClient } from './topology-context.tsx';
import { useFollowed, type FollowedLive } from './use-followed.ts';

/** The components of one place: their ids, whole cards of the first, and what the filters offer. */
export function useTopology(query: TopologyQuery): FollowedLive<TopologyAnswer> {
  return useFollowed(useTopologyClient(), query, askQuery, isAnswerOf);
}

/** Cards by id, in the asked order; null for a component that is not here. */
export function useTopologyCards(
  ids: readonly string[],
  showHidden: boolean,
): FollowedLive<readonly (TopologyCard | null)[]> {
  return useFollowed<TopologyState, TopologyClient, readonly (TopologyCard | null)[]>(
    useTopologyClient(),
    [ids, showHidden],
    askCards,
  );
}

function isAnswerOf(answer: TopologyAnswer, state: TopologyState): boolean {
  return (
    answer.version === state.version &&
    answer.state === state.state &&
    answer.asOf === state.asOf &&
    sameJson(answer.parts, state.parts)
  );
}

function askQuery(topology: TopologyClient, key: string): Promise<TopologyAnswer> {
  return topology.query(JSON.parse(key) as TopologyQuery); // written by useFollowed
}

function askCards(topology: TopologyClient, key: string): Promise<readonly (TopologyCard | null)[]> {
  const [ids, showHidden] = JSON.parse(key) as [readonly string[], boolean]; // written by useFollowed
  return ids.length === 0 ? Promise.resolve([]) : topology.cards(ids, showHidden);
}
