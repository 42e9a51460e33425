import type { ReactElement } from 'react';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { loginHref, safeReturnTo } from '#src/platform/session/return-to.ts';
import { useSession } from '#src/platform/session/session.ts';
import { useRedirect } from '#src/platform/session/use-redirect.ts';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { BareCard } from './bare-card.tsx';

/**
 * Where a 401 leads (spec 8). Without a remembered person there is nothing to keep, so it goes on to sign-in; with one
 * it says that the work is safe and lets the person choose. It needs no network.
 */
export function AuthStateCheckerPage({ returnTo }: { returnTo: string | undefined }): ReactElement {
  const target = safeReturnTo(returnTo, location.origin);
  const { kind, identity } = useSession();
  usePageFrame({ title: 'Signed out', crumbs: [] });
  const isNobody = identity === null;
  const elsewhere = isNobody ? loginHref(target) : null;
  useRedirect(kind === 'signed-in' ? target : elsewhere);
  return (
    <BareCard title="Your session has ended">
      <p className="text-body text-muted">
        {isNobody
          ? 'Taking you to sign-in.'
          : `Your drafts and unsent changes are safe on this device. They are sent when ${identity.name} signs in again.`}
      </p>
      {!isNobody && (
        <div className="mt-5 flex flex-wrap gap-2">
          <LinkButton href={loginHref(target)} variant="primary">
            Sign in
          </LinkButton>
          <LinkButton href={target}>Keep reading</LinkButton>
        </div>
      )}
    </BareCard>
  );
}
