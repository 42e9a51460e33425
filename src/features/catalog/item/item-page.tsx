import { useMemo, type ReactElement } from 'react';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { DetailPage } from '#src/views/detail/detail-page.tsx';
import { tabHref, type TabState } from '#src/views/detail/tab-state.ts';
import { catalogHref } from '../catalog-href.ts';
import { ItemAddressProvider, type ItemAddress } from './item-address.ts';
import { itemSpecOf, type ItemParts } from './item-spec.tsx';

interface ItemPageProps extends ItemAddress {
  itemId: string;
  /** Stays the same. */
  parts: ItemParts;
  /** Which of its tabs is open. */
  tab: string;
  onTab: (href: string) => void;
  /** Back to the list, to the row that was opened. */
  onLeave: () => void;
}

/** `/catalog/{id}` and the pages below it */
export function ItemPage({ itemId, parts, tab, onTab, onLeave, ...address }: ItemPageProps): ReactElement {
  const { isEnabled, can } = useAccess();
  const hasIncidents = isEnabled('incidents') && can('read', 'incident');
  const spec = useMemo(() => itemSpecOf(parts, hasIncidents ? 'shown' : 'hidden'), [parts, hasIncidents]);
  const tabs = useMemo<TabState>(() => {
    const path = catalogHref(itemId);
    const hrefOf = (id: string): string =>
      tabHref(id === 'config' ? path : `${path}/${id}`, ['panel'], globalThis.location.search);
    return { current: tab, show: (id) => onTab(hrefOf(id)), hrefOf };
  }, [itemId, tab, onTab]);
  return (
    <ItemAddressProvider value={address}>
      <DetailPage id={itemId} spec={spec} tabs={tabs} onLeave={onLeave} />
    </ItemAddressProvider>
  );
}
