import type { ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { downloadJson } from '#src/platform/actions/download-json.ts';
import { downloadText } from '#src/platform/actions/download-text.ts';
import type { Live } from '#src/platform/replica/live.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import type { HistoryLine } from '#sync/read/incident-history.ts';
import type { Completeness } from '#sync/protocol/claim.ts';
import type { Read } from '#sync/read/types.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { usePanel } from '../panel-context.tsx';
import { useHistory, useStarred } from '../panel-queries.ts';
import { changelogJson, changelogMarkdown, exportFileName } from './changelog-export.ts';
import { ChangelogFilterBar } from './changelog-filter-bar.tsx';
import { filterLines, NO_FILTER } from './changelog-filter.ts';
import { ChangelogLines } from './changelog-lines.tsx';

/** What happened to the incident, newest first, with what this device has not sent on top. */
export function ChangelogSection(): ReactElement {
  const { incident, filter, onFilter } = usePanel();
  const live = useHistory(incident.id);
  const stars = useStars();
  if (live.value === undefined) return <NotLoaded live={live} />;
  const { data, state, asOf } = live.value;
  if (data.length === 0) return <p className="pt-1 text-table text-muted">{emptyWords(state)}</p>;
  const lines = filterLines(data, filter, stars.ids);
  const handleExport = (format: 'md' | 'json'): void => {
    const { id, number, title } = incident;
    const source = {
      incident: { id, number, title },
      lines,
      total: data.length,
      starred: stars.ids,
      asOf,
      state,
      exportedAt: new Date().toISOString(),
    };
    const name = exportFileName(source.incident, format);
    if (format === 'json') downloadJson(name, changelogJson(source));
    else downloadText(name, changelogMarkdown(source), 'text/markdown');
  };
  return (
    <div className="pt-1">
      <ChangelogFilterBar filter={filter} lines={data} onExport={handleExport} onFilter={onFilter} />
      {stars.failure !== undefined && (
        <ReadFailedBar error={stars.failure}>Which lines are starred could not be read</ReadFailedBar>
      )}
      {state !== 'complete' && (
        <p className="pb-1 text-table text-muted">{emptyWords(state)}; there may be more lines</p>
      )}
      {lines.length === 0 ? (
        <div className="flex flex-wrap items-center gap-2 text-table text-muted">
          <span>No line matches the filter ({data.length} hidden)</span>
          <Button size="small" onPress={() => onFilter(NO_FILTER)}>
            Clear filters
          </Button>
        </div>
      ) : (
        <ChangelogLines lines={lines} starred={stars.ids} onStar={stars.set} />
      )}
    </div>
  );
}

function NotLoaded({ live }: { live: Live<Read<readonly HistoryLine[]>> }): ReactElement {
  if (live.status === 'failed')
    return <ReadFailedBar error={live.error}>The changelog cannot be read</ReadFailedBar>;
  return (
    <LoadingRegion isLoading label="Loading the changelog" skeleton={<SkeletonRows count={4} />}>
      {null}
    </LoadingRegion>
  );
}

/** "None" is said only of a whole copy (I23). */
function emptyWords(state: Completeness): string {
  switch (state) {
    case 'complete':
      return 'No changelog found';
    case 'forbidden':
      return 'Your role does not allow reading the changelog';
    case 'skew':
      return 'The server uses another version of the changelog than the app';
    case 'never':
    case 'partial':
      return 'The changelog of this incident is not complete on this device yet';
  }
}

interface Stars {
  readonly ids: ReadonlySet<string>;
  readonly failure: Error | undefined;
  readonly set: (line: HistoryLine, isStarred: boolean) => void;
}

/** Stars are this person's on this device: kept in the journal, which outlives the cache. */
function useStars(): Stars {
  const sync = useSync();
  const live = useStarred();
  return {
    ids: new Set(live.value),
    failure: live.status === 'failed' ? live.error : undefined,
    set({ id }, isStarred) {
      const stored = isStarred ? sync.pin('changelog-line', id) : sync.unpin('changelog-line', id);
      stored.catch((thrown: unknown) => {
        toast({ kind: 'error', text: 'Star not saved on this device', detail: toSyncError(thrown).message });
      });
    },
  };
}
