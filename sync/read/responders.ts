import type { Dexie } from 'dexie';
import { readStored } from '../store/cache/records.ts';
import { byCreated, isShown, marksOf, maybeTextOf, textOf } from './columns.ts';
import type { OpsByRow } from './op-view.ts';
import { peopleOf, personRef, teamRef, teamsOf } from './people.ts';
import { allRows, readClaim } from './queries.ts';
import type { Marks, OpView, PersonRef, Read } from './types.ts';

/** One responder of an incident. What was filled in for a ticket system is not on this device (D22). */
export interface ResponderView {
  readonly id: string;
  /** What the row points at; a row that points at nothing is a `person` without a name. */
  readonly kind: 'person' | 'team';
  readonly who: PersonRef;
  /** Number of the ticket in the other system; null until it was opened. */
  readonly externalId: string | null;
  readonly addedBy: PersonRef | null;
  readonly createdAt: string;
  readonly marks: Marks;
  /** Open operations on this row, oldest first. */
  readonly ops: readonly OpView[];
}

/** Tables `queryResponders` reads. */
export const responderTables = ['responders', 'people', 'teams', 'feeds'];

/** People and teams of an incident by `index`, then age. Call inside a read transaction over `responderTables`. */
export async function queryResponders(
  db: Dexie,
  incidentId: string,
  ops: OpsByRow,
): Promise<Read<readonly ResponderView[]>> {
  const claim = await readClaim(db, ['responders'], ['people', 'teams']);
  const people = peopleOf(await allRows(db, 'people'));
  const teams = teamsOf(await allRows(db, 'teams'));
  const raws: readonly unknown[] = await db
    .table('responders')
    .where('incident_id')
    .equals(incidentId)
    .toArray();
  const rows = raws.map(readStored).filter((row) => row !== undefined);
  const data = rows
    .filter(isShown)
    .sort((a, b) => placeOf(a['index']) - placeOf(b['index']) || byCreated(a, b))
    .map((row): ResponderView => {
      const teamId = maybeTextOf(row, 'team_id');
      const authorId = maybeTextOf(row, 'created_by');
      const id = textOf(row, 'id');
      return {
        id,
        kind: teamId === null ? 'person' : 'team',
        who: teamId === null ? personRef(textOf(row, 'person_id'), people) : teamRef(teamId, teams),
        externalId: maybeTextOf(row, 'external_id'),
        addedBy: authorId === null ? null : personRef(authorId, people),
        createdAt: textOf(row, 'created_at'),
        marks: marksOf(row),
        ops: ops('responders', id),
      };
    });
  return { data, ...claim };
}

function placeOf(index: unknown): number {
  return typeof index === 'number' ? index : Number.MAX_SAFE_INTEGER;
}
