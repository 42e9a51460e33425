import * as v from 'valibot';
import { text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One person's place in one team. Ordering: none, no timestamps; removed hard.
 */
export const teamMemberSchema = v.object({
  team_id: text,
  person_id: text,
});
/** One row of `team_members` as the server sends it. */
export type TeamMember = v.InferOutput<typeof teamMemberSchema>;

/** How `team_members` are pulled and keyed. */
export const teamMemberTable: TableSpec = {
  name: 'team_members',
  path: '/db/team_members',
  columns: ['team_id', 'person_id'],
  key: '_k',
  keyColumns: ['team_id', 'person_id'],
  schema: teamMemberSchema,
  feed: { kind: 'snapshot' },
  group: 'cold',
  softDelete: false,
  monotonic: false,
  parent: { column: 'team_id', table: 'teams' },
  write: {
    noun: 'team member',
    sets: { team_id: 'create', person_id: 'create' },
    refs: { team_id: 'teams', person_id: 'people' },
    root: 'team_id',
  },
  conflict: {},
};
