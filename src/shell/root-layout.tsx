import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { RouterProvider } from 'react-aria-components';
import { buildConfig } from '#src/platform/config.ts';
import { useCurrentPageFrame } from '#src/platform/actions/page-frame.ts';
import { SkipLink } from '#src/ui/layout/skip-link.tsx';
import { ToastRegion } from '#src/ui/overlays/toast-region.tsx';
import { documentTitle } from './app-badge.ts';
import { SignedInFrame } from './signed-in-frame.tsx';

/** Around every page: client-side links, toasts, keys, focus. A route with `frame: 'bare'` has no sidebar. */
export function RootLayout(): ReactElement {
  const router = useRouter();
  const isBare = useMatches({ select: (matches) => matches.at(-1)?.staticData.frame === 'bare' });
  const { title } = useCurrentPageFrame();
  useEffect(() => {
    // Inside the frame the shell adds the number of things that need attention.
    if (isBare) document.title = documentTitle(title, buildConfig.productName, 0);
  }, [isBare, title]);
  return (
    <RouterProvider navigate={(href: string) => router.history.push(href)}>
      <SkipLink targetId="content" />
      {isBare ? (
        <Outlet />
      ) : (
        <SignedInFrame>
          <Outlet />
        </SignedInFrame>
      )}
      <ToastRegion />
    </RouterProvider>
  );
}
