import { useMemo, type ReactElement } from 'react';
import { DetailPage } from '#src/views/detail/detail-page.tsx';
import { tabHref, type TabState } from '#src/views/detail/tab-state.ts';
import { catalogHref } from '../catalog-href.ts';
import { ItemAddressProvider, type ItemAddress } from './item-address.ts';
import { itemSpec } from './item-spec.tsx';

interface ItemPageProps extends ItemAddress {
  itemId: string;
  /** Which of its tabs is open. */
  tab: string;
  onTab: (href: string) => void;
  /** Back to the list, to the row that was opened. */
  onLeave: () => void;
}

/** `/catalog/{id}` and the pages below it */
export function ItemPage({ itemId, tab, onTab, onLeave, ...address }: ItemPageProps): ReactElement {
  const tabs = useMemo<TabState>(() => {
    const path = catalogHref(itemId);
    const hrefOf = (id: string): string =>
      tabHref(id === 'config' ? path : `${path}/${id}`, ['panel'], globalThis.location.search);
    return { current: tab, show: (id) => onTab(hrefOf(id)), hrefOf };
  }, [itemId, tab, onTab]);
  return (
    <ItemAddressProvider value={address}>
      <DetailPage id={itemId} spec={itemSpec} tabs={tabs} onLeave={onLeave} />
    </ItemAddressProvider>
  );
}
