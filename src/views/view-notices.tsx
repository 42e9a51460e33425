import type { ReactElement, ReactNode } from 'react';
import { loginHrefFromHere } from '#src/platform/session/return-to.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { staleReason } from './view-state.ts';

interface StaleBarProps {
  children?: ReactNode;
  /** In a part of a page that says itself what its connection is. */
  isPart?: boolean;
}

/** One line over data that is not current; nothing when it is. */
export function StaleBar({ children, isPart = false }: StaleBarProps): ReactElement | null {
  const status = useSyncStatus();
  const reason = isPart ? null : staleReason(status);
  if (reason === null && children === undefined) return null;
  return (
    <InlineBar
      action={
        status.phase === 'signed-out' && (
          <LinkButton href={loginHrefFromHere()} size="small">
            Sign in
          </LinkButton>
        )
      }
      tone={status.phase === 'storage-failed' || status.isFull === true ? 'error' : 'offline'}
    >
      {reason ?? children}
    </InlineBar>
  );
}

interface ReadFailedBarProps {
  error: { readonly message: string };
  /** What could not be read, and what that means here. */
  children: ReactNode;
  /** Tries again; without it the page is loaded anew. */
  onRetry?: (() => void) | undefined;
}

/** A part of the page could not be read from this device; the rest of it stands. */
export function ReadFailedBar({ error, children, onRetry }: ReadFailedBarProps): ReactElement {
  return (
    <InlineBar
      action={
        <Button size="small" onPress={onRetry ?? (() => globalThis.location.reload())}>
          Retry
        </Button>
      }
      tone="error"
    >
      {children}: {error.message}
    </InlineBar>
  );
}
