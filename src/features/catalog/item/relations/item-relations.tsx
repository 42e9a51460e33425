import { Network } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { late } from '#src/ui/late.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import type { ItemRead } from '../use-item.ts';
import type { RelationGraphProps } from './relation-drawing.tsx';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { ListBody } from '#src/views/list/list-page.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import { TableOrGraph } from '#src/views/relations/relation-switches.tsx';
import { catalogHref } from '../../catalog-href.ts';
import { useTabAddress } from '../item-address.ts';
import { TabFrame } from '../tab-frame.tsx';
import { narrowColumns, relationColumns } from './relation-columns.tsx';
import { relationFilters } from './relation-filters.tsx';
import { isGone, relationName, type Relation } from './relation-row.ts';
import { relationSearch, type RelationParams } from './relation-search.ts';
import { useRelations } from './use-relations.ts';

/** `/catalog/{id}/relationships`, as a table or as a graph. */
export function ItemRelations({ id, value: { item, detail } }: DetailPartProps<ItemRead>): ReactElement {
  const [spec] = useState(() => specOf(id));
  const address = useTabAddress('relationships', spec.search);
  const { search, view, change } = address;
  const { source, rows, links, isReading } = useRelations({
    itemId: id,
    detail,
    spec: spec.search,
    search,
    columns: relationColumns,
  });
  return (
    <TabFrame room={view.view === 'graph' ? 'both' : 'list'}>
      <ListBody
        isPart
        actions={
          <TableOrGraph
            value={view.view}
            onChange={(next) => change({ view: next === 'table' ? undefined : next })}
          />
        }
        address={address}
        renderRows={(table) =>
          view.view === 'table' ? (
            table
          ) : (
            <RelationGraph
              change={change}
              isReading={isReading}
              item={item}
              rows={rows}
              links={links}
              table={table}
              view={view}
            />
          )
        }
        source={source}
        spec={spec}
      />
    </TabFrame>
  );
}

const RelationGraph = late<RelationGraphProps>(
  async () => (await import('./relation-drawing.tsx')).RelationDrawing,
);

type RelationSpec = Omit<ListSpec<RelationParams, Relation>, 'useRows'>;

function specOf(itemId: string): RelationSpec {
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
    columns: relationColumns,
    narrowColumns,
    layoutKey: storageKeys.relationColumns,
    pageSizes: [],
    rowName: relationName,
    rowHref: ({ itemId: id }) => catalogHref(id),
    rowClassName: (row) => (isGone(row) ? 'text-muted opacity-70' : ''),
  };
}
