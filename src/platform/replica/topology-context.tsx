import { createContext, useContext } from 'react';
import type { TopologyClient } from './topology-client.ts';

const TopologyContext = createContext<TopologyClient | null>(null);
export const TopologyProvider = TopologyContext;

/** The components in this tab's worker. Features use `useTopology`. */
export function useTopologyClient(): TopologyClient {
  const topology = useContext(TopologyContext);
  if (topology === null) throw new Error('useTopologyClient is used outside TopologyProvider');
  return topology;
}
