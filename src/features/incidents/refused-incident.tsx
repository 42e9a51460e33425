import type { ReactElement } from 'react';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { incidentPath } from './commands.ts';

/** Somebody may be reading the incident they have just made while the server refuses it: then that is what is said. */
export function RefusedIncident({ id }: { id: string }): ReactElement | null {
  const refusal = useRefusal(id);
  if (refusal === null) return null;
  return (
    <>
      <p>{refusal}</p>
      <LinkButton className="mt-3" href={`${incidentPath(id)}?panel=sync`}>
        Open Sync
      </LinkButton>
    </>
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
