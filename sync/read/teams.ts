import { changesWithin } from '../protocol/json-path.ts';
import type { JsonRow } from '../protocol/op.ts';
import { isShown, marksOf, maybeTextOf, textOf } from './columns.ts';
import { byName } from './names.ts';
import { peopleOf, personOf, personRef } from './people.ts';
import { allRows, readClaim } from './queries.ts';
import type { LateRead } from './read-model.ts';
import type { Marks, PersonRef } from './types.ts';

/** Somebody in a team; `key` is that of the membership. */
export interface TeamMember {
  readonly key: string;
  readonly person: PersonRef;
  readonly marks: Marks;
}

/** One team with its members, without its definition. */
export interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  /** Where it was defined: `UI`, `KubernetesCRD`, …; null for one that was made here. */
  readonly source: string | null;
  readonly author: PersonRef | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly marks: Marks;
  readonly members: readonly TeamMember[];
  /** What waits to be set in its definition, by the names of the values. */
  readonly definitionChanges: JsonRow;
}

/** What the screens of teams show. */
export interface Teams {
  readonly teams: readonly TeamRow[];
  /** Everybody who can be in a team, by name. */
  readonly people: readonly PersonRef[];
}

/** Live teams by name, each with its members by name. */
export const teamsRead: LateRead<Teams> = {
  tables: ['teams', 'team_members', 'people', 'feeds'],
  query: async (db) => {
    const claim = await readClaim(db, ['teams', 'team_members'], ['people']);
    const rows = await allRows(db, 'people');
    const people = peopleOf(rows);
    const members = new Map<string, TeamMember[]>();
    for (const row of (await allRows(db, 'team_members')).filter(isShown)) {
      const teamId = textOf(row, 'team_id');
      const list = members.get(teamId) ?? [];
      list.push({
        key: textOf(row, '_k'),
        person: personRef(textOf(row, 'person_id'), people),
        marks: marksOf(row),
      });
      members.set(teamId, list);
    }
    const teams = (await allRows(db, 'teams')).filter(isShown).map((row): TeamRow => {
      const id = textOf(row, 'id');
      return {
        id,
        name: textOf(row, 'name'),
        icon: maybeTextOf(row, 'icon'),
        source: maybeTextOf(row, 'source'),
        author: personOf(row, 'created_by', people),
        createdAt: maybeTextOf(row, 'created_at'),
        updatedAt: maybeTextOf(row, 'updated_at'),
        marks: marksOf(row),
        definitionChanges: changesWithin(row, 'spec'),
        members: (members.get(id) ?? []).sort((a, b) => byName(a.person, b.person)),
      };
    });
    const offered = rows.filter((row) => isShown(row) && maybeTextOf(row, 'type') !== 'agent');
    return {
      data: {
        teams: teams.sort(byName),
        people: [...peopleOf(offered).values()].sort(byName),
      },
      ...claim,
    };
  },
};
