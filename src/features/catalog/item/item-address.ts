import { createContext, useContext, useMemo } from 'react';
import * as v from 'valibot';
import { useHistoryEntry } from '#src/platform/device/history-entry.ts';
import type { Params, SearchSpec } from '#src/views/list/search-spec.ts';
import { useListAddress, type ListAddress } from '#src/views/list/use-list-address.ts';
import type { ContentSearch } from './selected-lines.ts';

/** Tabs that are lists, by the last part of their path. */
export type ListTab = 'changes' | 'insights' | 'relationships' | 'playbooks';

/** What the address says of the tabs of an item; each list reads its own. */
export interface ItemAddress {
  readonly raw: unknown;
  readonly onSearch: (tab: ListTab, next: object, options: { replace: boolean }) => Promise<void>;
  readonly content: ContentSearch;
  readonly onContent: (next: ContentSearch) => void;
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

/** The address of the list in an open tab. */
export function useTabAddress<P extends Params>(tab: ListTab, spec: SearchSpec<P>): ListAddress<P> {
  const { raw, onSearch } = useItemAddress();
  const search = useMemo(() => v.parse(spec.schema, raw), [spec, raw]);
  const { key: entryKey } = useHistoryEntry(spec.path);
  return useListAddress(spec, {
    search,
    entryKey,
    onChange: (next, options) => onSearch(tab, next, options),
  });
}
