import { CircleSlash, CloudOff } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import type { Part } from '#sync/protocol/claim.ts';
import { NOT_KEPT } from '#sync/protocol/secrets/texts.ts';
import { bodyPart } from './body-part.ts';
import { Unauthorized } from './view-fallback.tsx';

export interface BodyViewProps {
  read: DocumentRead;
  /** "The definition of this check". */
  what: string;
  /** It is only looked at: what is kept of it without its secrets is better than nothing, where it cannot be had (DOC2). */
  isToRead?: boolean;
  children: (body: unknown) => ReactNode;
}

/** A body that is fetched on demand, with its age where it is a kept one, or why it cannot be shown. */
export function BodyView({ read, what, isToRead = false, children }: BodyViewProps): ReactElement {
  const part = bodyPart(read);
  const { hidden = 0, remains } = read.value ?? {};
  if (part.is === 'failed') return <ErrorPanel details={read.error?.stack} message={part.error.message} />;
  return (
    <LoadingRegion
      isLoading={part.is === 'loading'}
      label={`Loading ${what.toLowerCase()}`}
      skeleton={<SkeletonRows count={6} />}
    >
      {part.is === 'found' ? (
        <>
          {part.claim.reason !== null && (
            <InlineBar className="mb-2.5" tone="offline">
              {part.claim.reason} Shown as of <Ago at={part.claim.asOf} label="As of" />.
            </InlineBar>
          )}
          {read.value?.isKept === false && (
            <InlineBar className="mb-2.5" tone="info">
              {hidden > 0
                ? `${what} is kept on this device without the texts in it that may be secrets (${hidden}).`
                : `${what} is shown but not kept on this device: it may hold a secret, or is too large.`}
            </InlineBar>
          )}
          {children(part.value)}
        </>
      ) : part.is === 'not-here' && isToRead && remains !== undefined ? (
        <>
          <InlineBar className="mb-2.5" tone="offline">
            Texts in it that may be secrets ({hidden}) are not on this device: {NOT_KEPT} stands for them.
            Shown as of <Ago at={read.value?.claim.asOf ?? null} label="As of" />.
          </InlineBar>
          {children(remains)}
        </>
      ) : (
        <Absent part={part} what={what} />
      )}
    </LoadingRegion>
  );
}

function Absent({ part, what }: { part: Part<never>; what: string }): ReactElement | null {
  switch (part.is) {
    case 'forbidden':
      return <Unauthorized />;
    case 'missing':
      return (
        <EmptyState icon={CircleSlash} title="No data available">
          The server has none.
        </EmptyState>
      );
    case 'not-here':
      return (
        <EmptyState icon={CloudOff} title="Not on this device">
          {what} is not on this device. {part.reason} It is fetched as soon as the server can be reached.
        </EmptyState>
      );
    default:
      return null;
  }
}
