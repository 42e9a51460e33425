import * as v from 'valibot';
import { maybeText, text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * Name and type of one connection, from the only view of connections that may be kept (reference schema.md 4.3).
 * Ordering: none.
 */
export const connectionListSchema = v.object({
  id: text,
  name: text,
  namespace: maybeText,
  type: maybeText,
  category: maybeText,
  created_by: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
});
/** One row of `connections_list` as the server sends it. */
export type ConnectionListed = v.InferOutput<typeof connectionListSchema>;

/** How `connections_list` are pulled and keyed. */
export const connectionListTable: TableSpec = {
  name: 'connections_list',
  path: '/db/connections_list',
  columns: ['id', 'name', 'namespace', 'type', 'category', 'created_by', 'created_at', 'updated_at'],
  key: 'id',
  schema: connectionListSchema,
  feed: { kind: 'snapshot' },
  group: 'cold',
  softDelete: false,
  monotonic: false,
  conflict: {},
};
