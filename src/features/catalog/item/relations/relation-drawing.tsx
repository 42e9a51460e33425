import { useRouter } from '@tanstack/react-router';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import type { GraphItem } from '#src/graph/item-card.tsx';
import { ItemGraph } from '#src/graph/item-graph.tsx';
import { linksAmong, type Link } from '#src/graph/grouped-graph.ts';
import { SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { lookChange, lookOf } from '#src/views/relations/graph-look.ts';
import { catalogHref } from '../../catalog-href.ts';
import { itemName, type Item } from '../item-row.ts';
import { relationName, relationType, type Relation } from './relation-row.ts';
import type { RelationSearch, RelationView } from './relation-search.ts';

export interface RelationGraphProps {
  item: Item;
  rows: readonly Relation[];
  links: readonly Link[];
  isReading: boolean;
  view: RelationView;
  change: (part: RelationSearch) => void;
  table: ReactNode;
}

/** The listed relationships of an item as a graph. What a filter leaves out is led over. */
export function RelationDrawing(props: RelationGraphProps): ReactElement {
  const { item, rows, links, isReading, view, change, table } = props;
  const router = useRouter();
  const items = useMemo(() => [rootOf(item), ...itemsOf(rows)], [item, rows]);
  const among = useMemo(() => {
    const kept = new Set(items.map(({ id }) => id));
    return linksAmong(
      links.filter(({ is }) => is !== 'deleted' || !view.hideDeleted),
      (id) => kept.has(id),
    );
  }, [items, links, view.hideDeleted]);
  // Without the types nothing could be gathered: all would be drawn, and in the next moment not.
  if (isReading) return <SkeletonRows />;
  return (
    <ItemGraph
      items={items}
      label={`Relationships of ${itemName(item)}`}
      links={among}
      look={lookOf(view)}
      roots={[item.id]}
      table={table}
      unknownKind="not on this device"
      onLook={(part) => change(lookChange(part))}
      onOpen={(href) => router.history.push(href)}
    />
  );
}

function rootOf(item: Item): GraphItem {
  const { id, type, health, status, deleted_at: deletedAt } = item;
  return {
    id,
    name: itemName(item),
    kind: type,
    health: health ?? 'unknown',
    status,
    href: null,
    gone: deletedAt === null ? null : 'deleted',
    notes: [],
  };
}

function itemsOf(rows: readonly Relation[]): readonly GraphItem[] {
  const found = new Map<string, GraphItem>();
  for (const row of rows) {
    const { itemId, item } = row;
    found.set(itemId, {
      id: itemId,
      name: relationName(row),
      kind: relationType(row),
      health: item ? (item.health ?? 'unknown') : null,
      status: item?.status ?? null,
      href: catalogHref(itemId),
      gone: goneOf(row),
      notes: [],
    });
  }
  return [...found.values()];
}

/** Of the item alone: that its link is deleted stands on the link. */
function goneOf({ item, end }: Relation): GraphItem['gone'] {
  if (item === null) return 'not on this device';
  return (item?.deleted_at ?? end?.deleted_at ?? null) === null ? null : 'deleted';
}
