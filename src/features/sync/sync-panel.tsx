import { useCallback, useState, type ReactElement, type ReactNode } from 'react';
import { isOpen } from '#sync/protocol/op.ts';
import { outboxLines } from '#sync/read/outbox-lines.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { Tabs } from '#src/ui/layout/tabs.tsx';
import { ChangesTab } from './changes/changes-tab.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { DeviceTab } from './diagnostics/device-tab.tsx';
import { DownloadBar } from './diagnostics/download-bar.tsx';
import { EngineTab } from './diagnostics/engine-tab.tsx';
import { NoPermission } from './no-permission.tsx';
import { NotUpToDate } from './not-up-to-date.tsx';
import { OtherOwners } from './changes/other-owners.tsx';
import { StorageNotes } from './diagnostics/storage-notes.tsx';
import { useOutbox } from './sync-queries.ts';
import { usePolled } from './use-polled.ts';

interface SyncPanelProps {
  onClose: () => void;
  /** Leads to the one question before data is removed: signing out. */
  onRemoveData: () => void;
  /** Settings of the lock on this person's data. */
  lock: ReactNode;
}

/** `?panel=sync` */
export function SyncPanel({ onClose, onRemoveData, lock }: SyncPanelProps): ReactElement {
  return (
    <Dialog
      isDismissable
      isOpen
      description="What you changed here, and how current the data on this device is"
      size="side-wide"
      title="Sync"
      onOpenChange={onClose}
    >
      <SyncContent lock={lock} onRemoveData={onRemoveData} />
    </Dialog>
  );
}

/** How often the worker is asked for its numbers while the panel is open. */
const REPORT_EVERY_MS = 5000;

/** What is on its way and needs a person first; what is here and how it got here behind tabs of their own. */
export function SyncContent({
  onRemoveData,
  lock,
}: Pick<SyncPanelProps, 'onRemoveData' | 'lock'>): ReactElement {
  const sync = useSync();
  const outbox = useOutbox();
  const ask = useCallback(() => sync.diagnostics(), [sync]);
  const report = usePolled(ask, REPORT_EVERY_MS);
  const [tab, setTab] = useState('changes');
  // The store also gives ended changes that a notice still speaks of: those stand with their notice.
  const lines = outboxLines(outbox.value?.filter(isOpen) ?? []);
  return (
    <div className="flex flex-col gap-4">
      <ConnectionBar />
      <DownloadBar feeds={report.value?.leader?.feeds ?? []} />
      <StorageNotes />
      <NotUpToDate report={report.value} />
      <NoPermission />
      <OtherOwners />
      <Tabs
        items={[
          {
            id: 'changes',
            label: 'Changes',
            count: outbox.value === undefined ? undefined : lines.length,
            content: <ChangesTab lines={lines} outbox={outbox} />,
          },
          {
            id: 'device',
            label: 'On this device',
            content: <DeviceTab lock={lock} onRemoveData={onRemoveData} />,
          },
          { id: 'engine', label: 'Diagnostics', content: <EngineTab report={report} /> },
        ]}
        label="Sync"
        value={tab}
        onChange={setTab}
      />
    </div>
  );
}
