import { useRouter } from '@tanstack/react-router';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import * as v from 'valibot';
import type { BlastRadius } from '#sync/read/blast-facts.ts';
import type { Thing } from '#sync/read/blast-radius.ts';
import { gathered } from '#src/lib/gathered.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { useServerMoment } from '#src/platform/replica/server-moment.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { Segmented } from '#src/ui/forms/segmented.tsx';
import { Select } from '#src/ui/forms/select.tsx';
import { late } from '#src/ui/late.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import type { ChangeLine } from '#src/views/changes/change-line.ts';
import {
  KEPT_DAYS,
  MOST_ITEMS,
  MOST_LINES,
  useChangesBefore,
  type ChangesBeforeRead,
} from '#src/views/changes/use-changes-before.ts';
import { Freshness } from '#src/views/freshness.tsx';
import { lookChange, lookOf } from '#src/views/relations/graph-look.ts';
import { Unauthorized, ViewFallback } from '#src/views/view-fallback.tsx';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import type { ItemGraphProps } from '#src/graph/item-graph.tsx';
import { BlastList } from './blast-list.tsx';
import { componentBlastSearch, itemBlastSearch, type BlastSearch, type BlastView } from './blast-search.ts';
import { blastGraph, hrefOf, isStartUnread, type NameOf } from './blast-things.ts';
import { READ_AT_ONCE, useBlast, type Blast } from './use-blast.ts';

export interface BlastPageProps {
  start: Thing;
  /** What the address says. */
  raw: unknown;
  onChange: (search: BlastSearch) => void;
}

const TITLE = 'Blast radius';
const HOUR_MS = 3_600_000;
const WINDOWS = [
  { id: '1', label: 'Last hour' },
  { id: '6', label: 'Last 6 hours' },
  { id: '24', label: 'Last 24 hours' },
  { id: '48', label: 'Last 2 days' },
  { id: '168', label: 'Last 7 days' },
] as const;
const VIEWS = [
  { id: 'list', label: 'List' },
  { id: 'graph', label: 'Graph' },
] as const;

const NO_LINES: readonly ChangeLine[] = [];

const ItemGraph = late<ItemGraphProps>(async () => (await import('#src/graph/item-graph.tsx')).ItemGraph);

/** `/catalog/{id}/blast-radius` and `/topology/{id}/blast-radius`: what is hit when this breaks, and what may have broken it. */
export function BlastPage({ start, raw, onChange }: BlastPageProps): ReactElement {
  const blast = useBlast(start);
  const { read, nameOf, refresh } = blast;
  // Changes are those before this moment; it moves when somebody asks for what is new.
  const [untilMs, moveUntil] = useServerMoment();
  const spec = start.kind === 'config' ? itemBlastSearch : componentBlastSearch;
  const search = useMemo(() => v.parse(spec.schema, raw), [spec, raw]);
  const view = spec.view(search);
  const change = (part: BlastSearch): void => onChange(spec.apply(search, part));
  const { name } = nameOf(start);
  const isItem = start.kind === 'config';
  usePageFrame({
    title: `${TITLE}: ${name}`,
    sealedTitle: TITLE,
    crumbs: [
      isItem ? { label: 'Catalog', href: '/catalog' } : { label: 'Topology', href: '/topology' },
      { label: name, href: hrefOf(start) },
      { label: TITLE },
    ],
  });
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader
        actions={
          <>
            <Freshness
              asOf={read.value?.asOf ?? null}
              isStale={blast.isOld || read.status === 'failed'}
              onRefresh={() => {
                refresh();
                moveUntil();
                return Promise.resolve();
              }}
            />
            <Segmented
              label="Show as"
              options={VIEWS}
              value={view.view}
              onChange={(next) => change({ view: next === 'list' ? undefined : next })}
            />
          </>
        }
        title={`${TITLE} of ${name}`}
      >
        <Unknown blast={blast} name={name} start={start} />
      </PageHeader>
      <LoadingRegion
        isLoading={read.status === 'loading'}
        label="Loading the blast radius"
        skeleton={<SkeletonRows />}
      >
        <Body blast={blast} change={change} start={start} untilMs={untilMs} view={view} />
      </LoadingRegion>
    </div>
  );
}

interface BodyProps {
  blast: Blast;
  start: Thing;
  view: BlastView;
  untilMs: number;
  change: (part: BlastSearch) => void;
}

const NO_INCIDENTS: BlastRadius['incidents'] = [];

function Body({ blast: { read, nameOf }, start, view, untilMs, change }: BodyProps): ReactElement | null {
  const { isEnabled, can } = useAccess();
  const hasIncidents = isEnabled('incidents') && can('read', 'incident');
  const found = read.value?.data;
  // Where incidents are hidden the graph has none, either.
  const radius = useMemo(
    () => (found === undefined || hasIncidents ? found : { ...found, incidents: NO_INCIDENTS }),
    [found, hasIncidents],
  );
  if (radius === undefined)
    return read.status === 'failed' ? <ViewFallback error={read.error} state="failed" what={TITLE} /> : null;
  if (read.value?.state === 'forbidden') return <Unauthorized />;
  const ids = [
    ...(start.kind === 'config' ? [start.id] : []),
    ...radius.upstream.filter(({ kind }) => kind === 'config').map(({ id }) => id),
  ];
  const shown = { radius, hasIncidents, nameOf, start, view, change };
  if (ids.length === 0) return <Shown {...shown} changes={{ is: 'none' }} />;
  return <WithChanges ids={ids} untilMs={untilMs} windowMs={Number(view.hours) * HOUR_MS} {...shown} />;
}

interface ShownProps {
  radius: BlastRadius;
  hasIncidents: boolean;
  nameOf: NameOf;
  start: Thing;
  view: BlastView;
  change: (part: BlastSearch) => void;
  changes: ChangesBeforeRead | { readonly is: 'none' };
  /** More items are upstream than can be asked about at once. */
  isCut?: boolean;
}

type Asked = Omit<ShownProps, 'changes'> & { ids: readonly string[]; untilMs: number; windowMs: number };

function WithChanges({ ids, untilMs, windowMs, ...shown }: Asked): ReactElement {
  const changes = useChangesBefore(ids, untilMs, windowMs);
  return <Shown {...shown} changes={changes} isCut={ids.length > MOST_ITEMS} />;
}

function Shown({
  radius,
  hasIncidents,
  nameOf,
  start,
  view,
  change,
  changes,
  isCut = false,
}: ShownProps): ReactElement {
  const router = useRouter();
  const lines = changes.is === 'found' ? changes.value.lines : NO_LINES;
  const counts = useMemo(
    () => new Map([...gathered(lines, (line) => line.config_id ?? '')].map(([id, all]) => [id, all.length])),
    [lines],
  );
  const drawn = useMemo(() => blastGraph(start, radius, counts, nameOf), [start, radius, counts, nameOf]);
  const isAllOfChanges =
    changes.is === 'none' ||
    (changes.is === 'found' &&
      changes.value.lacksBeforeMs === null &&
      !changes.value.isPartial &&
      changes.value.total <= MOST_LINES &&
      !isCut);
  const list = (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <BlastList
        areChangesWhole={isAllOfChanges}
        changes={changes.is === 'found' || changes.is === 'none' ? lines : null}
        changesNote={<ChangesNote changes={changes} isCut={isCut} />}
        hasIncidents={hasIncidents}
        nameOf={nameOf}
        radius={radius}
        range={
          <Select
            className="w-40"
            isLabelHidden
            label="Changes of the"
            options={WINDOWS}
            value={view.hours}
            onChange={(hours) => change({ hours: WINDOWS.find(({ id }) => id === hours && id !== '24')?.id })}
          />
        }
        start={start}
      />
    </div>
  );
  if (view.view === 'list') return list;
  return (
    <ItemGraph
      items={drawn.items}
      label={`${TITLE} of ${nameOf(start).name}`}
      links={drawn.links}
      look={lookOf(view)}
      roots={[`${start.kind} ${start.id}`]}
      table={list}
      unknownKind="not on this device"
      onLook={(part) => change(lookChange(part))}
      onOpen={(href) => router.history.push(href)}
    />
  );
}

/** From where the changes are, and what they lack. */
function ChangesNote({ changes, isCut }: { changes: ShownProps['changes']; isCut: boolean }): ReactNode {
  if (changes.is === 'forbidden') return <Unauthorized />;
  if (changes.is === 'failed')
    return <ReadFailedBar error={changes.error}>The changes could not be read</ReadFailedBar>;
  if (changes.is === 'loading')
    return (
      <LoadingRegion isLoading label="Loading the changes" skeleton={<SkeletonRows count={2} />}>
        {null}
      </LoadingRegion>
    );
  if (changes.is === 'none') return null;
  const { reason, lacksBeforeMs, isPartial, basis } = changes.value;
  if (reason === null && lacksBeforeMs === null && !isPartial && !isCut) return null;
  return (
    <InlineBar tone={reason === null ? 'info' : 'offline'}>
      {reason !== null && `${reason} `}
      {basis === 'device' && reason !== null && 'These are the changes on this device. '}
      {lacksBeforeMs !== null && (
        <>
          This device keeps changes for {KEPT_DAYS} days. Changes from more than{' '}
          <Age at={lacksBeforeMs} label="Kept since" /> ago are not here.{' '}
        </>
      )}
      {isPartial && 'Not every change is on this device yet. '}
      {isCut && `Only changes of the nearest ${MOST_ITEMS} items are included.`}
    </InlineBar>
  );
}

/** What this device does not know, and the way to know it. */
function Unknown({ blast, start, name }: { blast: Blast; start: Thing; name: string }): ReactElement | null {
  const { phase } = useSyncStatus();
  const { read, reason, fetchMissing } = blast;
  if (read.value === undefined) return null;
  const { unread, uncheckedIds, cut, isAllHere } = read.value.data;
  const isUnread = isStartUnread(start, read.value.data);
  const isOffline = phase === 'offline';
  const parts = [
    ...(isAllHere.ties ? [] : ['Not every component is on this device yet.']),
    ...(isUnread
      ? [`The relationships of ${name} are not on this device, so what depends on it is not known.`]
      : []),
    ...(unread.length > 0 && !isUnread
      ? [`The relationships of ${counted(unread.length)} are not on this device.`]
      : []),
    ...(uncheckedIds.length > 0
      ? [`The checks of ${counted(uncheckedIds.length)} are not on this device.`]
      : []),
    ...(cut.length > 0 ? ['The server gives 2,000 relationships at most: the nearest are included.'] : []),
    ...(reason !== null && !isUnread ? [reason] : []),
  ];
  if (parts.length === 0) return null;
  const missing = unread.length + uncheckedIds.length;
  return (
    <InlineBar
      action={
        missing === 0 ? undefined : (
          <Button
            disabledReason={isOffline ? 'This device is offline' : undefined}
            isPending={fetchMissing === null}
            size="small"
            onPress={() => fetchMissing?.()}
          >
            {missing > READ_AT_ONCE ? `Read ${READ_AT_ONCE} of them now` : 'Read them now'}
          </Button>
        )
      }
      tone={isOffline ? 'offline' : 'info'}
    >
      {parts.join(' ')}
    </InlineBar>
  );
}

function counted(count: number): string {
  return count === 1 ? '1 item' : `${count.toLocaleString()} items`;
}
