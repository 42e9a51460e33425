import { Lock, LockOpen } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { isLockOn } from '#src/platform/session/device-lock.ts';
import type { SessionIdentity } from '#src/platform/session/session.ts';
import { Button } from '#src/ui/button.tsx';
import { LockDialog } from './lock-dialog.tsx';

/** Whether this person's data is locked on this device, and the ways to change that. */
export function LockSettings({ identity }: { identity: SessionIdentity }): ReactElement {
  const [isChanging, setChanging] = useState(false);
  const isOn = isLockOn(identity.userId);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-table text-muted">
        {isOn
          ? 'What is on this device is encrypted. It opens with your PIN or passkey.'
          : 'Whoever can use this device can read what is on it. Lock it if you share it.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {isOn && (
          // The key is in memory alone: a fresh page has none.
          <Button icon={Lock} size="small" onPress={() => location.reload()}>
            Lock now
          </Button>
        )}
        <Button icon={isOn ? LockOpen : Lock} size="small" onPress={() => setChanging(true)}>
          {isOn ? 'Take the lock off' : 'Lock this device'}
        </Button>
      </div>
      {isChanging && <LockDialog identity={identity} isOn={isOn} onClose={() => setChanging(false)} />}
    </div>
  );
}
