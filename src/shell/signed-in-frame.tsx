import { useRouter } from '@tanstack/react-router';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { UnsavedBar } from './unsaved-bar.tsx';
import { LockGate } from '#src/features/account/lock-gate.tsx';
import { AccessProvider } from '#src/platform/session/access-context.tsx';
import { userCallRefusals } from '#src/platform/replica/open-replica.ts';
import { ReplicaProvider } from '#src/platform/replica/replica-provider.tsx';
import { authStateCheckerHref, loginHref } from '#src/platform/session/return-to.ts';
import { session, useSession, type SessionState } from '#src/platform/session/session.ts';
import { useRedirect } from '#src/platform/session/use-redirect.ts';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { AccessGate } from './access-gate.tsx';
import { LeavingPage } from './late-parts.ts';
import { Shell } from './shell.tsx';

/**
 * Where a session state sends the visitor of a page that needs one; null keeps the page. A session that has ended takes
 * nobody from the local copy: the chip and a banner with "Sign in" say so, on a cold start too (ux 6.2).
 */
export function frameRedirect(state: SessionState, here: string): string | null {
  switch (state.kind) {
    case 'signed-out':
      return loginHref(here);
    case 'second-factor':
      return loginHref(here, { aal: 'aal2' });
    case 'expired':
    case 'unknown':
    case 'signed-in':
    case 'offline-as':
    case 'leaving':
      return null;
  }
}

/** Nothing of the one who leaves stays in memory. */
const toFreshPage = (href: string): void => location.replace(href);

/** Everything below it has a person: signed in, remembered without a network, or with an expired session. */
export function SignedInFrame({
  isAlone = false,
  children,
}: {
  /** The page stands without sidebar and top bar. */
  isAlone?: boolean;
  children: ReactNode;
}): ReactElement {
  const state = useSession();
  useSessionRedirect(state);
  const { identity } = state;
  if (state.kind === 'leaving') {
    return (
      <LeavingPage confirmedUnsent={state.confirmedUnsent} identity={state.identity} onLeft={toFreshPage} />
    );
  }
  if (identity === null || state.kind === 'second-factor') return <Opening isOpening />;
  return (
    <LockGate identity={identity} key={identity.userId}>
      <ReplicaProvider
        identity={identity}
        renderFailure={(error) => (
          <main className="pt-[10vh]">
            <ErrorPanel
              details={error.stack}
              message={`The storage of this device could not be opened: ${error.message}`}
              onRetry={() => location.reload()}
            />
          </main>
        )}
      >
        <AccessProvider userId={identity.userId}>
          {isAlone ? (
            <main className="min-h-dvh bg-page text-fg" id="content" tabIndex={-1}>
              <AccessGate>{children}</AccessGate>
            </main>
          ) : (
            <Shell identity={identity}>{children}</Shell>
          )}
          <UnsavedBar />
        </AccessProvider>
      </ReplicaProvider>
    </LockGate>
  );
}

let isChecked = false;

/** Asks once per page load who is signed in, and follows the answer. */
function useSessionRedirect(state: SessionState): void {
  const router = useRouter();
  useEffect(() => {
    if (!isChecked) void session.check();
    isChecked = true;
    return userCallRefusals.subscribe(() =>
      router.history.push(authStateCheckerHref(router.state.location.href)),
    );
  }, [router]);
  useRedirect(frameRedirect(state, router.state.location.href));
}

function Opening({ isOpening }: { isOpening: boolean }): ReactElement {
  return (
    <main className="h-dvh bg-page">
      <LoadingRegion
        isLoading={isOpening}
        label="Opening"
        skeleton={
          <div className="px-page pt-20">
            <SkeletonRows />
          </div>
        }
      >
        {null}
      </LoadingRegion>
    </main>
  );
}
