import { useState } from 'react';
import type { Draft } from '#sync/protocol/op.ts';
import type {
  IncidentFilter,
  IncidentList,
  IncidentLookup,
  OpView,
  PersonRef,
  Read,
} from '#sync/read/types.ts';
import { useLive, type Live } from '#src/platform/live.ts';
import { useReadModel } from '#src/platform/read-model-context.tsx';

export interface NamedRow {
  readonly id: string;
  readonly name: string;
}

/** The list a filter asks for; while a new filter is answered the last list stays, so that rows do not flash. */
export function useIncidentList(filter: IncidentFilter): Live<Read<IncidentList>> {
  const model = useReadModel();
  const { type, severity, status, owner, component, search } = filter;
  return useHeld(
    useLive(
      () => model.incidentList({ type, severity, status, owner, component, search }),
      [model, type, severity, status, owner, component, search],
    ),
  );
}

export function useIncident(id: string): Live<Read<IncidentLookup>> {
  const model = useReadModel();
  return useLive(() => model.incident(id), [model, id]);
}

/** People for mentions and the owner filter. */
export function usePeople(): Live<Read<readonly PersonRef[]>> {
  const model = useReadModel();
  return useLive(() => model.people(), [model]);
}

/** Changes of the whole device that are not on the server; the list marks its rows by them. */
export function useOpenOps(): Live<readonly OpView[]> {
  const model = useReadModel();
  return useLive(() => model.outbox(), [model]);
}

export function useComponents(): Live<Read<readonly NamedRow[]>> {
  const model = useReadModel();
  return useLive(() => model.components(), [model]);
}

export function useStoredDraft(key: string): Live<Draft | null> {
  const model = useReadModel();
  return useLive(() => model.draft(key), [model, key]);
}

function useHeld<T>(live: Live<T>): Live<T> {
  const [last, setLast] = useState(live.value);
  if (live.value !== undefined && live.value !== last) setLast(live.value);
  return live.status === 'loading' && last !== undefined
    ? { status: 'ready', value: last, error: undefined }
    : live;
}
