import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import { KeysPanel } from './keys-panel.tsx';
import { MessageLogPanel } from './message-log-panel.tsx';
import { usePanel } from './panel-links.ts';

const outboxModules = import.meta.glob<{ OutboxPanel: ComponentType<{ onClose: () => void }> }>(
  '../features/sync/outbox-panel.tsx',
);

const loadOutbox = outboxModules['../features/sync/outbox-panel.tsx'];
const OutboxPanel =
  loadOutbox === undefined
    ? null
    : lazy(() => loadOutbox().then((module) => ({ default: module.OutboxPanel })));

/** The panel that `?panel=` names, over whatever page is shown (ux 6.3). */
export function Panels(): ReactElement | null {
  const { panel, closePanel } = usePanel();
  switch (panel) {
    case 'sync':
      return <Suspense>{OutboxPanel !== null && <OutboxPanel onClose={closePanel} />}</Suspense>;
    case 'log':
      return <MessageLogPanel onClose={closePanel} />;
    case 'keys':
      return <KeysPanel onClose={closePanel} />;
    case undefined:
      return null;
  }
}
