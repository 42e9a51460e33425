import { Pause, Play } from 'lucide-react';
import type { ReactElement } from 'react';
import type { FeedReport } from '#sync/protocol/diagnostics.ts';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { ProgressBar } from '#src/ui/marks/progress-bar.tsx';
import { collectionName } from './collection-labels.ts';
import { keptPart } from './diagnostic-labels.ts';
import { useAction } from '#src/views/use-action.ts';

/** The large collections of which the first download has still something to bring. */
export function toCome(feeds: readonly FeedReport[]): readonly FeedReport[] {
  return feeds.filter(
    ({ tbl, shape, status, walk }) =>
      shape === 'packed' &&
      keptPart(tbl).is !== 'opened' &&
      (status === 'never' || status === 'partial') &&
      walk !== 'done',
  );
}

/** "1,200 of 99,274 rows", or that it has not begun. */
export function fillWords(fill: FeedReport['fill']): string {
  if (fill === null) return 'to come';
  const taken = fill.taken.toLocaleString();
  return fill.counted === null ? `${taken} rows` : `${taken} of ${fill.counted.toLocaleString()} rows`;
}

function shareOf(fill: FeedReport['fill']): number {
  return fill === null || fill.counted === null || fill.counted === 0 ? 0 : fill.taken / fill.counted;
}

const HELD_WORDS = 'Incidents and checks are kept current, and your changes are sent.';

function underWayWords(isAsking: boolean): string {
  return isAsking ? 'What has arrived can already be used.' : 'It continues when the server can be reached.';
}

/** How far the first download is and the way to hold it back (D11); nothing once everything is here. */
export function DownloadBar({ feeds }: { feeds: readonly FeedReport[] }): ReactElement | null {
  const sync = useSync();
  const { isHeld = false, phase } = useSyncStatus();
  const { isPending, run } = useAction();
  const rest = toCome(feeds);
  if (rest.length === 0 && !isHeld) return null;
  const isAsking = phase === 'live' || phase === 'syncing' || phase === 'starting';
  return (
    <div className="flex flex-col gap-2.5">
      <InlineBar
        action={
          <Button
            icon={isHeld ? Play : Pause}
            isPending={isPending}
            size="small"
            variant="ghost"
            onPress={() => run(() => sync.holdDownload(!isHeld))}
          >
            {isHeld ? 'Resume' : 'Pause'}
          </Button>
        }
        tone="info"
      >
        <span className="font-medium">
          {isHeld ? 'The first download is paused' : 'The first download is under way'}
        </span>
        <span className="block text-muted">{isHeld ? HELD_WORDS : underWayWords(isAsking)}</span>
      </InlineBar>
      {rest.map(({ tbl, fill }) => (
        <ProgressBar
          key={tbl}
          label={collectionName(tbl)}
          share={shareOf(fill)}
          valueText={fillWords(fill)}
        />
      ))}
    </div>
  );
}
