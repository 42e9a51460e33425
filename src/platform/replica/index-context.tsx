import { createContext, useContext, type ReactElement, type ReactNode } from 'react';
import type { IndexClient } from './index-client.ts';

const IndexContext = createContext<IndexClient | null>(null);

export function IndexProvider({
  index,
  children,
}: {
  index: IndexClient;
  children: ReactNode;
}): ReactElement {
  return <IndexContext value={index}>{children}</IndexContext>;
}

/** The index of this tab's worker. Features use `useIndexQuery` and `useIndexRows`. */
export function useIndexClient(): IndexClient {
  const index = useContext(IndexContext);
  if (index === null) throw new Error('useIndexClient is used outside IndexProvider');
  return index;
}
