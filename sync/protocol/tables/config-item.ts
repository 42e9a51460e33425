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
import { configCosts } from './config-cost.ts';
import type { PackedSpec } from '../packed.ts';

/** Every item is compared with the server once in this time (D12.4). */
const SWEEP_MS = 6 * 3_600_000;

/**
 * One catalog item without its document: that may hold secrets and is fetched when it is opened. Ordering: by `name` where
 * shown. `updated_at` moves only with the document; status, health, tags and the rest change without any stamp (B3), so
 * the membership set and the rolling comparison find those. The 2024 server has costs here, that of
 * 2026 elsewhere (`configCosts`).
 */
export const configItemSchema = v.object({
  id: text,
  agent_id: maybeText,
  scraper_id: maybeText,
  icon: maybeText,
  config_class: maybeText,
  type: maybeText,
  name: maybeText,
  description: maybeText,
  status: maybeText,
  health: maybeText,
  ready: maybeFlag,
  labels: maybeJson,
  tags: maybeJson,
  parent_id: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
  cost_total_1d: maybeNumber,
  cost_total_7d: maybeNumber,
  cost_total_30d: maybeNumber,
});
/** One row of `config_items` as the server sends it. */
export type ConfigItem = v.InferOutput<typeof configItemSchema>;

/** How `config_items` are pulled and keyed. */
export const configItemPacked: PackedSpec = {
  name: 'config_items',
  path: '/db/config_items',
  columns: [
    'id',
    'agent_id',
    'scraper_id',
    'icon',
    'config_class',
    'type',
    'name',
    'description',
    'status',
    'health',
    'ready',
    'labels',
    'tags',
    'parent_id',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  optional: ['cost_total_1d', 'cost_total_7d', 'cost_total_30d'],
  costs: configCosts,
  key: 'id',
  schema: configItemSchema,
  feed: {
    kind: 'whole',
    markers: ['updated_at', 'created_at', 'deleted_at'],
    overlapMs: USER_OVERLAP_MS,
    wideOverlapMs: SCRAPER_OVERLAP_MS,
    sweepMs: SWEEP_MS,
    // Names as well as labels and tags wait for the daily pass over whole rows: with them a comparison is over 3 MB (T12).
    digest: ['updated_at', 'status', 'health'],
    spare: { columns: ['labels', 'icon'], above: 'parent_id' },
  },
  keptBy: { id: 'config' },
  watch: { column: 'health', calm: ['healthy', 'unknown'], columns: ['health', 'status'] },
  group: 'cool',
  softDelete: true,
};
