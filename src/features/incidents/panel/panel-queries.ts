import type { DoneItem } from '#sync/read/incident-done.ts';
import type { HistoryLine } from '#sync/read/incident-history.ts';
import type { Read } from '#sync/read/types.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';

/** All evidences of the incident, with what the definition of done needs of them. */
export function useDoneItems(incidentId: string): Live<Read<readonly DoneItem[]>> {
  const model = useReadModel();
  return useLive(() => model.evidences(incidentId), [model, incidentId]);
}

export function useHistory(incidentId: string): Live<Read<readonly HistoryLine[]>> {
  const model = useReadModel();
  return useLive(() => model.history(incidentId), [model, incidentId]);
}

/** Ids of the changelog lines this person has starred on this device. */
export function useStarred(): Live<readonly string[]> {
  const model = useReadModel();
  return useLive(() => model.pinned('changelog-line'), [model]);
}
