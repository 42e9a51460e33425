import { lazy, Suspense, type ReactElement } from 'react';
import { KeysPanel } from './keys-panel.tsx';
import { usePanel } from './panel-links.ts';

// Not in the first bundle: most visits never open them.
const OutboxPanel = lazy(async () => {
  const { OutboxPanel: component } = await import('#src/features/sync/outbox-panel.tsx');
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
      return <Suspense>{OutboxPanel !== null && <OutboxPanel onClose={closePanel} />}</Suspense>;
    case 'log':
      return <Suspense>{MessageLogPanel !== null && <MessageLogPanel onClose={closePanel} />}</Suspense>;
    case 'keys':
      return <KeysPanel onClose={closePanel} />;
    case undefined:
      return null;
  }
}
