import * as v from 'valibot';
import { maybeNumber, maybeText, text, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * Person or team assigned to an incident. Ordering: `index`, then `created_at`. Removing one sets `deleted_at` and
 * leaves `updated_at` alone (B2), so both are markers. The ticket form lives in a column that may hold credentials of
 * a ticket system; it is not pulled (reference schema.md 4.3).
 */
export const responderSchema = v.object({
  id: text,
  incident_id: text,
  /** `person` or `system`; clients write `system` for people too, so read `person_id` and `team_id` instead. */
  type: maybeText,
  index: maybeNumber,
  person_id: maybeText,
  team_id: maybeText,
  external_id: maybeText,
  created_by: maybeText,
  created_at: text,
  updated_at: text,
  deleted_at: maybeText,
});
/** One responder as the server sends it. */
export type Responder = v.InferOutput<typeof responderSchema>;

/** How responders are pulled and keyed. */
export const responderTable: TableSpec = {
  name: 'responders',
  path: '/db/responders',
  columns: [
    'id',
    'incident_id',
    'type',
    'index',
    'person_id',
    'team_id',
    'external_id',
    'created_by',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  key: 'id',
  schema: responderSchema,
  feed: {
    kind: 'cursor',
    markers: ['updated_at', 'deleted_at'],
    nullableMarker: false,
    overlapMs: USER_OVERLAP_MS,
  },
  group: 'hot',
  softDelete: true,
  monotonic: true,
  parent: { column: 'incident_id', table: 'incidents' },
  write: {
    noun: 'responder',
    sets: { incident_id: 'create', person_id: 'create' },
    author: 'created_by',
    // Clients write the type `system` for people too; the reference says `person`.
    defaults: { type: 'person' },
    refs: { incident_id: 'incidents' },
    root: 'incident_id',
  },
  conflict: {},
};
