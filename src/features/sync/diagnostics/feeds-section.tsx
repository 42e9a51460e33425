import type { ReactElement } from 'react';
import type { FeedReport, LeaderReport } from '#sync/protocol/diagnostics.ts';
import { formatBytes } from '#src/lib/bytes.ts';
import { formatDuration } from '#src/lib/durations.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { collectionName, groupName } from './collection-labels.ts';
import { dueWords, encodingWords, roughly } from './diagnostic-labels.ts';
import { fillWords } from './download-bar.tsx';
import { PanelTable, type PanelColumn } from '../panel-table.tsx';

type Group = LeaderReport['groups'][number];
type Line = FeedReport & { readonly nowMs: number };

const GROUP_COLUMNS: readonly PanelColumn<Group>[] = [
  { id: 'group', header: 'Group', cell: ({ group }) => groupName(group) },
  {
    id: 'pulled',
    header: 'Oldest pull',
    align: 'end',
    cell: ({ pulledAt, asOf }) => <Age at={pulledAt ?? asOf} label="Every collection pulled by" />,
  },
  {
    id: 'every',
    header: 'Pulled every',
    align: 'end',
    cell: ({ everyMs }) => (everyMs === null ? 'paused' : roughly(everyMs)),
  },
];

const FEED_COLUMNS: readonly PanelColumn<Line>[] = [
  { id: 'tbl', header: 'Feed', cell: ({ tbl }) => collectionName(tbl) },
  { id: 'rows', header: 'Rows', align: 'end', cell: ({ last }) => last?.rows.toLocaleString() ?? '–' },
  {
    id: 'bytes',
    header: 'Bytes',
    align: 'end',
    cell: ({ last }) => (last === null ? '–' : formatBytes(last.bytes)),
  },
  {
    id: 'took',
    header: 'Took',
    align: 'end',
    cell: ({ last }) => (last === null ? '–' : formatDuration(last.tookMs)),
  },
  { id: 'pulled', header: 'Pulled', align: 'end', cell: ({ pulledAt }) => <Age at={pulledAt} /> },
  {
    id: 'due',
    header: 'Next',
    align: 'end',
    cell: ({ dueAt, isResting, nowMs }) => dueWords(dueAt, nowMs, isResting),
  },
];

/** Where a feed stands, in the server's own values, and what could not be read. Markers at the same time share a line. */
export function feedNotes(feed: FeedReport): string {
  const markers = new Map<string, string[]>();
  for (const [marker, value] of Object.entries(feed.cursor)) {
    markers.set(value, [...(markers.get(value) ?? []), marker]);
  }
  const cursor = [...markers].map(([value, names]) => `${names.join(', ')} ${value}`);
  const overlap = feed.overlapMs === null ? [] : [`overlap ${roughly(feed.overlapMs)}`];
  const walk = feed.walk === 'walking' ? [`first download: ${fillWords(feed.fill)}`] : [];
  const bad = feed.badRows === 0 ? [] : [`${feed.badRows} unreadable: ${feed.badSample ?? 'no sample'}`];
  const error = feed.lastError === null ? [] : [feed.lastError];
  const notes = [...cursor, ...overlap, ...walk, ...bad, ...error];
  return notes.length === 0 ? 'read whole every time' : notes.join(' · ');
}

/** Every feed of the tab that syncs: its last pull, its cursor, and when it is due. */
export function FeedsSection({ leader, takenAt }: { leader: LeaderReport; takenAt: number }): ReactElement {
  const encodings = [...new Set(leader.feeds.flatMap(({ encoding }) => encoding ?? []))];
  const lines = leader.feeds
    .map((feed): Line => ({ ...feed, nowMs: takenAt }))
    .toSorted((a, b) => collectionName(a.tbl).localeCompare(collectionName(b.tbl)));
  return (
    <div className="flex flex-col gap-3">
      <p className="text-table text-muted">
        {leader.paceFactor === 1
          ? 'The server keeps up: intervals are not stretched.'
          : `The server is slow or refuses: intervals are stretched ${leader.paceFactor} times.`}{' '}
        Compression: {encodings.length === 0 ? encodingWords(null) : encodings.map(encodingWords).join(', ')}.
      </p>
      <PanelTable columns={GROUP_COLUMNS} label="Groups" rowId={({ group }) => group} rows={leader.groups} />
      <PanelTable
        columns={FEED_COLUMNS}
        label="Feeds"
        note={feedNotes}
        rowId={({ tbl }) => tbl}
        rows={lines}
      />
    </div>
  );
}
