import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { isOpen } from '#sync/protocol/op.ts';
import { loginHrefFromHere } from '#src/platform/session/return-to.ts';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';
import { useStatusAt } from '#src/views/status-at.ts';
import { useOutbox, useStoredAsOf } from './sync-queries.ts';
import { useAction } from '#src/views/use-action.ts';

const PHASE_WORDS = {
  // What is stored here is shown meanwhile: only the server has not answered yet.
  starting: 'Connecting',
  live: 'Connected',
  syncing: 'Syncing',
  offline: 'This device is offline',
  unreachable: 'The server cannot be reached',
  'signed-out': 'Signed out: changes wait until you sign in',
  'storage-failed': 'The storage of this device does not work',
} as const;

/** What a responder asks first: is it connected, how old is what I see, what waits, what failed. */
export function ConnectionBar(): ReactElement {
  const { phase, reason, isFull, isLeader } = useSyncStatus();
  const pulledAsOf = useStatusAt(({ asOf }) => asOf);
  const stored = useStoredAsOf(pulledAsOf === null);
  const asOf = pulledAsOf ?? stored.value;
  const isWell = phase === 'live' || phase === 'syncing' || phase === 'starting';
  return (
    <InlineBar
      action={
        phase === 'signed-out' ? (
          <LinkButton href={loginHrefFromHere()} size="small" variant="primary">
            Sign in
          </LinkButton>
        ) : (
          <PullButton />
        )
      }
      tone={phase === 'storage-failed' || isFull === true ? 'error' : isWell ? 'info' : 'offline'}
    >
      {/* Nothing is pulled meanwhile, so nothing is being connected to: the reason says what is. */}
      <span className="font-medium">
        {isFull === true && phase === 'starting' ? 'Updates are paused' : PHASE_WORDS[phase]}
      </span>
      {reason !== null && <span> · {reason}</span>}
      <span className="text-muted">
        {(asOf !== undefined || stored.status === 'failed') && ' · '}
        {asOf === undefined && stored.status === 'failed' && 'the age of the data could not be read'}
        {asOf === null && 'not everything downloaded yet'}
        {typeof asOf === 'string' && (
          <>
            as of <Age at={asOf} label="Data as of" />
          </>
        )}
        {!isLeader &&
          (phase === 'live' || phase === 'syncing') &&
          ' · another tab of this browser does the syncing'}
      </span>
      <Counts />
    </InlineBar>
  );
}

function PullButton(): ReactElement {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const { isPending, run } = useAction();
  return (
    <Button
      // An unreachable server may be back: only what this device knows for itself keeps it from asking.
      disabledReason={phase === 'offline' ? serverBlocker(phase) : undefined}
      icon={Download}
      isPending={isPending}
      size="small"
      variant="ghost"
      onPress={() => run(() => sync.refresh())}
    >
      Sync now
    </Button>
  );
}

function Counts(): ReactElement | null {
  const { waiting, needsAttention } = useSyncStatus();
  const outbox = useOutbox();
  const unsent = outbox.value?.filter((op) => isOpen(op) && op.state !== 'acked') ?? [];
  if (waiting === 0 && needsAttention === 0) return null;
  return (
    <span className="tabular block text-muted">
      {waiting > 0 && `${waiting} waiting`}
      {waiting > 0 && needsAttention > 0 && ' · '}
      {needsAttention > 0 && (
        <span className="text-fg">
          {needsAttention} {needsAttention === 1 ? 'needs' : 'need'} attention
        </span>
      )}
      {unsent.length > 0 && (
        <>
          {' · '}oldest{' '}
          <Ago at={Math.min(...unsent.map(({ createdAt }) => createdAt))} label="Oldest change made" />
        </>
      )}
    </span>
  );
}
