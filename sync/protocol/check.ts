import * as v from 'valibot';
import { maybeText, text } from './fields.ts';
import type { TableSpec } from './table.ts';

/**
 * Name of one health check, to label evidence. Ordering: none. Every run rewrites the server's row, so neither a
 * cursor nor any column that moves with a run belongs here: the slim row stays equal and costs no write (D9).
 */
export const checkSchema = v.object({
  id: text,
  name: text,
  type: maybeText,
  icon: maybeText,
  deleted_at: maybeText,
});
/** Name of one check as the server sends it. */
export type Check = v.InferOutput<typeof checkSchema>;

/** How check names are pulled and keyed. */
export const checkTable: TableSpec = {
  name: 'checks',
  path: '/db/checks',
  columns: ['id', 'name', 'type', 'icon', 'deleted_at'],
  key: 'id',
  schema: checkSchema,
  feed: { kind: 'snapshot' },
  group: 'cool',
  softDelete: true,
  monotonic: false,
  conflict: {},
};
