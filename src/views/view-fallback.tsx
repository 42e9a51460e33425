import { CloudOff, HardDrive, Lock, Unplug } from 'lucide-react';
import type { ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState, type EmptyStateProps } from '#src/ui/layout/empty-state.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import type { ViewState } from './view-state.ts';

export interface ViewFallbackProps {
  state: Exclude<ViewState, 'loading' | 'ready'>;
  /** What is not here: "Incidents". */
  what: string;
  error: { readonly message: string; readonly stack?: string | undefined } | undefined;
  /** Nothing else stands on the page: the notice carries its heading. */
  isWholePage?: boolean;
  /** Why it is not here, where somebody said so. */
  reason?: string | null;
  /** What else trying again asks for, beside everything that is due. */
  onRefresh?: (() => Promise<void>) | null;
}

const TO_COME = 'This happens automatically as soon as the server can be reached.';
/** The server answers, and does not give these. */
const WITHHELD =
  'The server did not give them when it was asked. They are asked for again by themselves; Sync says why.';

/** Stands in the place of data that cannot be shown, and says why. */
export function ViewFallback(props: ViewFallbackProps): ReactElement {
  const { state, what, error, isWholePage = false, reason: why = null, onRefresh = null } = props;
  const { phase, reason } = useSyncStatus();
  switch (state) {
    case 'failed':
      return (
        <NotRead
          details={error?.stack}
          isWholePage={isWholePage}
          message={error?.message ?? (phase === 'storage-failed' ? (reason ?? undefined) : undefined)}
          what={what}
          onRetry={() => globalThis.location.reload()}
        />
      );
    case 'forbidden':
      return <Unauthorized isPageHeading={isWholePage} />;
    case 'skew':
      return (
        <EmptyState
          action={<RefreshButton />}
          icon={Unplug}
          isPageHeading={isWholePage}
          title={`${what} cannot be read`}
        >
          The server uses another version of this data than the app. Update the app or the server.
        </EmptyState>
      );
    case 'no-room':
      return (
        <EmptyState
          action={<RefreshButton />}
          icon={HardDrive}
          isPageHeading={isWholePage}
          title="This device is full"
        >
          {what} {what.endsWith('s') ? 'have' : 'has'} not been downloaded, because the storage of this device
          is full. Free some space; the app tries again every few minutes.
        </EmptyState>
      );
    case 'not-here':
      return (
        <EmptyState
          action={phase === 'offline' ? undefined : <RefreshButton onRefresh={onRefresh} />}
          icon={CloudOff}
          isPageHeading={isWholePage}
          title="Not on this device yet"
        >
          {what} {what.endsWith('s') ? 'have' : 'has'} not been downloaded to this device.{' '}
          {why ?? (phase === 'live' ? WITHHELD : TO_COME)}
        </EmptyState>
      );
  }
}

interface NotReadProps extends Pick<ViewFallbackProps, 'what'> {
  message: string | undefined;
  details: string | undefined;
  isWholePage: boolean;
  onRetry: () => void;
}

/** A read that failed, with its reason. */
export function NotRead({ what, message, details, isWholePage, onRetry }: NotReadProps): ReactElement {
  return (
    <>
      {isWholePage && (
        <h1 className="sr-only" tabIndex={-1}>
          {what} cannot be read
        </h1>
      )}
      <ErrorPanel details={details} message={message} onRetry={onRetry} />
    </>
  );
}

/** The product's words for what a role may not read. */
export function Unauthorized({
  action,
  isPageHeading,
}: Pick<EmptyStateProps, 'action' | 'isPageHeading'>): ReactElement {
  return (
    <EmptyState action={action} icon={Lock} isPageHeading={isPageHeading ?? false} title="Unauthorized">
      You do not have permission to access this page
    </EmptyState>
  );
}

/** Asks for everything that is due, and for what else the view names. */
export function RefreshButton({ onRefresh = null }: Pick<ViewFallbackProps, 'onRefresh'>): ReactElement {
  const sync = useSync();
  const refresh = (): void => {
    // What it brings shows in the sync chip and in the view itself.
    Promise.all([sync.refresh(), onRefresh?.()]).catch((thrown: unknown) => {
      toast({ kind: 'error', text: 'Not refreshed', detail: toSyncError(thrown).message });
    });
  };
  return <Button onPress={refresh}>Try again</Button>;
}
