import type { ReactElement } from 'react';
import type { Completeness } from '#sync/read/types.ts';
import { Age } from '#src/ui/age.tsx';
import { KEY_SCROLLABLE } from '#src/ui/key-scrollable.ts';
import type { FeedView } from './sync-queries.ts';

const STATUS_WORDS: Readonly<Record<Completeness, string>> = {
  never: 'Not downloaded yet',
  partial: 'Downloading',
  complete: 'Complete',
  forbidden: 'Not for your role',
  skew: 'Other version',
};

/** Every collection on this device: whether it is whole, how old, what could not be read. */
export function FeedsTable({ feeds }: { feeds: readonly FeedView[] }): ReactElement {
  return (
    <section aria-label="Stored collections" className="overflow-x-auto" {...KEY_SCROLLABLE}>
      <table className="w-full text-table">
        <thead>
          <tr className="text-caption text-muted">
            <th className="py-1 pe-3 text-start font-medium" scope="col">
              Collection
            </th>
            <th className="py-1 pe-3 text-start font-medium" scope="col">
              State
            </th>
            <th className="py-1 pe-3 text-end font-medium" scope="col">
              As of
            </th>
            <th className="py-1 text-end font-medium" scope="col">
              Bad rows
            </th>
          </tr>
        </thead>
        <tbody>
          {feeds.map((feed) => (
            <tr className="border-t border-line align-top" key={feed.tbl}>
              <th className="py-1 pe-3 text-start font-normal" scope="row">
                {feed.tbl.replaceAll('_', ' ')}
              </th>
              <td className="py-1 pe-3">
                {STATUS_WORDS[feed.status]}
                {feed.lastError !== null && (
                  <span className="block text-muted wrap-any">{feed.lastError}</span>
                )}
              </td>
              <td className="py-1 pe-3 text-end">
                <Age at={feed.asOf} />
              </td>
              <td className="tabular py-1 text-end">{feed.badRows}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
