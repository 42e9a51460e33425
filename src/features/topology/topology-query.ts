import type { TopologyQuery } from '#sync/protocol/topology.ts';
import { labelPairs, type TopologyView } from './topology-search.ts';

/** The question that a search stands for. */
export function queryOf(componentId: string | null, view: TopologyView, withCards: number): TopologyQuery {
  const orNull = (value: string): string | null => (value === '' ? null : value);
  return {
    id: componentId,
    refererId: view.refererId ?? null,
    status: orNull(view.status),
    type: orNull(view.type),
    team: orNull(view.team),
    labels: [...labelPairs(view.labels)],
    agentId: view.agent_id ?? null,
    text: view.search,
    showHidden: view.showHiddenComponents === 'yes',
    sortBy: view.sortBy,
    descending: view.sortOrder === 'desc',
    withCards,
  };
}
