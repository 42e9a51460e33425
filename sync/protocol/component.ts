import * as v from 'valibot';
import { maybeFlag, maybeText, text, USER_OVERLAP_MS } from './fields.ts';
import type { TableSpec } from './table.ts';

/**
 * Name of one topology node, for the component filter and to label evidence. Ordering: none. `updated_at` may be
 * NULL (B5) and rows of remote agents bring foreign stamps (B4); undeleting moves only `deleted_at`, back to NULL,
 * which no cursor sees: the sweep finds it (D12).
 */
export const componentSchema = v.object({
  id: text,
  name: text,
  type: maybeText,
  icon: maybeText,
  /** Hidden by a user; pickers leave it out. */
  hidden: maybeFlag,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** Name of one component as the server sends it. */
export type Component = v.InferOutput<typeof componentSchema>;

/** How component names are pulled and keyed. */
export const componentTable: TableSpec = {
  name: 'components',
  path: '/db/components',
  columns: ['id', 'name', 'type', 'icon', 'hidden', 'created_at', 'updated_at', 'deleted_at'],
  key: 'id',
  schema: componentSchema,
  feed: {
    kind: 'cursor',
    markers: ['updated_at', 'created_at', 'deleted_at'],
    nullableMarker: true,
    overlapMs: USER_OVERLAP_MS,
  },
  group: 'cool',
  softDelete: true,
  monotonic: false,
  conflict: {},
};
