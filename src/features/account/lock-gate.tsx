import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { heldKey, isLockOn, sealing } from '#src/platform/session/device-lock.ts';
import type { SessionIdentity } from '#src/platform/session/session.ts';
import { useStore } from '#src/platform/device/store.ts';

// Not in the first bundle: most data is not locked.
const LockScreen = lazy(async () => {
  const { LockScreen: component } = await import('./lock-screen.tsx');
  return { default: component };
});

const SealingPage = lazy(async () => {
  const { SealingPage: component } = await import('./sealing-page.tsx');
  return { default: component };
});

/** Shows what is below it only with the PIN or passkey, where the person has locked their data (D22). */
export function LockGate({
  identity,
  children,
}: {
  identity: SessionIdentity;
  children: ReactNode;
}): ReactElement {
  const held = useStore(heldKey);
  const isSealing = useStore(sealing) === identity.userId;
  const isOpen = !isLockOn(identity.userId) || held?.userId === identity.userId;
  if (isOpen && !isSealing) return <>{children}</>;
  return (
    <Suspense>
      {isSealing ? <SealingPage identity={identity} /> : <LockScreen identity={identity} />}
    </Suspense>
  );
}
