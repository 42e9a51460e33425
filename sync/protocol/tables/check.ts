import * as v from 'valibot';
import { maybeJson, maybeText, REREAD_MS, text, SCRAPER_OVERLAP_MS, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One health check without its definition. Ordering: none. Every run rewrites the server's row, so no column that moves
 * with a run belongs here and `updated_at` is no marker: new and deleted rows come by their times, the status by its
 * membership set, anything else when all are read again (WAT2; D9, D10 F-state, B3).
 */
export const checkSchema = v.object({
  id: text,
  canary_id: maybeText,
  agent_id: maybeText,
  name: text,
  type: maybeText,
  icon: maybeText,
  namespace: maybeText,
  description: maybeText,
  labels: maybeJson,
  owner: maybeText,
  severity: maybeText,
  category: maybeText,
  /** `healthy`, `unhealthy`, or any other text of a newer server. */
  status: maybeText,
  last_transition_time: maybeText,
  silenced_at: maybeText,
  created_at: maybeText,
  deleted_at: maybeText,
});
/** One check as the server sends it. */
export type Check = v.InferOutput<typeof checkSchema>;

/** How checks are pulled and keyed. */
export const checkTable: TableSpec = {
  name: 'checks',
  path: '/db/checks',
  columns: [
    'id',
    'canary_id',
    'agent_id',
    'name',
    'type',
    'icon',
    'namespace',
    'description',
    'labels',
    'owner',
    'severity',
    'category',
    'status',
    'last_transition_time',
    'silenced_at',
    'created_at',
    'deleted_at',
  ],
  key: 'id',
  schema: checkSchema,
  feed: {
    kind: 'cursor',
    markers: ['created_at', 'deleted_at'],
    nullableMarker: false,
    overlapMs: USER_OVERLAP_MS,
    wideOverlapMs: SCRAPER_OVERLAP_MS,
    rereadMs: REREAD_MS,
  },
  watch: { column: 'status', calm: ['healthy'], columns: ['status', 'last_transition_time', 'silenced_at'] },
  group: 'cool',
  softDelete: true,
  monotonic: false,
  conflict: {},
};
