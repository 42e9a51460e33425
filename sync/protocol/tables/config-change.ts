import * as v from 'valibot';
import { maybeNumber, maybeText, text, USER_OVERLAP_MS } from '../fields.ts';
import type { PackedSpec } from '../packed.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * One change of a catalog item, without diff, patches and details. Ordering: by `created_at` (the time of the event, moved
 * when an event repeats), then `id`. Late events arrive in the past; the 2026 server stamps `inserted_at` on every
 * insert and merge, the 2024 server only `first_observed` on insert.
 */
export const configChangeSchema = v.object({
  id: text,
  config_id: text,
  external_created_by: maybeText,
  change_type: maybeText,
  severity: maybeText,
  source: maybeText,
  summary: maybeText,
  created_by: maybeText,
  created_at: text,
  count: maybeNumber,
  first_observed: maybeText,
  inserted_at: maybeText,
});
/** One row of `config_changes` as the server sends it. */
export type ConfigChange = v.InferOutput<typeof configChangeSchema>;

/** How `config_changes` are pulled and keyed. */
export const configChangePacked: PackedSpec = {
  name: 'config_changes',
  path: '/db/config_changes',
  columns: [
    'id',
    'config_id',
    'external_created_by',
    'change_type',
    'severity',
    'source',
    'summary',
    'created_by',
    'created_at',
    'count',
    'first_observed',
  ],
  optional: ['inserted_at'],
  key: 'id',
  schema: configChangeSchema,
  feed: {
    kind: 'window',
    bound: 'created_at',
    markers: ['created_at', 'first_observed'],
    better: 'inserted_at',
    windowMs: 7 * DAY_MS,
    maxRows: 50_000,
    overlapMs: USER_OVERLAP_MS,
    wideOverlapMs: 3_600_000,
    digest: ['created_at', 'count', 'severity'],
    boundSlackMs: DAY_MS,
    spareAfterMs: 2 * DAY_MS,
  },
  keptBy: { id: 'change', config_id: 'config' },
  group: 'warm',
  softDelete: false,
};
