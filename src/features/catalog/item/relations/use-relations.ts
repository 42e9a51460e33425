import { useMemo, useState } from 'react';
import { isHard, readEdges, readPath, type Edge } from '#sync/read/relation-edges.ts';
import { MAX_EDGES } from '#sync/protocol/document-facts.ts';
import type { Link } from '#src/graph/grouped-graph.ts';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import { sortOf } from '#src/views/list/list-lines.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';
import type { Hidden, Problem, RowSource } from '#src/views/list/row-source.ts';
import type { SearchSpec } from '#src/views/list/search-spec.ts';
import { useLocalRows } from '#src/views/list/use-local-rows.ts';
import { NO_ROWS } from '../../insights/insight-query.ts';
import { readItem, type CatalogItem } from '../../list/catalog-row.ts';
import { useItemCounts } from '../../list/use-item-counts.ts';
import { readUnlinked, relatedTo, type LinkedEnd, type Related } from './relation-graph.ts';
import { isGone, isListed, type Relation } from './relation-row.ts';
import type { RelationParams, RelationSearch, RelationView } from './relation-search.ts';

/** The rows, and what leads from one of them to another. */
interface Relations {
  readonly source: RowSource<Relation, RelationParams>;
  readonly rows: readonly Relation[];
  readonly links: readonly Link[];
  /** What the rows are of is not read yet. */
  readonly isReading: boolean;
}

interface Asked {
  readonly itemId: string;
  /** What the server computes of it, for its path. */
  readonly detail: DocumentRead;
  readonly spec: SearchSpec<RelationParams>;
  readonly search: RelationSearch;
  readonly columns: readonly ListColumn<Relation>[];
}

/**
 * What links lead to from an item. The links are the server's, kept with their age; every filter is answered of them on this
 * device, and what they lead to is its own, as fresh as the catalog.
 */
export function useRelations(asked: Asked): Relations {
  const { itemId, detail, spec, search, columns } = asked;
  const view = useMemo(() => spec.view(search), [spec, search]);
  const [turn, setTurn] = useState(0);
  const read = useDocument('config-edges', itemId, true, turn);
  const goneRead = useDocument('config-unlinked', itemId, true, turn);
  const links = useLinks(itemId, view, { read, goneRead, detail });
  const { rows: named, problems, isReading } = useNamed(links.related, links.ends);
  const rows = useMemo(() => named.filter((row) => isListed(row, view)), [named, view]);
  const shown = useMemo(
    () => (view.hideDeleted ? rows.filter((row) => !isGone(row)) : rows),
    [rows, view.hideDeleted],
  );
  // Of the links: what they lead to has the age of the catalog.
  const claim = read.value?.claim;
  const local = useLocalRows({
    rows: shown,
    columns,
    sort: sortOf(view),
    orderKey: spec.orderKey(search),
    isWhole: claim?.state === 'complete' && !links.isCut,
  });
  const source = {
    ...local,
    claim,
    error: read.status === 'failed' && read.value === undefined ? read.error : undefined,
    isStale: (claim?.reason ?? null) !== null,
    total: claim === undefined ? null : shown.length,
    counted: claim?.state === 'complete' ? `Showing ${shown.length.toLocaleString()}` : '',
    hidden: hiddenOf(view, rows.length - shown.length),
    show: null,
    toggle: null,
    press: null,
    pages: null,
    problems: [...(links.isCut ? [CUT] : []), ...goneProblems(goneRead, view), ...problems],
    refresh: async () => setTurn((before) => before + 1),
  };
  return { source, rows: shown, links: links.links, isReading };
}

interface Reads {
  readonly read: DocumentRead;
  readonly goneRead: DocumentRead;
  readonly detail: DocumentRead;
}

/** What links lead to, of what the server said. */
function useLinks(itemId: string, view: RelationView, { read, goneRead, detail }: Reads) {
  const body = read.value?.body;
  const detailBody = detail.value?.body;
  const edges = useMemo(() => [...readEdges(body), ...readPath(detailBody)], [body, detailBody]);
  const unlinked = useMemo(() => readUnlinked(goneRead.value?.body), [goneRead.value?.body]);
  const { outgoing, incoming, relation } = view;
  const soft = relation === 'soft';
  const related = useMemo(
    () => relatedTo(itemId, edges, unlinked, { outgoing, incoming, soft }),
    [itemId, edges, unlinked, outgoing, incoming, soft],
  );
  const ends = useMemo(
    () => new Map(unlinked.flatMap((link) => link.ends.map((end) => [end.id, end] as const))),
    [unlinked],
  );
  const links = useMemo(() => {
    const isFollowed = (edge: Edge): boolean => soft || isHard(edge);
    return [
      ...edges.filter(isFollowed).map((edge): Link => linkOf(edge, isHard(edge) ? 'hard' : 'soft')),
      ...unlinked.filter(isFollowed).map((edge): Link => linkOf(edge, 'deleted')),
    ];
  }, [edges, unlinked, soft]);
  return { related, ends, links, isCut: Array.isArray(body) && body.length >= MAX_EDGES };
}

function linkOf({ from, to }: Edge, is: Link['is']): Link {
  return { from, to, is };
}

/** So many rows are asked for at once. */
const HALF = MAX_EDGES / 2;

/** Each with its item and its counts, of those on this device. */
function useNamed(related: readonly Related[], ends: ReadonlyMap<string, LinkedEnd>) {
  const ids = useMemo(() => [...new Set(related.map(({ itemId }) => itemId))], [related]);
  const first = useItems(useMemo(() => ids.slice(0, HALF), [ids]));
  const second = useItems(useMemo(() => ids.slice(HALF, 2 * HALF), [ids]));
  const { value: collection } = useIndexQuery('config_items', NO_ROWS);
  const isWhole = collection?.state === 'complete';
  const rows = useMemo(
    () =>
      related.map((each): Relation => {
        const item = first.items.get(each.itemId) ?? second.items.get(each.itemId) ?? null;
        const isRead = first.items.has(each.itemId) || second.items.has(each.itemId);
        return {
          ...each,
          id: `${each.direction} ${each.itemId}`,
          // Before all of them are here, one that is missing may yet come.
          item: item ?? (isRead && isWhole ? null : undefined),
          end: ends.get(each.itemId),
        };
      }),
    [related, ends, isWhole, first.items, second.items],
  );
  const problems = useMemo(
    () => [...first.problems, ...(first.problems.length === 0 ? second.problems : [])],
    [first.problems, second.problems],
  );
  return { rows, problems, isReading: first.isReading || second.isReading };
}

interface Items {
  /** Without those that are being read; null for what is not on this device. */
  readonly items: ReadonlyMap<string, CatalogItem | null>;
  readonly problems: readonly Problem[];
  readonly isReading: boolean;
}

function useItems(ids: readonly string[]): Items {
  const { value, isBehind, error, status } = useIndexRows('config_items', ids);
  const isReading = isBehind || status === 'loading';
  const { countsOf, problems } = useItemCounts(ids);
  const items = useMemo(() => {
    const read = isBehind ? [] : (value ?? []);
    return new Map(
      read.map((row, at): readonly [string, CatalogItem | null] => {
        const id = ids[at] ?? '';
        const item = row === null ? undefined : readItem(row);
        return [id, item === undefined ? null : { ...item, counts: countsOf(id) }];
      }),
    );
  }, [ids, value, isBehind, countsOf]);
  return useMemo(
    () => ({
      items,
      isReading,
      problems:
        error === undefined
          ? problems
          : [{ error, text: 'The relationships could not be read' }, ...problems],
    }),
    [items, isReading, problems, error],
  );
}

/** What the switches leave out, so that an empty list says why. */
function hiddenOf(view: RelationView, deleted: number): Hidden<RelationParams> | null {
  if (!view.outgoing && !view.incoming)
    return {
      text: 'Outgoing and Incoming are both off',
      label: 'Show outgoing relationships',
      part: { outgoing: undefined },
    };
  if (deleted === 0) return null;
  return {
    text: `${deleted.toLocaleString()} hidden: deleted, or not on this device`,
    label: 'Show what is deleted or not on this device',
    part: { hideDeleted: false },
  };
}

const CUT: Problem = {
  text: 'Not every relationship is listed',
  error: { message: `the server gives ${MAX_EDGES.toLocaleString()} links at most. The nearest are listed.` },
};

/** Deleted links are asked for by themselves: without them the list of those that are there is whole. */
function goneProblems(
  { status, value, error }: DocumentRead,
  { hideDeleted }: RelationView,
): readonly Problem[] {
  if (hideDeleted || value?.claim.state === 'complete') return [];
  if (status === 'failed') return [{ error, text: 'Deleted links could not be read' }];
  if (value === undefined) return [];
  return [
    {
      error: { message: value.claim.reason ?? 'Not reachable now.' },
      text: 'Deleted links are not on this device',
    },
  ];
}
