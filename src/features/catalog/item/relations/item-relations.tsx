import { Network } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { ListBody } from '#src/views/list/list-page.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import { catalogHref } from '../../catalog-href.ts';
import { useTabAddress } from '../item-address.ts';
import { TabFrame } from '../tab-frame.tsx';
import { narrowColumns, relationColumns } from './relation-columns.tsx';
import { relationFilters } from './relation-filters.tsx';
import { isGone, relationName, type Relation } from './relation-row.ts';
import { relationSearch, type RelationParams } from './relation-search.ts';
import { useRelations } from './use-relations.ts';

/** `/catalog/{id}/relationships`, as a table; where its actions stand, the graph's switch will. */
export function ItemRelations({ id }: { id: string }): ReactElement {
  const [spec] = useState(() => specOf(id));
  const address = useTabAddress('relationships', spec.search);
  // oxlint-disable-next-line react/hooks -- a tab keeps its description while it is mounted
  const source = spec.useRows(address.search);
  return (
    <TabFrame>
      <ListBody isPart actions={null} address={address} source={source} spec={spec} />
    </TabFrame>
  );
}

const noNames = () => () => undefined;

function specOf(itemId: string): ListSpec<RelationParams, Relation> {
  const search = relationSearch(itemId);
  return {
    id: 'item-relationships',
    words: {
      title: 'Relationships',
      rows: 'Relationships',
      find: null,
      empty: { icon: Network, title: 'No data available' },
    },
    search,
    filters: relationFilters,
    useNames: noNames,
    columns: relationColumns,
    narrowColumns,
    layoutKey: storageKeys.relationColumns,
    pageSizes: [],
    useRows: (asked) => useRelations({ itemId, spec: search, search: asked, columns: relationColumns }),
    rowName: relationName,
    rowHref: ({ itemId: id }) => catalogHref(id),
    rowClassName: (row) => (isGone(row) ? 'text-muted opacity-70' : ''),
  };
}
