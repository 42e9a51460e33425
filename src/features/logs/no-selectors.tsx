import { ScrollText } from 'lucide-react';
import type { ReactElement } from 'react';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { NotRead, RefreshButton, Unauthorized, ViewFallback } from '#src/views/view-fallback.tsx';
import type { Selectors } from './use-sources.ts';

interface NoSelectorsProps {
  part: Selectors['part'];
  /** Of the component. */
  name: string;
  onRetry: () => Promise<void>;
}

/** In the place of lines while nothing says where they are found. That a component has no logs only the server can say. */
export function NoSelectors({ part, name, onRetry }: NoSelectorsProps): ReactElement {
  switch (part.is) {
    case 'loading':
      return (
        <LoadingRegion
          isLoading
          label="Loading logs"
          skeleton={
            <div className="px-page">
              <SkeletonRows />
            </div>
          }
        >
          {null}
        </LoadingRegion>
      );
    case 'failed':
      return (
        <NotRead
          details={JSON.stringify(part.error, null, 2)}
          isWholePage={false}
          message={part.error.message}
          what="Logs"
          onRetry={() => void onRetry()}
        />
      );
    case 'forbidden':
      return <Unauthorized action={<RefreshButton onRefresh={onRetry} />} isPageHeading={false} />;
    case 'not-here':
      return (
        <ViewFallback
          error={undefined}
          reason={part.reason}
          state="not-here"
          what="Logs"
          onRefresh={onRetry}
        />
      );
    case 'missing':
      return (
        <EmptyState icon={ScrollText} title="Component not found">
          The server does not know it. Choose another component.
        </EmptyState>
      );
    case 'found':
      return (
        <EmptyState icon={ScrollText} title={`${name === '' ? 'This component' : name} has no logs`}>
          {part.claim.reason === null
            ? 'Nothing says on the server where its logs are found. Choose another component.'
            : 'That was the answer when the server was asked last.'}
        </EmptyState>
      );
  }
}
