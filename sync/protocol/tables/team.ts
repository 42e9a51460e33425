import * as v from 'valibot';
import { maybeText, text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One team. Ordering: none. The definition of a team may hold credentials of ticket
 * systems and is never pulled (reference schema.md 4.3).
 */
export const teamSchema = v.object({
  id: text,
  name: text,
  icon: maybeText,
  source: maybeText,
  created_by: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** One team as the server sends it. */
export type Team = v.InferOutput<typeof teamSchema>;

/** How teams are pulled and keyed. */
export const teamTable: TableSpec = {
  name: 'teams',
  path: '/db/teams',
  columns: ['id', 'name', 'icon', 'source', 'created_by', 'created_at', 'updated_at', 'deleted_at'],
  key: 'id',
  schema: teamSchema,
  feed: { kind: 'snapshot' },
  group: 'cold',
  softDelete: true,
  monotonic: false,
  write: {
    noun: 'team',
    sets: { name: 'both', icon: 'both', spec: 'paths' },
    author: 'created_by',
    typed: ['name'],
  },
  conflict: {},
};
