import { lazy, Suspense, type ReactElement } from 'react';

// Nobody leaves before the first screen stands.
const Dialog = lazy(async () => {
  const { SignOutDialog } = await import('#src/features/account/sign-out-dialog.tsx');
  return { default: SignOutDialog };
});

/** The one dialog that asks about unsent work before a person leaves. */
export function LazySignOut({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Suspense>
      <Dialog onClose={onClose} />
    </Suspense>
  );
}
