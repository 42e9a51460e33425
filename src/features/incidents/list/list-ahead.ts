import type { ReadModel } from '#sync/read/read-model.ts';
import type { IncidentFilter, IncidentList, Read } from '#sync/read/types.ts';
import { beginRead, createBegunRead } from '#src/platform/replica/begun-reads.ts';
import { expectStart } from '#src/platform/shell/start-painted.ts';
import { filterOf } from './incident-search.ts';

export const begunList = createBegunRead<Read<IncidentList>>();

/** What is read of a list; the search is answered from what the other filters gave. */
export function listQuestion({ type, severity, status, owner, component }: IncidentFilter): string {
  return JSON.stringify([type, severity, status, owner, component]);
}

/** Begins the list that an address without a filter shows; another one is read by its page. */
export function readListAhead(model: ReadModel, search: string): void {
  if (search !== '') return;
  const filter = filterOf({});
  const reading = model.incidentList(filter);
  beginRead(begunList, model, listQuestion(filter), reading);
  expectStart(reading.then(({ data }) => data.rows.length > 0));
}
