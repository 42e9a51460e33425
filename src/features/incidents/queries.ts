import { useMemo, useState } from 'react';
import { narrowedBy } from '#sync/read/incident-list.ts';
import { UNKNOWN_COMPONENT, UNKNOWN_PERSON } from '#sync/read/people.ts';
import type { ReviewState } from '#sync/read/review.ts';
import type { ResponderView } from '#sync/read/responders.ts';
import type {
  IncidentFilter,
  IncidentList,
  IncidentLookup,
  OpView,
  PersonRef,
  Read,
} from '#sync/read/types.ts';
import { useBegunRead } from '#src/platform/replica/begun-reads.ts';
import { createLiveKeeper } from '#src/platform/replica/live-keeper.ts';
import { peopleRead, teamNamesRead } from '#sync/read/names.ts';
import { useKeptLive, useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useStartIsShown } from '#src/platform/shell/start-painted.ts';
import { earlyIncident } from './early-incident.ts';
import { begunList, listQuestion } from './list/list-ahead.ts';

export interface NamedRow {
  readonly id: string;
  readonly name: string;
}

/** Who goes back from an incident comes to the list that was left. */
const listKeeper = createLiveKeeper<Read<IncidentList>>();

/** The list a filter asks for; while a new filter is answered the last list stays, so that rows do not flash. */
export function useIncidentList(filter: IncidentFilter): Live<Read<IncidentList>> {
  const model = useReadModel();
  const { search } = filter;
  const question = listQuestion(filter);
  const early = useBegunRead(begunList, model, question);
  const live = useHeld(
    useKeptLive(listKeeper, model, question, () => model.incidentList({ ...filter, search: '' }), early),
  );
  useStartIsShown(live.value !== undefined);
  // The search is answered from what the other filters gave.
  return useMemo(
    () =>
      live.value === undefined
        ? live
        : { ...live, value: { ...live.value, data: narrowedBy(live.value.data, search) } },
    [live, search],
  );
}

export function useIncident(id: string): Live<Read<IncidentLookup>> {
  const model = useReadModel();
  // What was begun when the page was made; a later press elsewhere is nothing to it.
  const early = useMemo(() => earlyIncident(model, id), [model, id]);
  return useLive(() => model.incident(id), [model, id], early);
}

/** People for mentions and the owner filter. */
export function usePeople(): Live<Read<readonly PersonRef[]>> {
  const model = useReadModel();
  return useLive(() => model.late(peopleRead), [model]);
}

/** Changes of the whole device that are not on the server; the list marks its rows by them. */
export function useOpenOps(): Live<readonly OpView[]> {
  const model = useReadModel();
  return useLive(() => model.outbox(), [model]);
}

/** Of the one a filter asks for; dots until it is read, and nothing without a filter. */
export function useOwnerName(id: string | undefined): string | undefined {
  const model = useReadModel();
  const live = useLive(() => (id === undefined ? NO_NAME : model.late(peopleRead)), [model, id]);
  return id && personName(id, live.value?.data);
}

/** The name of one of `people`; dots while they are being read. */
export function personName(id: string, people: readonly PersonRef[] | undefined): string {
  if (people === undefined) return '…';
  return people.find((person) => person.id === id)?.name ?? UNKNOWN_PERSON;
}

/** The same for a component. */
export function useComponentName(id: string | undefined): string | undefined {
  const model = useReadModel();
  const live = useLive(() => (id === undefined ? NO_NAME : model.componentFacts(id)), [model, id]);
  return id && (live.value === undefined ? '…' : (live.value?.data?.name ?? UNKNOWN_COMPONENT));
}

const NO_NAME = Promise.resolve(null);

/** People and teams that respond to an incident. */
export function useResponders(incidentId: string): Live<Read<readonly ResponderView[]>> {
  const model = useReadModel();
  return useLive(() => model.responders(incidentId), [model, incidentId]);
}

export function useTeams(): Live<Read<readonly PersonRef[]>> {
  const model = useReadModel();
  return useLive(() => model.late(teamNamesRead), [model]);
}

function useHeld<T>(live: Live<T>): Live<T> {
  const [last, setLast] = useState(live.value);
  if (live.value !== undefined && live.value !== last) setLast(live.value);
  return live.status === 'loading' && last !== undefined
    ? { status: 'ready', value: last, error: undefined }
    : live;
}

/** How far the incident can be reviewed without a network. */
export function useReviewState(incidentId: string): Live<Read<ReviewState>> {
  const model = useReadModel();
  return useLive(() => model.reviewState(incidentId), [model, incidentId]);
}
