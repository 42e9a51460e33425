import * as v from 'valibot';
import { maybeText, text, RUN_WINDOW_MS, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One step of a run, without its result: that is fetched when the step is opened and never changes once it has ended.
 * Ordering: by `scheduled_time`, then `start_time`. There is no creation time; the first scheduled time stands for it.
 */
export const playbookRunActionSchema = v.object({
  id: text,
  name: text,
  status: maybeText,
  playbook_run_id: maybeText,
  start_time: maybeText,
  scheduled_time: maybeText,
  end_time: maybeText,
  agent_id: maybeText,
  error: maybeText,
});
/** One row of `playbook_run_actions` as the server sends it. */
export type PlaybookRunAction = v.InferOutput<typeof playbookRunActionSchema>;

/** How `playbook_run_actions` are pulled and keyed. */
export const playbookRunActionTable: TableSpec = {
  name: 'playbook_run_actions',
  path: '/db/playbook_run_actions',
  columns: [
    'id',
    'name',
    'status',
    'playbook_run_id',
    'start_time',
    'scheduled_time',
    'end_time',
    'agent_id',
    'error',
  ],
  key: 'id',
  schema: playbookRunActionSchema,
  feed: {
    kind: 'active',
    markers: ['scheduled_time', 'end_time'],
    windowMs: RUN_WINDOW_MS,
    overlapMs: USER_OVERLAP_MS,
    finals: ['completed', 'failed', 'skipped'],
    stateColumn: 'status',
    digest: ['status', 'scheduled_time', 'error'],
  },
  group: 'warm',
  softDelete: false,
  monotonic: false,
  parent: { column: 'playbook_run_id', table: 'playbook_runs' },
  conflict: {},
};
