import { useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { heldKey, isLockOn, unlock, wipeLocked } from '#src/platform/device-lock.ts';
import { usePageFrame } from '#src/platform/page-frame.ts';
import { session, toSyncIdentity, type SessionIdentity } from '#src/platform/session.ts';
import { useStore } from '#src/platform/store.ts';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { BareCard } from './bare-card.tsx';
import { refusalWords } from './lock-words.ts';

/** Shows what is below it only with the PIN, where the person has locked their data (D22). */
export function LockGate({
  identity,
  children,
}: {
  identity: SessionIdentity;
  children: ReactNode;
}): ReactElement {
  const held = useStore(heldKey);
  const isOpen = !isLockOn(identity.userId) || held?.userId === identity.userId;
  return isOpen ? <>{children}</> : <LockScreen identity={identity} />;
}

function messageOf(thrown: unknown): string {
  return toSyncError(thrown).message;
}

/** Asks for the PIN. Behind it nothing is open yet: no screen, no database. */
export function LockScreen({ identity }: { identity: SessionIdentity }): ReactElement {
  const [pin, setPin] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isTrying, setTrying] = useState(false);
  const [isForgotten, setForgotten] = useState(false);
  usePageFrame({ title: 'Locked', crumbs: [] });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTrying(true);
    unlock(toSyncIdentity(identity), pin)
      .then((refusal) => setFailure(refusal === null ? null : refusalWords(refusal)))
      .catch((thrown: unknown) => setFailure(messageOf(thrown)))
      .finally(() => {
        setPin('');
        setTrying(false);
      });
  };
  return (
    <BareCard title="Locked">
      <form className="flex flex-col gap-4" noValidate onSubmit={handleSubmit}>
        <p className="text-body text-muted">The data of {identity.name} on this device opens with a PIN.</p>
        <TextField
          autoComplete="off"
          error={failure ?? undefined}
          label="PIN"
          type="password"
          value={pin}
          onChange={setPin}
        />
        <Button className="w-full" isPending={isTrying} type="submit" variant="primary">
          Unlock
        </Button>
        {!isForgotten && (
          <Button variant="ghost" onPress={() => setForgotten(true)}>
            Forgot the PIN
          </Button>
        )}
      </form>
      {isForgotten && <Forgotten identity={identity} />}
    </BareCard>
  );
}

/** Without the PIN nothing can be saved: the only way on is to remove everything. */
function Forgotten({ identity }: { identity: SessionIdentity }): ReactElement {
  const [isSure, setSure] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const handleRemove = (): void => {
    setRemoving(true);
    wipeLocked(toSyncIdentity(identity))
      .then(() => {
        session.signOut({ isServerTold: false });
        location.reload();
      })
      .catch((thrown: unknown) => {
        setRemoving(false);
        setFailure(messageOf(thrown));
      });
  };
  return (
    <section aria-label="Forgotten PIN" className="mt-5 flex flex-col items-start gap-3 text-body">
      <p>
        Nobody can read or export what is on this device without the PIN, changes that were not sent included.
        It can only be removed; what the server has comes back when you sign in again.
      </p>
      {failure !== null && <p role="alert">{`It could not be removed: ${failure}`}</p>}
      <Checkbox isSelected={isSure} onChange={setSure}>
        My changes that were not sent may be lost
      </Checkbox>
      <Button
        disabledReason={isSure ? undefined : 'Confirm above that the work may be lost'}
        isPending={isRemoving}
        variant="danger"
        onPress={handleRemove}
      >
        Remove everything and sign out
      </Button>
    </section>
  );
}
