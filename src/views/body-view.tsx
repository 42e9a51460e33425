import { CircleSlash, CloudOff } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { missingOf, type Missing } from './missing.ts';
import { Unauthorized } from './view-notices.tsx';

export interface BodyViewProps {
  read: DocumentRead;
  /** "The definition of this check". */
  what: string;
  children: (body: unknown) => ReactNode;
}

/** A body that is fetched on demand, with its age where it is a kept one, or why it cannot be shown. */
export function BodyView({ read, what, children }: BodyViewProps): ReactElement {
  if (read.status === 'failed' && read.value === undefined)
    return <ErrorPanel details={read.error.stack} message={read.error.message} />;
  const { value } = read;
  return (
    <LoadingRegion
      isLoading={value === undefined}
      label={`Loading ${what.toLowerCase()}`}
      skeleton={<SkeletonRows count={6} />}
    >
      {value !== undefined && (
        <Fetched isFailed={read.status === 'failed'} missing={missingOf(value)} what={what}>
          {value.reason !== null && value.body !== null && (
            <InlineBar className="mb-2.5" tone="offline">
              {value.reason} Shown as of <Ago at={value.asOf} label="As of" />.
            </InlineBar>
          )}
          {!value.isKept && value.body !== null && (
            <InlineBar className="mb-2.5" tone="info">
              {what} is shown but not kept on this device: it may hold a secret, or is too large.
            </InlineBar>
          )}
          {value.body !== null && children(value.body)}
        </Fetched>
      )}
    </LoadingRegion>
  );
}

interface FetchedProps {
  missing: Missing | null;
  what: string;
  isFailed: boolean;
  children: ReactNode;
}

function Fetched({ missing, what, children }: FetchedProps): ReactElement {
  switch (missing?.kind) {
    case undefined:
      return <>{children}</>;
    case 'forbidden':
      return <Unauthorized />;
    case 'gone':
      return (
        <EmptyState icon={CircleSlash} title="No data available">
          The server has none. {missing.reason}
        </EmptyState>
      );
    case 'not-here':
      return (
        <EmptyState icon={CloudOff} title="Not on this device">
          {what} is not on this device. {missing.reason} It is fetched as soon as the server can be reached.
        </EmptyState>
      );
  }
}
