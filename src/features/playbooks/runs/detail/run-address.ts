import { createContext, useContext } from 'react';

/** What the route gives to the page of a run. */
export interface RunAddress {
  /** The step that is shown; the last one without. */
  readonly action: string | undefined;
  readonly onAction: (id: string) => void;
}

const Context = createContext<RunAddress | null>(null);
export const RunAddressProvider = Context.Provider;

export function useRunAddress(): RunAddress {
  const address = useContext(Context);
  if (address === null) throw new Error('useRunAddress is used outside the page of a run');
  return address;
}
