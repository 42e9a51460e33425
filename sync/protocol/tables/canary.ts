import * as v from 'valibot';
import { maybeJson, maybeText, text, REREAD_MS, SCRAPER_OVERLAP_MS, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One group of health checks, without its definition: that may hold credentials and is fetched when it is opened.
 * Ordering: none. Labels, annotations and the name change without a stamp, so all rows are read again every hour.
 */
export const canarySchema = v.object({
  id: text,
  agent_id: maybeText,
  name: text,
  namespace: maybeText,
  labels: maybeJson,
  annotations: maybeJson,
  source: maybeText,
  created_by: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** One row of `canaries` as the server sends it. */
export type Canary = v.InferOutput<typeof canarySchema>;

/** How `canaries` are pulled and keyed. */
export const canaryTable: TableSpec = {
  name: 'canaries',
  path: '/db/canaries',
  columns: [
    'id',
    'agent_id',
    'name',
    'namespace',
    'labels',
    'annotations',
    'source',
    'created_by',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  key: 'id',
  schema: canarySchema,
  feed: {
    kind: 'cursor',
    markers: ['updated_at', 'created_at', 'deleted_at'],
    nullableMarker: false,
    overlapMs: USER_OVERLAP_MS,
    wideOverlapMs: SCRAPER_OVERLAP_MS,
    rereadMs: REREAD_MS,
  },
  group: 'cool',
  softDelete: true,
  monotonic: false,
  // The stamp moves with the definition alone (entities W2).
  write: {
    guard: 'both',
    sets: { name: 'both', namespace: 'both' },
    author: 'created_by',
    typed: ['name'],
  },
  conflict: { name: 'ask', namespace: 'ask', labels: 'merge-keys', annotations: 'merge-keys' },
};
