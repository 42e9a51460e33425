import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { RouterProvider } from 'react-aria-components';
import { useCurrentPageFrame } from '#src/platform/actions/page-frame.ts';
import { SkipLink } from '#src/ui/layout/skip-link.tsx';
import { ToastRegion } from '#src/ui/overlays/toast-region.tsx';
import { useDocumentTitle } from './app-badge.ts';
import { SignedInFrame } from './signed-in-frame.tsx';

/** Around every page: client-side links, toasts, keys, focus. A route with `frame: 'bare'` has no sidebar. */
export function RootLayout(): ReactElement {
  const router = useRouter();
  const frame = useMatches({ select: (matches) => matches.at(-1)?.staticData.frame });
  const { title } = useCurrentPageFrame();
  // Inside the frame the shell adds the number of things that need attention.
  useDocumentTitle(frame === undefined ? null : title, 0);
  return (
    <RouterProvider navigate={(href: string) => router.history.push(href)}>
      <SkipLink targetId="content" />
      {frame === 'bare' ? (
        <Outlet />
      ) : (
        <SignedInFrame isAlone={frame === 'alone'}>
          <Outlet />
        </SignedInFrame>
      )}
      <ToastRegion />
    </RouterProvider>
  );
}
