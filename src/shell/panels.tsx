import { lazy, Suspense, useState, type ReactElement } from 'react';
import { SignOutDialog } from '#src/features/account/sign-out-dialog.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { usePanel } from './panel-links.ts';

// Not in the first bundle: most visits never open them.
const SyncPanel = lazy(async () => {
  const { SyncPanel: component } = await import('#src/features/sync/sync-panel.tsx');
  return { default: component };
});

const MessageLogPanel = lazy(async () => {
  const { MessageLogPanel: component } = await import('./message-log-panel.tsx');
  return { default: component };
});

/** The panel that `?panel=` names, over whatever page is shown (ux 6.3). */
export function Panels(): ReactElement | null {
  const { panel, closePanel } = usePanel();
  switch (panel) {
    case 'sync':
      return <SyncAndLeave onClose={closePanel} />;
    case 'log':
      return <Suspense>{MessageLogPanel !== null && <MessageLogPanel onClose={closePanel} />}</Suspense>;
    case 'keys':
      return <KeysPanel onClose={closePanel} />;
    case undefined:
      return null;
  }
}

/** Removing this person's data is signing out: the panel leads to the one dialog that asks about unsent work. */
function SyncAndLeave({ onClose }: { onClose: () => void }): ReactElement {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <Suspense>
        {SyncPanel !== null && <SyncPanel onClose={onClose} onRemoveData={() => setLeaving(true)} />}
      </Suspense>
      {isLeaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </>
  );
}
