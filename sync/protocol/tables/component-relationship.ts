import * as v from 'valibot';
import { maybeText, text, SCRAPER_OVERLAP_MS, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One edge of the topology: `component_id` is the child, `relationship_id` its parent. Ordering: none. The table has no
 * primary key, and edges made by hand have no selector; they go hard with their component.
 */
export const componentRelationshipSchema = v.object({
  component_id: text,
  relationship_id: text,
  selector_id: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** One row of `component_relationships` as the server sends it. */
export type ComponentRelationship = v.InferOutput<typeof componentRelationshipSchema>;

/** How `component_relationships` are pulled and keyed. */
export const componentRelationshipTable: TableSpec = {
  name: 'component_relationships',
  path: '/db/component_relationships',
  columns: ['component_id', 'relationship_id', 'selector_id', 'created_at', 'updated_at', 'deleted_at'],
  key: '_k',
  keyColumns: ['component_id', 'relationship_id', 'selector_id'],
  schema: componentRelationshipSchema,
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
