import { KeyRound } from 'lucide-react';
import { useCallback, useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { LockMeans, LockProof } from '#sync/protocol/device-lock.ts';
import type { PinRefusal } from '#workers/contracts/sync-contract.ts';
import { lockKind, rememberLock, sealing } from '#src/platform/session/device-lock.ts';
import { canUsePasskeys, createPasskey } from '#src/platform/session/passkey.ts';
import { toSyncIdentity, type SessionIdentity } from '#src/platform/session/session.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { LockProofForm } from './lock-proof.tsx';
import { pinFault } from './lock-labels.ts';
import { useAnswer } from '#src/platform/replica/use-answer.ts';

export interface LockDialogProps {
  identity: SessionIdentity;
  /** Whether there is a lock to take off. */
  isOn: boolean;
  onClose: () => void;
}

/** Puts a PIN or a passkey on this person's data on this device, or takes it off. Either way the page starts anew. */
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
  const lock = async (means: LockMeans): Promise<void> => {
    await sync.setLock(means);
    rememberLock(identity.userId, true);
    // The page that encrypts takes the place of every screen, and of this dialog.
    sealing.set(identity.userId);
  };
  const report = (work: Promise<void>): void => {
    setFailure(null);
    work.catch((thrown: unknown) => setFailure(toSyncError(thrown).message));
  };
  return (
    <Dialog
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button
            disabledReason={fault ?? undefined}
            variant="primary"
            onPress={() => report(lock({ kind: 'pin', pin }))}
          >
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
          Everything on this device is encrypted, unsent changes included, and opens only with your PIN or
          passkey. If you lose it, unsent changes are lost.
        </p>
        <TextField autoComplete="off" label="PIN" type="password" value={pin} onChange={setPin} />
        <TextField autoComplete="off" label="PIN again" type="password" value={again} onChange={setAgain} />
        <PasskeyChoice onPress={() => report(createPasskey(identity.name).then(lock))} />
        {failure !== null && <p role="alert">{failure}</p>}
      </div>
    </Dialog>
  );
}

/** A finger or a face in the place of a PIN, where the browser has passkeys that can encrypt. */
function PasskeyChoice({ onPress }: { onPress: () => void }): ReactElement | null {
  const answer = useAnswer(canUsePasskeys);
  if (answer.state !== 'known') return null;
  if (!answer.value) {
    return <p className="text-table text-muted">This browser has no passkey that can lock data.</p>;
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-table text-muted">Or without a PIN, with your fingerprint, face or screen lock:</p>
      <Button icon={KeyRound} onPress={onPress}>
        Lock with a passkey
      </Button>
    </div>
  );
}

function TakeOff({ identity, onClose }: PartProps): ReactElement {
  const sync = useSync();
  const ask = useCallback(() => lockKind(toSyncIdentity(identity)), [identity]);
  const kind = useAnswer(ask);
  const handleProof = async (proof: LockProof): Promise<PinRefusal | null> => {
    const refusal = await sync.takeLockOff(proof);
    if (refusal !== null) return refusal;
    rememberLock(identity.userId, false);
    location.reload();
    return null;
  };
  return (
    <Dialog
      footer={
        <Button variant="ghost" onPress={onClose}>
          Cancel
        </Button>
      }
      isOpen
      size="small"
      title="Take the lock off"
      onOpenChange={onClose}
    >
      <div className="flex flex-col gap-3 text-body">
        <p>What is on this device will be readable without a PIN or a passkey.</p>
        {kind.state === 'failed' && <p role="alert">{kind.error.message}</p>}
        {kind.state === 'known' && (
          <LockProofForm
            action="Take the lock off"
            kind={kind.value ?? { kind: 'pin' }}
            onProof={handleProof}
          />
        )}
      </div>
    </Dialog>
  );
}
