import * as v from 'valibot';
import { maybeText, text, SCRAPER_OVERLAP_MS, USER_OVERLAP_MS } from '../fields.ts';
import { HAND_MADE } from '../hand-made.ts';
import type { TableSpec } from '../table.ts';

/**
 * One link between a component and a catalog item. Ordering: none. The table has no primary key; links made by hand are
 * deleted hard, `updated_at` may be NULL (B5).
 */
export const configComponentRelationshipSchema = v.object({
  component_id: text,
  config_id: text,
  selector_id: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** One row of `config_component_relationships` as the server sends it. */
export type ConfigComponentRelationship = v.InferOutput<typeof configComponentRelationshipSchema>;

/** How `config_component_relationships` are pulled and keyed. */
export const configComponentRelationshipTable: TableSpec = {
  name: 'config_component_relationships',
  path: '/db/config_component_relationships',
  columns: ['component_id', 'config_id', 'selector_id', 'created_at', 'updated_at', 'deleted_at'],
  key: '_k',
  // What is unique on the server: a link that a selector or a person takes over is the same row (reference schema.md).
  keyColumns: ['component_id', 'config_id'],
  handMade: { column: 'selector_id', value: HAND_MADE },
  schema: configComponentRelationshipSchema,
  feed: {
    kind: 'cursor',
    markers: ['updated_at', 'created_at', 'deleted_at'],
    nullableMarker: true,
    overlapMs: USER_OVERLAP_MS,
    wideOverlapMs: SCRAPER_OVERLAP_MS,
  },
  group: 'cool',
  softDelete: true,
  monotonic: false,
  write: {
    noun: 'config link',
    sets: { component_id: 'create', config_id: 'create' },
    refs: { component_id: 'components' },
    root: 'component_id',
  },
  conflict: {},
};
