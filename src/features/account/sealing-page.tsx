import { useCallback, type ReactElement } from 'react';
import { sealReplica } from '#src/platform/replica/open-replica.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { toSyncIdentity, type SessionIdentity } from '#src/platform/session/session.ts';
import { useAnswer } from '#src/platform/replica/use-answer.ts';
import { Button } from '#src/ui/button.tsx';
import { BareCard } from './bare-card.tsx';

let running: Promise<void> | undefined;

/** Encrypts what is on this device under a new lock, while no screen is open; the fresh page behind it is locked. */
export function SealingPage({ identity }: { identity: SessionIdentity }): ReactElement {
  usePageFrame({ title: 'Locking', crumbs: [] });
  const answer = useAnswer(
    useCallback(() => {
      // Once, however often React mounts the page.
      running ??= sealReplica(toSyncIdentity(identity)).then(() => location.reload());
      return running;
    }, [identity]),
  );
  const failure = answer.state === 'failed' ? answer.error.message : null;
  return (
    <BareCard title="Locking">
      {failure === null ? (
        <output className="block">Encrypting what is on this device. Keep this page open.</output>
      ) : (
        <div className="flex flex-col items-start gap-4">
          <p role="alert">{`Not everything is encrypted: ${failure} Unlock once to finish.`}</p>
          <Button variant="primary" onPress={() => location.reload()}>
            Go to the lock screen
          </Button>
        </div>
      )}
    </BareCard>
  );
}
