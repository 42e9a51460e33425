import type { JsonRow } from '../protocol/op.ts';
import type { Stored } from '../protocol/stored.ts';
import type { TableName } from '../protocol/table.ts';
import { compareText, flagOf, isShown } from './columns.ts';
import { componentsOf, peopleOf, teamsOf } from './people.ts';
import type { Names } from './people.ts';
import { allRows, readClaim } from './queries.ts';
import type { LateRead } from './read-model.ts';
import type { PersonRef } from './types.ts';

type Named = Pick<PersonRef, 'id' | 'name'>;

/** By name as people read it, then by id. */
export const byName = (a: Named, b: Named): number =>
  compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.id, b.id);

function namesRead(
  table: TableName,
  namesOf: (rows: readonly Stored[]) => Names,
  isOffered: (row: JsonRow) => boolean = () => true,
): LateRead<readonly PersonRef[]> {
  return {
    tables: [table, 'feeds'],
    query: async (db) => {
      const claim = await readClaim(db, [table]);
      const rows = (await allRows(db, table)).filter((row) => isShown(row) && isOffered(row));
      return { data: [...namesOf(rows).values()].sort(byName), ...claim };
    },
  };
}

/** Everybody who can be chosen, by name: agents are people only to the server. */
export const peopleRead = namesRead('people', peopleOf, ({ type }) => type !== 'agent');
/** Teams by name. */
export const teamNamesRead = namesRead('teams', teamsOf);
/** Components by name, without hidden ones. */
export const componentsRead = namesRead('components', componentsOf, (row) => !flagOf(row, 'hidden'));
