import * as v from 'valibot';
import { maybeText, text, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One comment of a thread. Ordering: by `created_at`, then `id`; a comment written offline keeps the device's time
 * until its acknowledgement brings the server's. Deleted hard, together with its hypothesis (B20).
 */
export const commentSchema = v.object({
  id: text,
  /** Markdown; mentions as `@[display](user:id)`. */
  comment: text,
  incident_id: text,
  hypothesis_id: maybeText,
  /** Set only for comments mirrored in from a ticket system. */
  responder_id: maybeText,
  external_id: maybeText,
  external_created_by: maybeText,
  created_by: maybeText,
  created_at: text,
  updated_at: text,
});
/** One comment as the server sends it. */
export type Comment = v.InferOutput<typeof commentSchema>;

/** How comments are pulled and keyed; they are only ever added, so no conflict is possible (D8). */
export const commentTable: TableSpec = {
  name: 'comments',
  path: '/db/comments',
  columns: [
    'id',
    'comment',
    'incident_id',
    'hypothesis_id',
    'responder_id',
    'external_id',
    'external_created_by',
    'created_by',
    'created_at',
    'updated_at',
  ],
  key: 'id',
  schema: commentSchema,
  feed: { kind: 'cursor', markers: ['updated_at'], nullableMarker: false, overlapMs: USER_OVERLAP_MS },
  group: 'hot',
  softDelete: false,
  monotonic: true,
  parent: { column: 'incident_id', table: 'incidents' },
  write: {
    noun: 'comment',
    typed: ['comment'],
    madeUnder: { column: 'hypothesis_id' },
    refs: { incident_id: 'incidents', hypothesis_id: 'hypotheses' },
  },
  conflict: { comment: 'append-only' },
};
