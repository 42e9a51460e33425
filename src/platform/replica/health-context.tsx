import { createContext, useContext, type ReactElement, type ReactNode } from 'react';
import type { HealthClient } from './health-client.ts';

const HealthContext = createContext<HealthClient | null>(null);

export function HealthProvider({
  health,
  children,
}: {
  health: HealthClient;
  children: ReactNode;
}): ReactElement {
  return <HealthContext value={health}>{children}</HealthContext>;
}

/** The checks in this tab's worker. Features use `useHealthQuery` and `useHealthRows`. */
export function useHealthClient(): HealthClient {
  const health = useContext(HealthContext);
  if (health === null) throw new Error('useHealthClient is used outside HealthProvider');
  return health;
}
