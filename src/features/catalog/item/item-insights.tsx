import { useMemo, useState, type ReactElement } from 'react';
import { ListBody } from '#src/views/list/list-page.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import { insightColumns, narrowColumns } from '../insights/insight-columns.tsx';
import { insightFilters } from '../insights/insight-filters.tsx';
import { insightListSpec, useNames } from '../insights/insight-list-spec.tsx';
import type { Insight } from '../insights/insight-row.ts';
import { OpenInsight } from '../insights/open-insight.tsx';
import { useInsights } from '../insights/use-insights.ts';
import { useItemAddress, useTabAddress } from './item-address.ts';
import { itemInsightSearch, itemInsightView, type ItemInsightParams } from './item-insight-search.ts';
import { TabFrame } from './tab-frame.tsx';

/** `/catalog/{id}/insights`: the insights of one item. */
export function ItemInsights({ id }: { id: string }): ReactElement {
  const { onBack } = useItemAddress();
  const [spec] = useState(() => specOf(id));
  const address = useTabAddress('insights', spec.search);
  // oxlint-disable-next-line react/hooks -- a tab keeps its description while it is mounted
  const source = spec.useRows(address.search);
  const { search, change } = address;
  const listed = useMemo(() => ({ view: itemInsightView(id, search), change }), [id, search, change]);
  return (
    <TabFrame>
      <ListBody isPart actions={null} address={address} source={source} spec={spec} />
      <OpenInsight address={listed} lines={source.lines} onBack={onBack} />
    </TabFrame>
  );
}

function specOf(itemId: string): ListSpec<ItemInsightParams, Insight> {
  const search = itemInsightSearch(itemId);
  const { words, layoutKey, pageSizes, rowName } = insightListSpec;
  return {
    layoutKey,
    pageSizes,
    rowName,
    id: 'item-insights',
    words: { ...words, find: null },
    search,
    filters: insightFilters,
    useNames,
    columns: insightColumns.filter(({ id }) => id !== 'name'),
    narrowColumns: narrowColumns('unnamed'),
    useRows: (asked) => useInsights(itemInsightView(itemId, asked)),
    rowHref: ({ id }, asked) => search.href({ ...asked, insightId: id }),
  };
}
