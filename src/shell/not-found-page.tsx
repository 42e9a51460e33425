import { useCanGoBack, useLocation, useRouter } from '@tanstack/react-router';
import { Compass, Construction } from 'lucide-react';
import type { ReactElement } from 'react';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { PageNotice } from './page-notice.tsx';

/** Where the pages of areas stand that this version has none of yet. A link to one is right, only early. */
const LATER_AREAS = ['catalog', 'settings', 'profile-settings', 'organizations'];

function isOfLaterArea(pathname: string): boolean {
  return LATER_AREAS.includes(pathname.split('/')[1] ?? '');
}

/** An address without a page: one of an area that is to come, or none of this console. */
export function NotFoundPage(): ReactElement {
  const isLater = isOfLaterArea(useLocation({ select: ({ pathname }) => pathname }));
  const title = isLater ? 'Not in this version yet' : 'There is no such page';
  usePageFrame({ title: isLater ? title : 'Not found', crumbs: [] });
  return (
    <PageNotice action={<GoBack />} icon={isLater ? Construction : Compass} title={title}>
      <p>
        {isLater
          ? 'The address belongs to this console, but this version has no page for it. Nothing is lost: Go back leads to where you were.'
          : 'The address does not belong to anything in this console.'}
      </p>
    </PageNotice>
  );
}

/** To the page before, whose place and dialog are kept; to the start where there is none. */
function GoBack(): ReactElement {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return canGoBack ? (
    <Button onPress={() => router.history.back()}>Go back</Button>
  ) : (
    <LinkButton href="/">Go back</LinkButton>
  );
}
