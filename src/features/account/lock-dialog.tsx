import { useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { rememberLock } from '#src/platform/device-lock.ts';
import type { SessionIdentity } from '#src/platform/session.ts';
import { useSync } from '#src/platform/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { pinFault, refusalWords } from './lock-words.ts';

export interface LockDialogProps {
  identity: SessionIdentity;
  /** Whether there is a lock to take off. */
  isOn: boolean;
  onClose: () => void;
}

/** Puts a PIN on this person's data on this device, or takes it off. Either way the page starts anew. */
export function LockDialog({ identity, isOn, onClose }: LockDialogProps): ReactElement {
  return isOn ? (
    <TakeOff identity={identity} onClose={onClose} />
  ) : (
    <PutOn identity={identity} onClose={onClose} />
  );
}

type PartProps = Omit<LockDialogProps, 'isOn'>;

function PutOn({ identity, onClose }: PartProps): ReactElement {
  const sync = useSync();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const fault = pinFault(pin, again);
  const handlePress = (): void => {
    sync
      .setLock(pin)
      .then(() => {
        rememberLock(identity.userId, true);
        location.reload();
      })
      .catch((thrown: unknown) => setFailure(toSyncError(thrown).message));
  };
  return (
    <Dialog
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button disabledReason={fault ?? undefined} variant="primary" onPress={handlePress}>
            Lock with this PIN
          </Button>
        </>
      }
      isOpen
      size="small"
      title="Lock this device"
      onOpenChange={onClose}
    >
      <div className="flex flex-col gap-3 text-body">
        <p>
          What Holdfast keeps on this device is encrypted and opens with the PIN alone, also your changes that
          were not sent. If you forget the PIN, they are lost.
        </p>
        <TextField autoComplete="off" label="PIN" type="password" value={pin} onChange={setPin} />
        <TextField autoComplete="off" label="PIN again" type="password" value={again} onChange={setAgain} />
        {failure !== null && <p role="alert">{failure}</p>}
      </div>
    </Dialog>
  );
}

function TakeOff({ identity, onClose }: PartProps): ReactElement {
  const sync = useSync();
  const [pin, setPin] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const handlePress = (): void => {
    sync
      .takeLockOff(pin)
      .then((refusal) => {
        if (refusal !== null) return setFailure(refusalWords(refusal));
        rememberLock(identity.userId, false);
        location.reload();
      })
      .catch((thrown: unknown) => setFailure(toSyncError(thrown).message));
  };
  return (
    <Dialog
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button
            disabledReason={pin === '' ? 'Type the PIN first' : undefined}
            variant="primary"
            onPress={handlePress}
          >
            Take the lock off
          </Button>
        </>
      }
      isOpen
      size="small"
      title="Take the lock off"
      onOpenChange={onClose}
    >
      <div className="flex flex-col gap-3 text-body">
        <p>What is on this device will be readable without a PIN.</p>
        <TextField
          autoComplete="off"
          error={failure ?? undefined}
          label="PIN"
          type="password"
          value={pin}
          onChange={setPin}
        />
      </div>
    </Dialog>
  );
}
