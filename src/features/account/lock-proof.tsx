import { KeyRound } from 'lucide-react';
import { useState, type FormEvent, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { LockKind, LockProof } from '#sync/protocol/device-lock.ts';
import type { PinRefusal } from '#workers/contracts/sync-contract.ts';
import { askPasskey } from '#src/platform/session/passkey.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { refusalWords } from './lock-labels.ts';

interface LockProofFormProps {
  kind: LockKind;
  /** The word on the button. */
  action: string;
  /** Null when the proof was right. */
  onProof: (proof: LockProof) => Promise<PinRefusal | null>;
}

/** Asks for what opens the lock: the PIN, or the passkey it was put on with. */
export function LockProofForm({ kind, action, onProof }: LockProofFormProps): ReactElement {
  const [pin, setPin] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isTrying, setTrying] = useState(false);
  const prove = async (): Promise<LockProof> =>
    kind.kind === 'pin' ? { kind: 'pin', pin } : { kind: 'passkey', secret: await askPasskey(kind) };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTrying(true);
    prove()
      .then(onProof)
      .then((refusal) => setFailure(refusal === null ? null : refusalWords(refusal, kind.kind)))
      .catch((thrown: unknown) => setFailure(toSyncError(thrown).message))
      .finally(() => {
        setPin('');
        setTrying(false);
      });
  };
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={handleSubmit}>
      {kind.kind === 'pin' ? (
        <TextField
          autoComplete="off"
          error={failure ?? undefined}
          label="PIN"
          type="password"
          value={pin}
          onChange={setPin}
        />
      ) : (
        failure !== null && <p role="alert">{failure}</p>
      )}
      <Button
        className="w-full"
        icon={kind.kind === 'passkey' ? KeyRound : undefined}
        isPending={isTrying}
        type="submit"
        variant="primary"
      >
        {kind.kind === 'passkey' ? `${action} with the passkey` : action}
      </Button>
    </form>
  );
}
