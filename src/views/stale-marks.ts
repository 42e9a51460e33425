import { createContext, useContext } from 'react';

/** Whether the marks below stand for something past its limit; they are hatched then. */
export const StaleContext = createContext(false);

export function useIsMarkStale(): boolean {
  return useContext(StaleContext);
}
