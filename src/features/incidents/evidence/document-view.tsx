import type { ReactElement, ReactNode } from 'react';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { LoadingRegion, SkeletonBar } from '#src/ui/marks/skeleton.tsx';
import { NotHere } from './then-and-now.tsx';

interface DocumentViewProps {
  read: DocumentRead;
  /** "What this change did". */
  what: string;
  children: (body: unknown) => ReactNode;
}

/** A body fetched on demand with its age, or why it cannot be shown here. */
export function DocumentView({ read, what, children }: DocumentViewProps): ReactElement {
  if (read.status === 'failed') return <NotHere>{`${what} cannot be read: ${read.error.message}`}</NotHere>;
  return (
    <LoadingRegion
      isLoading={read.status !== 'ready'}
      label={`Loading ${what.toLowerCase()}`}
      skeleton={<SkeletonBar className="w-1/2" />}
    >
      {read.status === 'ready' && <Fetched {...{ read, what }}>{children}</Fetched>}
    </LoadingRegion>
  );
}

function Fetched({
  read,
  what,
  children,
}: Omit<DocumentViewProps, 'read'> & {
  read: Extract<DocumentRead, { status: 'ready' }>;
}): ReactElement {
  const {
    body,
    claim: { state, asOf, reason },
  } = read.value;
  if (state === 'forbidden') return <NotHere>{`${what} may not be read with your role`}</NotHere>;
  if (body === null || state === 'never') {
    return <NotHere>{`${what} is not on this device.${reason === null ? '' : ` ${reason}`}`}</NotHere>;
  }
  return (
    <>
      {reason !== null && (
        <p className="pb-1 text-caption text-muted">
          {reason} Shown as of <Ago at={asOf} label="Data as of" />
        </p>
      )}
      {children(body)}
    </>
  );
}
