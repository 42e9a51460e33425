import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useSession } from '#src/platform/session/session.ts';
import { canAttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { LazySignOut } from './lazy-sign-out.tsx';
import { usePanel } from './panel-links.ts';

// Not in the first bundle: most visits never open them.
const SyncPanel = lazy(async () => {
  const { SyncPanel: component } = await import('#src/features/sync/sync-panel.tsx');
  return { default: component };
});

const LockSettings = lazy(async () => {
  const { LockSettings: component } = await import('#src/features/account/lock-settings.tsx');
  return { default: component };
});

const KeysPanel = lazy(async () => {
  const { KeysPanel: component } = await import('./keys-panel.tsx');
  return { default: component };
});

const AttachPanel = lazy(async () => {
  const { AttachPanel: component } = await import('./attach-panel.tsx');
  return { default: component };
});

const MessageLogPanel = lazy(async () => {
  const { MessageLogPanel: component } = await import('./message-log-panel.tsx');
  return { default: component };
});

/** The panel that `?panel=` names, over whatever page is shown (ux 6.3). */
export function Panels(): ReactElement | null {
  const { panel, closePanel } = usePanel();
  const access = useAccess();
  switch (panel) {
    case 'sync':
      return <SyncAndLeave onClose={closePanel} />;
    case 'log':
      return <Suspense>{MessageLogPanel !== null && <MessageLogPanel onClose={closePanel} />}</Suspense>;
    case 'keys':
      return (
        <Suspense>
          <KeysPanel onClose={closePanel} />
        </Suspense>
      );
    case 'attach':
      return canAttachEvidence(access) ? (
        <Suspense>
          <AttachPanel onClose={closePanel} />
        </Suspense>
      ) : null;
    case undefined:
      return null;
  }
}

/** Removing this person's data is signing out: the panel leads to the one dialog that asks about unsent work. */
function SyncAndLeave({ onClose }: { onClose: () => void }): ReactElement {
  const [isLeaving, setLeaving] = useState(false);
  const { identity } = useSession();
  return (
    <>
      <Suspense>
        {SyncPanel !== null && (
          <SyncPanel
            lock={
              identity === null ? null : (
                <Suspense>
                  <LockSettings identity={identity} />
                </Suspense>
              )
            }
            onClose={onClose}
            onRemoveData={() => setLeaving(true)}
          />
        )}
      </Suspense>
      {isLeaving && <LazySignOut onClose={() => setLeaving(false)} />}
    </>
  );
}
