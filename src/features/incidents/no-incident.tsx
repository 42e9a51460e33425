import { FileQuestion } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLive } from '#src/platform/live.ts';
import { useReadModel } from '#src/platform/read-model-context.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { incidentPath } from './commands.ts';
import { lastListHref } from './list/list-href.ts';

interface NoIncidentProps {
  incidentId: string;
  /** The whole list is here and it is not in it; else it may just not have been downloaded. */
  isMissing: boolean;
}

/** Stands where an incident would be. */
export function NoIncident({ incidentId, isMissing }: NoIncidentProps): ReactElement {
  const back = <LinkButton href={lastListHref()}>Back to Incidents</LinkButton>;
  if (isMissing) return <MissingIncident back={back} incidentId={incidentId} />;
  return (
    <EmptyState isPageHeading action={back} icon={FileQuestion} title="Not on this device">
      This incident is not among those stored here. It is fetched as soon as the server can be reached.
    </EmptyState>
  );
}

/** Somebody may be reading the incident they have just made while the server refuses it: then that is what is said. */
function MissingIncident({ incidentId, back }: { incidentId: string; back: ReactElement }): ReactElement {
  const refusal = useRefusal(incidentId);
  return (
    <EmptyState
      isPageHeading
      action={
        <>
          {back}
          {refusal !== null && (
            <LinkButton href={`${incidentPath(incidentId)}?panel=sync`}>Open the outbox</LinkButton>
          )}
        </>
      }
      icon={FileQuestion}
      title="Incident not found"
    >
      {refusal ?? undefined}
    </EmptyState>
  );
}

/** What was said when the server refused an incident that was made on this device; null when it did not. */
function useRefusal(incidentId: string): string | null {
  const model = useReadModel();
  const notices = useLive(() => model.notices(), [model]).value ?? [];
  // A notice has the id of the operation that ended.
  const ids = notices.map(({ id }) => id);
  const ops = useLive(() => model.opStates(ids), [model, ids.join(' ')]).value ?? [];
  const refused = ops.find(
    ({ kind, tbl, rowId }) => kind === 'insert' && tbl === 'incidents' && rowId === incidentId,
  );
  return notices.find(({ id }) => id === refused?.id)?.message ?? null;
}
