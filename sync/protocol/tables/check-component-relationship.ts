import * as v from 'valibot';
import { maybeText, text, SCRAPER_OVERLAP_MS, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One check that watches a component. Ordering: none. The table has no primary key; links go soft with their check or
 * component and hard with the checker's own clearing, which the sweep finds (D12).
 */
export const checkComponentRelationshipSchema = v.object({
  component_id: text,
  check_id: text,
  canary_id: maybeText,
  selector_id: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** One row of `check_component_relationships` as the server sends it. */
export type CheckComponentRelationship = v.InferOutput<typeof checkComponentRelationshipSchema>;

/** How `check_component_relationships` are pulled and keyed. */
export const checkComponentRelationshipTable: TableSpec = {
  name: 'check_component_relationships',
  path: '/db/check_component_relationships',
  columns: ['component_id', 'check_id', 'canary_id', 'selector_id', 'created_at', 'updated_at', 'deleted_at'],
  key: '_k',
  keyColumns: ['component_id', 'check_id', 'canary_id', 'selector_id'],
  schema: checkComponentRelationshipSchema,
  feed: {
    kind: 'cursor',
    markers: ['updated_at', 'deleted_at'],
    nullableMarker: false,
    overlapMs: USER_OVERLAP_MS,
    wideOverlapMs: SCRAPER_OVERLAP_MS,
  },
  group: 'cool',
  softDelete: true,
  monotonic: false,
  conflict: {},
};
