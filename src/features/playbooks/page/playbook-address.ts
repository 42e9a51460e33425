import { createContext, useContext } from 'react';
import type { DocumentFormat } from '#src/code/document-code.tsx';

/** What the route gives to the page of a playbook. */
export interface PlaybookAddress {
  readonly format: DocumentFormat | undefined;
  readonly onFormat: (format: DocumentFormat | undefined) => void;
  readonly onGo: (href: string) => void;
  /** Back to the cards. */
  readonly onLeave: () => void;
}

const Context = createContext<PlaybookAddress | null>(null);
export const PlaybookAddressProvider = Context.Provider;

export function usePlaybookAddress(): PlaybookAddress {
  const address = useContext(Context);
  if (address === null) throw new Error('usePlaybookAddress is used outside the page of a playbook');
  return address;
}
