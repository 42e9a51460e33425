import { useRouter } from '@tanstack/react-router';
import { Network } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import type { ComponentGraph as Around } from '#sync/read/component-graph.ts';
import type { Read } from '#sync/read/types.ts';
import type { Link, Way } from '#src/graph/grouped-graph.ts';
import type { GraphItem } from '#src/graph/item-card.tsx';
import { ItemGraph } from '#src/graph/item-graph.tsx';
import type { Live } from '#src/platform/replica/live.ts';
import { useIndexRows } from '#src/platform/replica/use-index.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { TypeMark } from '#src/ui/marks/type-mark.tsx';
import { FactLine } from '#src/views/fact-line.tsx';
import { lookChange, lookOf } from '#src/views/relations/graph-look.ts';
import { isRow, maybeText } from '#src/views/row-text.ts';
import { Unauthorized, ViewFallback } from '#src/views/view-fallback.tsx';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { followedLinks } from './followed-links.ts';
import type { ComponentGraphSearch, ComponentGraphView } from './graph-search.ts';

/** Names that are asked for at once. */
const MOST_NAMES = 1_000;

interface ComponentGraphProps {
  componentId: string;
  name: string;
  live: Live<Read<Around>>;
  view: ComponentGraphView;
  onChange: (part: ComponentGraphSearch) => void;
}

/** A component, what it counts in, what counts in it, and the catalog items those are made of; of this device alone. */
export function ComponentGraph({
  componentId,
  name,
  live,
  view,
  onChange,
}: ComponentGraphProps): ReactElement {
  const router = useRouter();
  const { value, status, error } = live;
  const around = value?.data;
  const ids = useMemo(
    () => [...new Set((around?.links ?? []).map(({ configId }) => configId))].slice(0, MOST_NAMES),
    [around],
  );
  const rows = useIndexRows('config_items', ids);
  const isReading = status === 'loading' || rows.isBehind || rows.status === 'loading';
  const items = useMemo(
    () => (around === undefined || isReading ? [] : itemsOf(componentId, around, ids, rows.value ?? [])),
    [componentId, around, ids, isReading, rows.value],
  );
  const { outgoing, incoming, relation } = view;
  const { links, wayOf } = useMemo(
    () =>
      followedLinks(componentId, around === undefined ? [] : linksOf(around), {
        outgoing,
        incoming,
        soft: relation === 'soft',
      }),
    [componentId, around, outgoing, incoming, relation],
  );
  const shown = useMemo(
    () => items.filter(({ id }) => id === componentId || wayOf.has(id)),
    [items, componentId, wayOf],
  );
  if (status === 'failed' && value === undefined)
    return <ViewFallback error={error} state="failed" what="Components" />;
  if (value?.state === 'forbidden') return <Unauthorized />;
  const unasked = new Set((around?.links ?? []).map(({ configId }) => configId)).size - ids.length;
  const notes = (
    <>
      {!outgoing && !incoming && (
        <InlineBar
          action={
            <Button size="small" onPress={() => onChange({ outgoing: undefined })}>
              Show outgoing relationships
            </Button>
          }
          tone="info"
        >
          Outgoing and Incoming are both off
        </InlineBar>
      )}
      {value?.state !== 'complete' && (
        <InlineBar tone="info">
          Not every component is on this device yet: the graph may still grow.
        </InlineBar>
      )}
      {unasked > 0 && (
        <InlineBar tone="info">
          {unasked.toLocaleString()} catalog items are shown without their names.
        </InlineBar>
      )}
      {rows.status === 'failed' && (
        <ReadFailedBar error={rows.error}>The catalog items could not be read</ReadFailedBar>
      )}
    </>
  );
  const table = (
    <AsList
      isWhole={value?.state === 'complete'}
      items={shown.filter(({ id }) => id !== componentId)}
      softIds={softEnds(links)}
      wayOf={wayOf}
    />
  );
  return (
    <LoadingRegion isLoading={isReading} label="Loading the graph" skeleton={<SkeletonRows />}>
      {!isReading &&
        (view.view === 'table' ? (
          <>
            <div className="flex flex-col gap-2 px-page pb-2 empty:hidden">{notes}</div>
            {table}
          </>
        ) : (
          <ItemGraph
            items={shown}
            label={`Graph of ${name}`}
            links={links}
            look={lookOf(view)}
            notes={notes}
            roots={[componentId]}
            table={table}
            unknownKind="not on this device"
            onLook={(part) => onChange(lookChange(part))}
            onOpen={(href) => router.history.push(href)}
          />
        ))}
    </LoadingRegion>
  );
}

function itemsOf(
  componentId: string,
  { components, parts, links }: Around,
  ids: readonly string[],
  rows: readonly unknown[],
): readonly GraphItem[] {
  const mentioned = new Set([componentId, ...parts.flatMap(({ childId, parentId }) => [childId, parentId])]);
  const ofComponents = [...mentioned].map((id): GraphItem => {
    const known = components.get(id);
    return {
      id,
      name: known?.name ?? id.slice(0, 8),
      kind: known === undefined ? null : (known.type ?? 'Component'),
      health: known === undefined ? null : (known.health ?? known.status ?? 'unknown'),
      status: known?.health === null ? null : (known?.status ?? null),
      href: id === componentId ? null : `/topology/${encodeURIComponent(id)}`,
      gone: known === undefined ? 'not on this device' : known.isDeleted ? 'deleted' : null,
      notes: [],
    };
  });
  const byId = new Map(rows.map((row, at) => [ids[at], row]));
  const configIds = new Set(links.map(({ configId }) => configId));
  const ofItems = [...configIds].map((id): GraphItem => {
    const row = byId.get(id);
    return {
      id,
      name: maybeText(row, 'name') ?? id.slice(0, 8),
      kind: maybeText(row, 'type'),
      // Only what was asked for and is not here is not here.
      health: isRow(row) ? (maybeText(row, 'health') ?? 'unknown') : null,
      status: maybeText(row, 'status'),
      href: `/catalog/${encodeURIComponent(id)}`,
      gone: goneOf(row),
      notes: [],
    };
  });
  return [...ofComponents, ...ofItems];
}

function goneOf(row: unknown): GraphItem['gone'] {
  if (row === undefined) return null;
  if (!isRow(row)) return 'not on this device';
  return maybeText(row, 'deleted_at') === null ? null : 'deleted';
}

/** The tree is firm; what was picked by a selector, and what a component is made of, is not. */
function linksOf({ parts, links }: Around): readonly Link[] {
  return [
    ...parts.map(({ childId, parentId, isPicked }): Link => ({
      from: parentId,
      to: childId,
      is: isPicked ? 'soft' : 'hard',
    })),
    ...links.map(({ componentId, configId }): Link => ({ from: componentId, to: configId, is: 'soft' })),
  ];
}

/** What no firm link leads to. */
function softEnds(links: readonly Link[]): ReadonlySet<string> {
  const ends = (of: readonly Link[]): readonly string[] => of.flatMap(({ from, to }) => [from, to]);
  const firm = new Set(ends(links.filter(({ is }) => is === 'hard')));
  return new Set(ends(links).filter((id) => !firm.has(id)));
}

/** Lines of the list at first, and with each press. */
const STEP = 100;

interface ListProps {
  items: readonly GraphItem[];
  wayOf: ReadonlyMap<string, Way>;
  softIds: ReadonlySet<string>;
  isWhole: boolean;
}

function AsList({ items, wayOf, softIds, isWhole }: ListProps): ReactElement {
  const [most, setMost] = useState(STEP);
  if (items.length === 0)
    return <EmptyState icon={Network} title={isWhole ? 'No data available' : 'None on this device yet'} />;
  return (
    <ul
      aria-label="Components and items"
      className="min-h-0 flex-1 divide-y divide-line overflow-y-auto px-page"
    >
      {items.slice(0, most).map(({ id, name, kind, health, status, href, gone }) => (
        <FactLine
          facts={
            <>
              {gone !== null && <span className="text-muted">{gone}</span>}
              {health !== null && <HealthMark health={health} />}
              {status}
            </>
          }
          href={href ?? `/topology/${encodeURIComponent(id)}`}
          key={id}
          mark={<TypeMark type={kind} />}
          name={name}
          words={[
            kind,
            wayOf.get(id) === 'incoming' ? 'Incoming' : 'Outgoing',
            softIds.has(id) ? 'soft' : null,
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        />
      ))}
      {items.length > most && (
        <li className="py-2">
          <Button size="small" onPress={() => setMost((before) => before + STEP)}>
            {`Show more of ${items.length.toLocaleString()}`}
          </Button>
        </li>
      )}
    </ul>
  );
}
