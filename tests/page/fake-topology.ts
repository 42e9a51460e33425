import { listTopology, cardsById, type TopologyModel } from '#sync/core/topology/query.ts';
import { treeOf } from '#sync/core/topology/roll-up.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { TopologyState } from '#sync/protocol/topology.ts';
import type { TopologyClient } from '#src/platform/replica/topology-client.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

const WHOLE = { state: 'complete' } as const;

/** Components as a page reads them, without checks, incidents and insights unless the model is given. */
export function createFakeTopology(
  components: readonly JsonRow[],
  state: Partial<TopologyState> = {},
  model: TopologyModel = modelOf(components),
): TopologyClient {
  const known: TopologyState = {
    version: 1,
    ...deviceClaim('complete', '2026-11-20T12:00:00Z'),
    parts: { components: WHOLE, checks: WHOLE, incidents: WHOLE, insights: WHOLE, teams: WHOLE },
    ...state,
  };
  return {
    query: async (query) => ({ ...listTopology(model, query), ...known }),
    cards: async (ids, showHidden) => cardsById(model, ids, showHidden),
    follow: ({ onState }) => {
      onState(known);
      return () => undefined;
    },
  };
}

function modelOf(components: readonly JsonRow[]): TopologyModel {
  const tree = treeOf(components, [], { checks: new Map(), incidents: new Map(), insights: new Map() });
  return { tree, names: { teams: new Map(), agents: new Map() } };
}

export const noComponents = createFakeTopology([]);
