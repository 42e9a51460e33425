import * as v from 'valibot';
import { maybeText, text, RUN_WINDOW_MS, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One run of a playbook, without parameters and request. Ordering: by `created_at`, then `id`. Nothing moves with its
 * status, so runs that have not ended are read again with every pull; unknown statuses count as not ended.
 */
export const playbookRunSchema = v.object({
  id: text,
  playbook_id: text,
  status: maybeText,
  created_at: maybeText,
  start_time: maybeText,
  scheduled_time: maybeText,
  end_time: maybeText,
  created_by: maybeText,
  check_id: maybeText,
  config_id: maybeText,
  component_id: maybeText,
  agent_id: maybeText,
  error: maybeText,
  /** The run that began this one; only the server of 2026 says so. */
  parent_id: maybeText,
});
/** One row of `playbook_runs` as the server sends it. */
export type PlaybookRun = v.InferOutput<typeof playbookRunSchema>;

/** How `playbook_runs` are pulled and keyed. */
export const playbookRunTable: TableSpec = {
  name: 'playbook_runs',
  path: '/db/playbook_runs',
  columns: [
    'id',
    'playbook_id',
    'status',
    'created_at',
    'start_time',
    'scheduled_time',
    'end_time',
    'created_by',
    'check_id',
    'config_id',
    'component_id',
    'agent_id',
    'error',
  ],
  optional: ['parent_id'],
  key: 'id',
  schema: playbookRunSchema,
  feed: {
    kind: 'active',
    markers: ['created_at', 'end_time'],
    windowMs: RUN_WINDOW_MS,
    overlapMs: USER_OVERLAP_MS,
    finals: ['completed', 'failed', 'cancelled', 'timed_out'],
    stateColumn: 'status',
    digest: ['status', 'scheduled_time', 'error'],
  },
  group: 'warm',
  softDelete: false,
  monotonic: false,
  parent: { column: 'playbook_id', table: 'playbooks' },
  conflict: {},
};
