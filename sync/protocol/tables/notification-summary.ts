import * as v from 'valibot';
import { maybeNumber, maybeText, text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * Counts of what one notification rule has sent, from the server's view. Ordering: none; only for showing beside the
 * rule of the same id.
 */
export const notificationSummarySchema = v.object({
  id: text,
  pending: maybeNumber,
  avg_duration_ms: maybeNumber,
  failed: maybeNumber,
  sent: maybeNumber,
  most_common_error: maybeText,
});
/** One row of `notifications_summary` as the server sends it. */
export type NotificationSummary = v.InferOutput<typeof notificationSummarySchema>;

/** How `notifications_summary` are pulled and keyed. */
export const notificationSummaryTable: TableSpec = {
  name: 'notifications_summary',
  path: '/db/notifications_summary',
  columns: ['id', 'pending', 'avg_duration_ms', 'failed', 'sent', 'most_common_error'],
  key: 'id',
  schema: notificationSummarySchema,
  feed: { kind: 'snapshot' },
  group: 'warm',
  keep: 'visited',
  softDelete: false,
  monotonic: false,
  conflict: {},
};
