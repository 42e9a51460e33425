import type { ReactElement } from 'react';
import { own } from '#sync/protocol/own.ts';
import type { Coverage } from '#sync/protocol/stored.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { collectionName } from './collection-labels.ts';
import { coverageWords, keptPart } from './diagnostic-labels.ts';
import { PanelSection } from '../panel-section.tsx';
import { PanelTable, type PanelColumn } from '../panel-table.tsx';
import type { FeedView } from '../sync-queries.ts';

type Line = FeedView & { readonly windows: readonly Coverage[]; readonly nowMs: number };

const COLUMNS: readonly PanelColumn<Line>[] = [
  { id: 'tbl', header: 'Collection', cell: ({ tbl }) => collectionName(tbl) },
  {
    id: 'here',
    header: 'On this device',
    cell: ({ tbl, status, windows, nowMs, lastError }) => (
      <>
        {/* With a reason it is not just under way: it was cut off, or there is no room for the rest. */}
        {status === 'partial' && lastError !== null
          ? 'Not all of it'
          : coverageWords(keptPart(tbl), status, windows, nowMs)}
        {lastError !== null && <span className="block text-muted wrap-any">{lastError}</span>}
      </>
    ),
  },
  { id: 'asOf', header: 'As of', align: 'end', cell: ({ asOf }) => <Age at={asOf} /> },
];

/** How much of every collection is here and how old it is. */
export function CoverageSection({
  feeds,
  windows,
}: {
  feeds: readonly FeedView[];
  windows: Readonly<Record<string, readonly Coverage[]>>;
}): ReactElement {
  const nowMs = useMinuteNow();
  const lines = feeds
    .map((feed): Line => ({ ...feed, windows: own(windows, feed.tbl) ?? [], nowMs }))
    .toSorted((a, b) => collectionName(a.tbl).localeCompare(collectionName(b.tbl)));
  return (
    <PanelSection title="Coverage">
      {lines.length === 0 ? (
        <p className="text-table text-muted">Nothing has been downloaded to this device yet.</p>
      ) : (
        <PanelTable columns={COLUMNS} label="Coverage by collection" rowId={({ tbl }) => tbl} rows={lines} />
      )}
    </PanelSection>
  );
}
