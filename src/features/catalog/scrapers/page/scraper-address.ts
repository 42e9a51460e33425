import { createContext, useContext, type ReactNode } from 'react';
import type { ContentSearch } from '../../item/selected-lines.ts';

/** What the route gives to the tabs of a scraper. */
export interface ScraperAddress {
  readonly content: ContentSearch;
  readonly onContent: (next: ContentSearch) => void;
  /** The runs of its jobs: another area draws them. */
  readonly jobs: ReactNode;
}

const Context = createContext<ScraperAddress | null>(null);
export const ScraperAddressProvider = Context.Provider;

export function useScraperAddress(): ScraperAddress {
  const address = useContext(Context);
  if (address === null) throw new Error('useScraperAddress is used outside the page of a scraper');
  return address;
}
