import { useCallback, useMemo, type ReactElement, type ReactNode } from 'react';
import { Virtuoso } from 'react-virtuoso';
import type { HealthGroup, HealthRow } from '#sync/protocol/health.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { Duration } from '#src/ui/marks/duration.tsx';
import { RecordBoundary } from '#src/ui/layout/error-boundary.tsx';
import { SkeletonBar } from '#src/ui/marks/skeleton.tsx';
import { IconMark } from '#src/ui/marks/type-mark.tsx';
import { PlainLink } from '#src/ui/text/text-link.tsx';
import { useWidth } from '#src/ui/layout/use-width.ts';
import { moveByKey, useCardPlace } from '#src/views/list/card-place.ts';
import { checkHref, type HealthSearch } from '../health-search.ts';
import { useListedRow } from '../queries.ts';
import { cardRows, type CardRow } from './card-rows.ts';
import { RowUptime } from './check-columns.tsx';
import { AgentWords, CheckMark, GroupMark, GroupName, LastRun, SilencedMark } from './row-cells.tsx';

interface HealthCardsProps {
  /** In the order to be shown. */
  groups: readonly HealthGroup[];
  search: HealthSearch;
  empty: ReactNode;
  /** Identifies the history entry, so that Back comes to the same card. */
  entryKey: string;
}

const CARD_MIN_PX = 264;

/** The summary as cards, of which only those in view are drawn. */
export function HealthCards({ groups, search, empty, entryKey }: HealthCardsProps): ReactElement {
  const place = useCardPlace(entryKey);
  const [frameRef, width] = useWidth<HTMLElement>();
  const columns = Math.max(1, Math.floor(width / CARD_MIN_PX));
  const rows = useMemo(() => cardRows(groups, columns), [groups, columns]);
  const itemContent = useCallback(
    (_at: number, row: CardRow) => <CardLine columns={columns} row={row} search={search} />,
    [columns, search],
  );
  if (rows.length === 0) return <div className="min-w-0 flex-1">{empty}</div>;
  return (
    // Arrow keys of the links inside bubble up to here; the region itself takes no focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <section
      aria-label="Checks"
      className="min-h-0 min-w-0 flex-1"
      ref={frameRef}
      onFocus={place.onFocus}
      onKeyDown={moveByKey}
    >
      {width > 0 && (
        <Virtuoso
          computeItemKey={(_at, row) => row.key}
          data={rows}
          increaseViewportBy={320}
          initialTopMostItemIndex={Math.min(place.start?.top ?? 0, rows.length - 1)}
          itemContent={itemContent}
          rangeChanged={place.onRange}
          style={{ height: '100%' }}
          // Its scroller would be a tab stop that says nothing; the cards are.
          tabIndex={-1}
        />
      )}
    </section>
  );
}

function CardLine({
  row,
  columns,
  search,
}: {
  row: CardRow;
  columns: number;
  search: HealthSearch;
}): ReactElement {
  if (row.kind === 'heading') return <CardHeading group={row.group} />;
  return (
    <ul
      className="grid gap-3 px-page pt-3"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {row.ids.map((id) => (
        <Card href={checkHref(search, id)} id={id} key={id} />
      ))}
    </ul>
  );
}

function CardHeading({ group }: { group: HealthGroup }): ReactElement {
  return (
    <h2 className="flex items-center gap-3 px-page pt-5 text-table font-semibold">
      <span className="min-w-0 truncate">
        <GroupName group={group} />
      </span>
      <span className="font-normal">
        <GroupMark whole={group.aggregate} />
      </span>
    </h2>
  );
}

function Card({ id, href }: { id: string; href: string }): ReactElement {
  const row = useListedRow(id);
  return (
    <li className="relative flex h-28 min-w-0 flex-col justify-between rounded-panel border border-line bg-panel p-3 text-table hover:border-line-strong has-focus-visible:outline-2 has-focus-visible:outline-focus">
      {row === undefined && <SkeletonBar className="w-2/3" />}
      {row === null && <span className="text-muted">Not on this device any more</span>}
      {row !== undefined && row !== null && (
        <RecordBoundary id={id} name={() => row.name} record={row}>
          <CardBody href={href} row={row} />
        </RecordBoundary>
      )}
    </li>
  );
}

function CardBody({ row, href }: { row: HealthRow; href: string }): ReactElement {
  const place = [row.type, row.namespace].filter((word) => word !== null && word !== '').join(' · ');
  return (
    <>
      <div className="min-w-0">
        <PlainLink
          data-card
          className="block truncate font-medium outline-none after:absolute after:inset-0"
          href={href}
        >
          {shownName(row.name)}
        </PlainLink>
        <p className="flex min-w-0 items-center gap-2 text-muted">
          <span className="min-w-0 truncate">
            <IconMark name={row.type} />
            {place}
          </span>
          {row.silencedAt !== null && <SilencedMark at={row.silencedAt} />}
          <span className="relative z-1 min-w-0">
            <AgentWords row={row} />
          </span>
        </p>
      </div>
      <CheckMark row={row} />
      <div className="flex items-center justify-between gap-3">
        <RowUptime row={row} />
        <span className="flex items-center gap-3">
          <LastRun at={row.lastRuntime} />
          <Duration className="font-mono" label="Latency p95" ms={row.latency?.p95} />
        </span>
      </div>
    </>
  );
}
