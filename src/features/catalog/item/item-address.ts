import { createContext, useContext } from 'react';
import type { AddressProps } from '#src/views/list/use-list-address.ts';
import type { ItemChangeSearch } from './item-change-search.ts';
import type { ContentSearch } from './selected-lines.ts';

/** What the address says of the tabs of an item. */
export interface ItemAddress {
  readonly content: ContentSearch;
  readonly onContent: (next: ContentSearch) => void;
  readonly changes: AddressProps<ItemChangeSearch>;
  /** One step back in history. */
  readonly onBack: () => void;
}

const Context = createContext<ItemAddress | null>(null);
export const ItemAddressProvider = Context.Provider;

export function useItemAddress(): ItemAddress {
  const address = useContext(Context);
  if (address === null) throw new Error('useItemAddress is used outside the page of an item');
  return address;
}
