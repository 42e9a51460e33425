import { CloudCheck, CloudDownload } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { Pin } from '#sync/protocol/document.ts';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { Popover } from '#src/ui/overlays/popover.tsx';
import { Switch } from '#src/ui/forms/switch.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';

interface KeepPopoverProps {
  isKept: boolean;
  /** "Keep offline", or how much of it is. */
  label: string;
  children: ReactNode;
}

/** Beside the age of a record: whether it stays on this device, and the way to make it so. */
export function KeepPopover({ isKept, label, children }: KeepPopoverProps): ReactElement {
  return (
    <Popover
      className="w-96 max-w-full text-table"
      label="Keep offline"
      placement="bottom end"
      trigger={
        <Button
          // Where it stands at the beginning of a line, its words begin there and not its box.
          className="max-[1100px]:-ms-2.5"
          icon={isKept ? CloudCheck : CloudDownload}
          size="small"
          variant="ghost"
        >
          {label}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">{children}</div>
    </Popover>
  );
}

interface KeepSwitchProps extends Pick<Pin, 'kind' | 'id'> {
  isKept: boolean;
  /** What it brings in. */
  help: string;
  /** Why it cannot be turned off. */
  fixedReason?: string | undefined;
}

export function KeepSwitch({ kind, id, isKept, help, fixedReason }: KeepSwitchProps): ReactElement {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const [isBusy, setBusy] = useState(false);
  const isReachable = phase === 'live' || phase === 'syncing';
  const change = (isKeeping: boolean): void => {
    setBusy(true);
    (isKeeping ? sync.pin(kind, id) : sync.unpin(kind, id))
      .catch((thrown: unknown) => {
        toast({ kind: 'error', text: 'Not changed', detail: toSyncError(thrown).message });
      })
      .finally(() => setBusy(false));
  };
  return (
    <Switch
      {...(fixedReason === undefined
        ? { help: isReachable ? help : 'They are downloaded as soon as the server can be reached.' }
        : { disabledReason: fixedReason })}
      isSelected={isKept}
      onChange={(isKeeping) => {
        if (!isBusy) change(isKeeping);
      }}
    >
      Keep offline
    </Switch>
  );
}
