import type { ReactElement } from 'react';
import { collectionName } from './diagnostics/collection-labels.ts';
import { useFeeds } from './sync-queries.ts';

/** What the server refuses to this role, so that nobody takes it for missing, and when it is asked for again. */
export function NoPermission(): ReactElement | null {
  const names = (useFeeds().value ?? [])
    .flatMap(({ tbl, status }) => (status === 'forbidden' ? [collectionName(tbl)] : []))
    .toSorted((a, b) => a.localeCompare(b));
  if (names.length === 0) return null;
  return (
    <section aria-label="No permission" className="text-table text-muted">
      <p>
        <span className="font-medium text-fg">No permission to read</span> {names.join(', ')}.
      </p>
      <p>Checked again every five minutes and with “Sync now”.</p>
    </section>
  );
}
