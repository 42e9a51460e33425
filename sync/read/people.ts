import type { Stored } from '../protocol/stored.ts';
import { maybeTextOf, textOf } from './columns.ts';
import type { PersonRef } from './types.ts';

/** Length of the id shown for somebody unknown: enough to tell two strangers apart. */
const ID_SHOWN = 8;

/** People and teams by id. */
export type Names = ReadonlyMap<string, PersonRef>;

/** Index of people (or teams) for joins; deleted people keep their names on old comments. */
export function namesOf(rows: readonly Stored[]): Names {
  return new Map(
    rows.map((row) => {
      const id = textOf(row, 'id');
      return [id, { id, name: maybeTextOf(row, 'name') ?? shortId(id), avatar: maybeTextOf(row, 'avatar') }];
    }),
  );
}

/** The person, or a stand-in with the start of the id when this device does not know them. */
export function personRef(id: string, names: Names): PersonRef {
  return names.get(id) ?? { id, name: shortId(id), avatar: null };
}

/** The person of a column; null when the column is empty. */
export function personOf(row: Stored, column: string, names: Names): PersonRef | null {
  const id = maybeTextOf(row, column);
  return id === null ? null : personRef(id, names);
}

/** First appearance of each person. */
export function distinct(people: readonly PersonRef[]): readonly PersonRef[] {
  const seen = new Set<string>();
  return people.filter((person) => !seen.has(person.id) && seen.add(person.id));
}

/** Start of an id, for things without a name here. */
export function shortId(id: string): string {
  return id.slice(0, ID_SHOWN);
}
