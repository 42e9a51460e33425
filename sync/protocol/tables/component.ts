import * as v from 'valibot';
import {
  maybeFlag,
  maybeJson,
  maybeNumber,
  maybeText,
  text,
  SCRAPER_OVERLAP_MS,
  USER_OVERLAP_MS,
} from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One topology node, without selectors and inline checks, which may hold credentials. Ordering: none. `updated_at` may be
 * NULL (B5) and rows of remote agents bring foreign stamps (B4); undeleting moves only `deleted_at`, back to NULL,
 * which no cursor sees: the sweep finds it (D12).
 */
export const componentSchema = v.object({
  id: text,
  agent_id: maybeText,
  topology_id: maybeText,
  /** What its logs are asked for by; a component without one has none. */
  external_id: maybeText,
  parent_id: maybeText,
  config_id: maybeText,
  name: text,
  text: maybeText,
  topology_type: maybeText,
  namespace: maybeText,
  labels: maybeJson,
  type: maybeText,
  icon: maybeText,
  owner: maybeText,
  status: maybeText,
  status_reason: maybeText,
  description: maybeText,
  health: maybeText,
  /** A list of `{name, label, text, value, unit, max, headline, links…}`; judged where it is shown. */
  properties: maybeJson,
  summary: maybeJson,
  /** Ids from the root down to the parent, joined by dots. */
  path: maybeText,
  is_leaf: maybeFlag,
  silenced: maybeFlag,
  /** Hidden by a user; pickers leave it out. */
  hidden: maybeFlag,
  cost_per_minute: maybeNumber,
  cost_total_1d: maybeNumber,
  cost_total_7d: maybeNumber,
  cost_total_30d: maybeNumber,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** One component as the server sends it. */
export type Component = v.InferOutput<typeof componentSchema>;

/** How components are pulled and keyed. */
export const componentTable: TableSpec = {
  name: 'components',
  path: '/db/components',
  columns: [
    'id',
    'agent_id',
    'topology_id',
    'external_id',
    'parent_id',
    'config_id',
    'name',
    'text',
    'topology_type',
    'namespace',
    'labels',
    'type',
    'icon',
    'owner',
    'status',
    'status_reason',
    'description',
    'health',
    'properties',
    'summary',
    'path',
    'is_leaf',
    'silenced',
    'hidden',
    'cost_per_minute',
    'cost_total_1d',
    'cost_total_7d',
    'cost_total_30d',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  key: 'id',
  schema: componentSchema,
  feed: {
    kind: 'cursor',
    markers: ['updated_at', 'created_at', 'deleted_at'],
    nullableMarker: true,
    overlapMs: USER_OVERLAP_MS,
    wideOverlapMs: SCRAPER_OVERLAP_MS,
  },
  watch: {
    column: 'health',
    calm: ['healthy', 'unknown'],
    columns: ['health', 'status', 'status_reason'],
  },
  digest: ['health', 'status', 'status_reason'],
  group: 'cool',
  lane: 'component',
  softDelete: true,
  monotonic: false,
  conflict: {},
};
