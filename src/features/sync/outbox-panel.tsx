import { CircleCheck, Download } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { isOpen } from '#sync/protocol/op.ts';
import { outboxLines } from '#sync/read/outbox-lines.ts';
import { loginHrefFromHere } from '#src/platform/return-to.ts';
import { useSync, useSyncStatus } from '#src/platform/sync-context.tsx';
import type { Live } from '#src/platform/live.ts';
import { Age } from '#src/ui/age.tsx';
import { CountBadge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ErrorPanel } from '#src/ui/error-panel.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { InlineBar } from '#src/ui/inline-bar.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { KeptDrafts } from './draft-list.tsx';
import { FeedsTable } from './feeds-table.tsx';
import { OtherOwners } from './other-owners.tsx';
import { OutboxItem } from './outbox-item.tsx';
import { PanelSection } from './panel-section.tsx';
import { StorageNotes } from './storage-notes.tsx';
import { UnreadNotices } from './unread-notices.tsx';
import { useFeeds, useOutbox, useStoredAsOf } from './sync-queries.ts';
import { useAction } from './use-action.ts';

/** `?panel=sync` */
export function OutboxPanel({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Dialog
      isDismissable
      isOpen
      description="What you changed here, and how current the data on this device is"
      size="side"
      title="Sync"
      onOpenChange={onClose}
    >
      <OutboxContent />
    </Dialog>
  );
}

/** What is on its way, what needs a person, how old everything is. */
export function OutboxContent(): ReactElement {
  const outbox = useOutbox();
  const feeds = useFeeds();
  // The store also gives ended changes that a notice still speaks of: those stand with their notice.
  const lines = outboxLines(outbox.value?.filter(isOpen) ?? []);
  return (
    <div className="flex flex-col gap-6">
      <Connection />
      <StorageNotes />
      <OtherOwners />
      <UnreadNotices />
      <Loaded live={outbox}>
        <PanelSection
          aside={<CountBadge count={lines.length} label="changes" />}
          title="Changes on this device"
        >
          {lines.length === 0 ? (
            <p className="flex items-center gap-2 text-table text-muted">
              <Icon icon={CircleCheck} />
              Everything you changed is on the server.
            </p>
          ) : (
            <ul aria-label="Changes on this device" className="flex flex-col divide-y divide-line">
              {lines.map(({ op, steps }) => (
                <OutboxItem key={op.group?.id ?? op.id} op={op} steps={steps} />
              ))}
            </ul>
          )}
        </PanelSection>
      </Loaded>
      <KeptDrafts />
      <Loaded live={feeds}>
        <PanelSection aside={<PullButton />} title="Data on this device">
          <FeedsTable feeds={feeds.value ?? []} />
        </PanelSection>
      </Loaded>
    </div>
  );
}

/** Nothing until it has been read (milliseconds); a failed read is said, never shown as "none". */
function Loaded({ live, children }: { live: Live<unknown>; children: ReactNode }): ReactElement | null {
  if (live.status === 'failed') return <ErrorPanel details={live.error.stack} message={live.error.message} />;
  return live.status === 'loading' ? null : <>{children}</>;
}

function Connection(): ReactElement {
  const { phase, reason, asOf: pulledAsOf, isLeader } = useSyncStatus();
  const stored = useStoredAsOf(pulledAsOf === null);
  const asOf = pulledAsOf ?? stored.value;
  const isWell = phase === 'live' || phase === 'syncing' || phase === 'starting';
  return (
    <InlineBar
      action={
        phase === 'signed-out' && (
          <LinkButton href={loginHrefFromHere()} size="small" variant="primary">
            Sign in
          </LinkButton>
        )
      }
      tone={phase === 'storage-failed' ? 'error' : isWell ? 'info' : 'offline'}
    >
      <span className="font-medium">{PHASE_WORDS[phase]}</span>
      {reason !== null && <span> · {reason}</span>}
      <span className="text-muted">
        {(asOf !== undefined || stored.status === 'failed') && ' · '}
        {asOf === undefined && stored.status === 'failed' && 'how old the data is could not be read'}
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
    </InlineBar>
  );
}

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

function PullButton(): ReactElement {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const { isPending, run } = useAction();
  return (
    <Button
      disabledReason={phase === 'offline' ? 'This device is offline' : undefined}
      icon={Download}
      isPending={isPending}
      size="small"
      onPress={() => run(() => sync.refresh())}
    >
      Pull now
    </Button>
  );
}
