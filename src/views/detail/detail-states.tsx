import { CloudOff, FileQuestion } from 'lucide-react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { NotRead, RefreshButton, Unauthorized } from '../view-fallback.tsx';
import type { Subject } from './detail-spec.ts';
import type { Part } from '#sync/protocol/claim.ts';

/** What stands in the place of a part that is not shown. */
export type Absent = Exclude<Part<unknown>, { is: 'loading' | 'found' }>;

interface DetailAbsentProps {
  id: string;
  part: Absent;
  subject: Subject;
  Missing: ComponentType<{ id: string }> | undefined;
  /** The way on. */
  action?: ReactNode;
  /** Nothing else is on the page: the notice carries its heading. */
  isWholePage: boolean;
  onRetry: () => void;
}

/** Why a record is not shown. Four reasons, four sentences: none of them may be taken for another. */
export function DetailAbsent(props: DetailAbsentProps): ReactElement {
  const { id, part, subject, Missing, action, isWholePage, onRetry } = props;
  const { phase } = useSyncStatus();
  const what = `This ${subject.label.toLowerCase()}`;
  switch (part.is) {
    case 'failed':
      return (
        <NotRead
          details={JSON.stringify(part.error, null, 2)}
          isWholePage={isWholePage}
          message={part.error.message}
          what={what}
          onRetry={onRetry}
        />
      );
    case 'forbidden':
      return <Unauthorized action={action} isPageHeading={isWholePage} />;
    case 'missing':
      return (
        <EmptyState action={action} icon={FileQuestion} isPageHeading={isWholePage} title={subject.notFound}>
          {Missing && <Missing id={id} />}
        </EmptyState>
      );
    case 'not-here':
      return (
        <EmptyState
          action={
            <>
              {action}
              {phase !== 'offline' && <RefreshButton />}
            </>
          }
          icon={CloudOff}
          isPageHeading={isWholePage}
          title="Not on this device yet"
        >
          {part.reason ??
            `${what} has not been downloaded to this device. It will be downloaded as soon as the server can be reached.`}
        </EmptyState>
      );
  }
}
