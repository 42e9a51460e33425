import * as v from 'valibot';
import { maybeText, text, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One line of an incident's changelog, written by triggers only. Ordering: by `created_at`, then `id`; all lines of
 * one transaction share `created_at`, so the id breaks the tie. `created_by` is the creator of the row that fired the
 * trigger, not the person who made the change (reference schema.md 7).
 */
export const incidentHistorySchema = v.object({
  id: text,
  incident_id: text,
  type: maybeText,
  description: maybeText,
  hypothesis_id: maybeText,
  responder_id: maybeText,
  evidence_id: maybeText,
  comment_id: maybeText,
  created_by: maybeText,
  created_at: text,
  updated_at: maybeText,
});
/** One changelog line as the server sends it. */
export type IncidentHistory = v.InferOutput<typeof incidentHistorySchema>;

/** How changelog lines are pulled and keyed; the client never writes them. */
export const incidentHistoryTable: TableSpec = {
  name: 'incident_histories',
  path: '/db/incident_histories',
  columns: [
    'id',
    'incident_id',
    'type',
    'description',
    'hypothesis_id',
    'responder_id',
    'evidence_id',
    'comment_id',
    'created_by',
    'created_at',
    'updated_at',
  ],
  key: 'id',
  schema: incidentHistorySchema,
  // Not append-only for us: deleting what a line points at sets the key to null, which moves `updated_at`. The lines
  // themselves are never deleted, and they are most of what the incident tables hold.
  feed: {
    kind: 'cursor',
    markers: ['updated_at'],
    nullableMarker: false,
    overlapMs: USER_OVERLAP_MS,
    sweepMs: 6 * 3_600_000,
  },
  group: 'hot',
  softDelete: false,
  monotonic: true,
  parent: { column: 'incident_id', table: 'incidents' },
  conflict: { type: 'append-only', description: 'append-only' },
};

/** Both spellings of the status event (`incident_status.updated`, `incident.status_updated`) are one on reading. */
export function normalHistoryType(type: string | null): string {
  return type === 'incident_status.updated' ? 'incident.status_updated' : (type ?? '');
}
