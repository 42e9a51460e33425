import { createContext, useContext, type ReactNode } from 'react';
import type { DocumentFormat } from '#src/code/document-code.tsx';

/** What the route gives to the tabs of a team. */
export interface TeamAddress {
  readonly format: DocumentFormat | undefined;
  readonly onFormat: (format: DocumentFormat | undefined) => void;
  /** The runs of its jobs: another area draws them. */
  readonly jobs: ReactNode;
  /** Back to the list. */
  readonly onLeave: () => void;
}

const Context = createContext<TeamAddress | null>(null);
export const TeamAddressProvider = Context.Provider;

export function useTeamAddress(): TeamAddress {
  const address = useContext(Context);
  if (address === null) throw new Error('useTeamAddress is used outside the page of a team');
  return address;
}
