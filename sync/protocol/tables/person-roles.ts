import * as v from 'valibot';
import { text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * Roles of one person, a view over the policy table. Ordering: none; no timestamps, so the whole view is the feed.
 * People without a role are missing, and `everyone` appears once the server has met the person.
 */
export const personRolesSchema = v.object({
  id: text,
  roles: v.nullish(v.array(v.string()), []),
});
/** Roles of one person as the server sends them. */
export type PersonRoles = v.InferOutput<typeof personRolesSchema>;

/** How roles are pulled and keyed. */
export const personRolesTable: TableSpec = {
  name: 'people_roles',
  path: '/db/people_roles',
  columns: ['id', 'roles'],
  key: 'id',
  schema: personRolesSchema,
  feed: { kind: 'snapshot' },
  group: 'cool',
  ownRow: true,
  softDelete: false,
  monotonic: false,
  conflict: {},
};
