import { useCallback, useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { lockKind, rememberLock, unlock, wipeLocked } from '#src/platform/session/device-lock.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { session, toSyncIdentity, type SessionIdentity } from '#src/platform/session/session.ts';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/forms/checkbox.tsx';
import { BareCard } from './bare-card.tsx';
import { LockProofForm } from './lock-proof.tsx';
import { useAnswer } from '#src/platform/replica/use-answer.ts';

function messageOf(thrown: unknown): string {
  return toSyncError(thrown).message;
}

/** Asks for the PIN or the passkey. Behind it nothing is open yet: no screen, no database. */
export function LockScreen({ identity }: { identity: SessionIdentity }): ReactElement {
  const [isForgotten, setForgotten] = useState(false);
  const ask = useCallback(async () => {
    const found = await lockKind(toSyncIdentity(identity));
    // The lock was taken off, in another tab or by a page that was closed before it could forget it.
    if (found === null && rememberLock(identity.userId, false)) location.reload();
    return found;
  }, [identity]);
  const kind = useAnswer(ask);
  usePageFrame({ title: 'Locked', crumbs: [] });
  const isGone = kind.state === 'known' && kind.value === null;
  const isPasskey = kind.state === 'known' && kind.value?.kind === 'passkey';
  return (
    <BareCard title="Locked">
      <div className="flex flex-col gap-4">
        <p className="text-body text-muted">
          The data of {identity.name} on this device opens with a {isPasskey ? 'passkey' : 'PIN'}.
        </p>
        {kind.state === 'failed' && <p role="alert">{kind.error.message}</p>}
        {isGone && <p role="alert">The lock was taken off. Reload.</p>}
        {kind.state === 'known' && kind.value?.isUnfinished === true && (
          <p role="alert">Not everything is encrypted yet. Unlock once to finish.</p>
        )}
        {kind.state === 'known' && kind.value !== null && (
          <LockProofForm
            action="Unlock"
            kind={kind.value}
            onProof={(proof) => unlock(toSyncIdentity(identity), proof)}
          />
        )}
        {!isForgotten && (
          <Button variant="ghost" onPress={() => setForgotten(true)}>
            {isPasskey ? 'Lost the passkey' : 'Forgot the PIN'}
          </Button>
        )}
      </div>
      {isForgotten && <Forgotten identity={identity} isPasskey={isPasskey} />}
    </BareCard>
  );
}

/** Without the PIN or the passkey nothing can be saved: the only way on is to remove everything. */
function Forgotten({ identity, isPasskey }: { identity: SessionIdentity; isPasskey: boolean }): ReactElement {
  const means = isPasskey ? 'passkey' : 'PIN';
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
    <section
      aria-label={isPasskey ? 'Lost passkey' : 'Forgotten PIN'}
      className="mt-5 flex flex-col items-start gap-3 text-body"
    >
      <p>
        Nobody can read or export what is on this device without the {means}, unsent changes included. It can
        only be removed; what the server has comes back when you sign in again.
      </p>
      {failure !== null && <p role="alert">{`It could not be removed: ${failure}`}</p>}
      <Checkbox isSelected={isSure} onChange={setSure}>
        I accept that unsent changes may be lost
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
