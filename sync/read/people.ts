import type { JsonRow } from '../protocol/op.ts';
import type { Stored } from '../protocol/stored.ts';
import { maybeTextOf, textOf } from './columns.ts';
import type { PersonRef } from './types.ts';

/** What stands for a name this device does not have: the letters of an id look like a name and say nothing. */
export const UNKNOWN_PERSON = 'Unknown person';
/** The same for a team. */
export const UNKNOWN_TEAM = 'Unknown team';
/** The same for a component. */
export const UNKNOWN_COMPONENT = 'Unknown component';

/** People or teams by id. */
export type Names = ReadonlyMap<string, PersonRef>;

/** Index of people for joins; deleted people keep their names on old comments. */
export function peopleOf(rows: readonly Stored[]): Names {
  return namesOf(rows, UNKNOWN_PERSON);
}

/** The same of teams. */
export function teamsOf(rows: readonly Stored[]): Names {
  return namesOf(rows, UNKNOWN_TEAM);
}

/** The same of components. */
export function componentsOf(rows: readonly Stored[]): Names {
  return namesOf(rows, UNKNOWN_COMPONENT);
}

function namesOf(rows: readonly Stored[], unnamed: string): Names {
  return new Map(
    rows.map((row) => {
      const id = textOf(row, 'id');
      const name = maybeTextOf(row, 'name')?.trim() ?? '';
      return [id, { id, name: name === '' ? unnamed : name, avatar: maybeTextOf(row, 'avatar') }];
    }),
  );
}

/** The person, or a stand-in when this device does not know them. */
export function personRef(id: string, people: Names): PersonRef {
  return people.get(id) ?? { id, name: UNKNOWN_PERSON, avatar: null };
}

/** The same for a team. */
export function teamRef(id: string, teams: Names): PersonRef {
  return teams.get(id) ?? { id, name: UNKNOWN_TEAM, avatar: null };
}

/** The person of a column; null when the column is empty. */
export function personOf(row: JsonRow, column: string, people: Names): PersonRef | null {
  const id = maybeTextOf(row, column);
  return id === null ? null : personRef(id, people);
}

/** The team of a column; null when the column is empty. */
export function teamOf(row: JsonRow, column: string, teams: Names): PersonRef | null {
  const id = maybeTextOf(row, column);
  return id === null ? null : teamRef(id, teams);
}

/** Whoever a responder row points at, a person before a team; null when it points at nobody. */
export function responderOf(row: JsonRow, people: Names, teams: Names): PersonRef | null {
  return personOf(row, 'person_id', people) ?? teamOf(row, 'team_id', teams);
}

/** First appearance of each person. */
export function distinct(people: readonly PersonRef[]): readonly PersonRef[] {
  const seen = new Set<string>();
  return people.filter((person) => !seen.has(person.id) && seen.add(person.id));
}
