import type { ReactElement } from 'react';
import type { Diagnostics, FeedReport } from '#sync/protocol/diagnostics.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { collectionName } from './diagnostics/collection-labels.ts';
import { dueWords } from './diagnostics/diagnostic-labels.ts';

/** What the server does not give now although it answers everything else. */
export function NotUpToDate({ report }: { report: Diagnostics | undefined }): ReactElement | null {
  const { phase } = useSyncStatus();
  const behind = (report?.leader?.feeds ?? []).filter(({ failures, isSlow }) => failures > 0 || isSlow);
  // Where nothing can be asked at all, that is what there is to say.
  if (report === undefined || behind.length === 0 || serverBlocker(phase) !== undefined) return null;
  return (
    <InlineBar tone="warning">
      <span className="font-medium">Not up to date</span>
      <ul aria-label="Not up to date" className="flex flex-col gap-1">
        {behind.map((feed) => (
          <Behind key={feed.tbl} feed={feed} nowMs={report.takenAt} />
        ))}
      </ul>
    </InlineBar>
  );
}

function Behind({ feed, nowMs }: { feed: FeedReport; nowMs: number }): ReactElement {
  const { tbl, asOf, dueAt, failures, lastError } = feed;
  const why = failures > 0 ? (lastError ?? 'The last update failed.') : 'The server takes long to answer.';
  return (
    <li>
      <span className="font-medium">{collectionName(tbl)}</span>: {why}{' '}
      <span className="text-muted">
        {asOf === null ? (
          'Nothing of it is here yet.'
        ) : (
          <>
            Updated <Ago at={asOf} label="Data as of" />.
          </>
        )}{' '}
        {dueAt !== null && `Asked again ${dueWords(dueAt, nowMs, false)}.`}
      </span>
    </li>
  );
}
