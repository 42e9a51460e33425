import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { endServerSession } from '#src/platform/session/end-server-session.ts';
import { requestJson } from '#src/platform/http.ts';
import { wipeReplica } from '#src/platform/replica/open-replica.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { loginHref } from '#src/platform/session/return-to.ts';
import { session, toSyncIdentity, type SessionIdentity } from '#src/platform/session/session.ts';
import { swapSession } from '#src/platform/session/swap-session.ts';
import { Button } from '#src/ui/button.tsx';
import { Spinner } from '#src/ui/marks/spinner.tsx';
import { BareCard } from './bare-card.tsx';

export interface LeavingPageProps {
  identity: SessionIdentity;
  /** Unsent changes the person has agreed to lose. */
  confirmedUnsent: number;
  /** Leads to sign-in by a fresh page: nothing of this person stays in memory. */
  onLeft: (href: string) => void;
}

/** Wipes this person's databases, ends the session at the server and goes to sign-in (D22). */
export function LeavingPage({ identity, confirmedUnsent, onLeft }: LeavingPageProps): ReactElement {
  const [failure, setFailure] = useState<string | null>(null);
  usePageFrame({ title: 'Sign out', crumbs: [] });
  const attempt = useCallback(() => {
    leave(identity, confirmedUnsent, onLeft).catch((thrown: unknown) =>
      setFailure(toSyncError(thrown).message),
    );
  }, [identity, confirmedUnsent, onLeft]);
  useEffect(attempt, [attempt]);
  const handleRetry = (): void => {
    setFailure(null);
    attempt();
  };
  return (
    <BareCard title={failure === null ? 'Signing out' : 'Not signed out'}>
      {failure === null ? (
        <p className="flex items-center gap-2 text-body text-muted">
          <Spinner label="In progress" />
          Removing your data from this device
        </p>
      ) : (
        <div className="flex flex-col items-start gap-4" role="alert">
          <p className="text-body">Your data could not be removed from this device: {failure}</p>
          <div className="flex flex-wrap gap-2">
            <Button onPress={handleRetry}>Try again</Button>
            <Button variant="ghost" onPress={() => location.reload()}>
              Go back
            </Button>
          </div>
        </div>
      )}
    </BareCard>
  );
}

let running: Promise<void> | undefined;

/** Runs once at a time, however often React mounts the page. */
function leave(...props: Parameters<typeof wipeAndLeave>): Promise<void> {
  running ??= wipeAndLeave(...props).finally(() => {
    running = undefined;
  });
  return running;
}

async function wipeAndLeave(
  identity: SessionIdentity,
  confirmedUnsent: number,
  onLeft: LeavingPageProps['onLeft'],
): Promise<void> {
  // Nothing of this app is on its way meanwhile, under this name or the next (AUT7).
  await swapSession(async () => {
    await wipeReplica(toSyncIdentity(identity), confirmedUnsent);
    const isServerTold = await endServerSession(requestJson);
    session.signOut({ isServerTold });
  });
  // A failed logout goes there too (spec 002).
  onLeft(loginHref('/'));
}
