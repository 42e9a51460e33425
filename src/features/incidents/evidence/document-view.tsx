import type { ReactElement, ReactNode } from 'react';
import type { Part } from '#sync/protocol/claim.ts';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { LoadingRegion, SkeletonBar } from '#src/ui/marks/skeleton.tsx';
import { bodyPart } from '#src/views/body-part.ts';
import { NotHere } from './then-and-now.tsx';

interface DocumentViewProps {
  read: DocumentRead;
  /** "What this change did". */
  what: string;
  children: (body: unknown) => ReactNode;
}

/** A body fetched on demand with its age, or why it cannot be shown here. */
export function DocumentView({ read, what, children }: DocumentViewProps): ReactElement {
  // Evidence is no place for what an earlier read gave, without a word that this one failed.
  if (read.status === 'failed') return <NotHere>{`${what} cannot be read: ${read.error.message}`}</NotHere>;
  const part = bodyPart(read);
  return (
    <LoadingRegion
      isLoading={part.is === 'loading'}
      label={`Loading ${what.toLowerCase()}`}
      skeleton={<SkeletonBar className="w-1/2" />}
    >
      <Fetched {...{ part, what }}>{children}</Fetched>
    </LoadingRegion>
  );
}

interface FetchedProps extends Omit<DocumentViewProps, 'read'> {
  part: Part<unknown>;
}

function Fetched({ part, what, children }: FetchedProps): ReactElement | null {
  switch (part.is) {
    case 'loading':
      return null;
    case 'failed':
      return <NotHere>{`${what} cannot be read: ${part.error.message}`}</NotHere>;
    case 'forbidden':
      return <NotHere>{`${what} may not be read with your role`}</NotHere>;
    case 'missing':
      return <NotHere>{`${what} does not exist on the server any more`}</NotHere>;
    case 'not-here':
      return <NotHere>{`${what} is not on this device. ${part.reason ?? ''}`.trim()}</NotHere>;
    case 'found':
      return (
        <>
          {part.claim.reason !== null && (
            <p className="pb-1 text-caption text-muted">
              {part.claim.reason} Shown as of <Ago at={part.claim.asOf} label="Data as of" />
            </p>
          )}
          {children(part.value)}
        </>
      );
  }
}
