import * as v from 'valibot';
import { maybeFlag, maybeNumber, maybeText, text } from '../fields.ts';
import type { PackedSpec } from '../packed.ts';

/**
 * One run of a check, without details. Ordering: by `time`; the key is check and time together. Rows of agents arrive late
 * with old times, within the overlap or with the next opening.
 */
export const checkStatusSchema = v.object({
  check_id: text,
  time: text,
  duration: maybeNumber,
  error: maybeText,
  message: maybeText,
  status: maybeFlag,
  severity: maybeText,
  invalid: maybeFlag,
});
/** One row of `check_statuses` as the server sends it. */
export type CheckStatus = v.InferOutput<typeof checkStatusSchema>;

/** How `check_statuses` are pulled and keyed. */
export const checkStatusPacked: PackedSpec = {
  name: 'check_statuses',
  path: '/db/check_statuses',
  columns: ['check_id', 'time', 'duration', 'error', 'message', 'status', 'severity', 'invalid'],
  optional: [],
  key: '_k',
  keyColumns: ['check_id', 'time'],
  schema: checkStatusSchema,
  feed: {
    kind: 'opened',
    of: 'checks',
    parent: 'check_id',
    marker: 'time',
    overlapMs: 60_000,
    maxRows: 20_000,
    maxParents: 20,
  },
  group: 'warm',
  softDelete: false,
};
