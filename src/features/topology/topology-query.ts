import type { KeptAs } from '#sync/protocol/kept-list.ts';
import type { TopologyQuery } from '#sync/protocol/topology.ts';
import { labelPairs, topologySearch, type TopologyView } from './topology-search.ts';

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

/** The same on a page that shows its last answer until the worker is up: mostly the whole, or what was there before a reload. */
export function keptQueryOf(
  componentId: string | null,
  view: TopologyView,
  withCards: number,
): TopologyQuery & { readonly keepAs: KeptAs } {
  const isAsItOpens = componentId === null && topologySearch.orderKey(view) === topologySearch.path;
  return { ...queryOf(componentId, view, withCards), keepAs: isAsItOpens ? 'start' : 'last' };
}
