import * as v from 'valibot';
import { maybeText, maybeTexts, text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One notification rule without the services it posts to: their addresses are secrets. Ordering: none.
 */
export const notificationSchema = v.object({
  id: text,
  title: maybeText,
  events: maybeTexts,
  filter: maybeText,
  template: maybeText,
  person_id: maybeText,
  team_id: maybeText,
  repeat_interval: maybeText,
  group_by: maybeTexts,
  source: maybeText,
  error: maybeText,
  created_by: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
  name: maybeText,
  namespace: maybeText,
});
/** One row of `notifications` as the server sends it. */
export type Notification = v.InferOutput<typeof notificationSchema>;

/** How `notifications` are pulled and keyed. */
export const notificationTable: TableSpec = {
  name: 'notifications',
  path: '/db/notifications',
  columns: [
    'id',
    'title',
    'events',
    'filter',
    'template',
    'person_id',
    'team_id',
    'repeat_interval',
    'group_by',
    'source',
    'error',
    'created_by',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  optional: ['name', 'namespace'],
  key: 'id',
  schema: notificationSchema,
  feed: { kind: 'snapshot' },
  group: 'warm',
  keep: 'visited',
  softDelete: true,
  monotonic: false,
  // Each delivery that fails writes `error`, and the stamp with it (entities W2).
  write: {
    guard: 'values',
    sets: { title: 'both', filter: 'both', template: 'both' },
    author: 'created_by',
    typed: ['title', 'filter', 'template'],
  },
  conflict: { title: 'ask', events: 'ask', filter: 'ask', template: 'ask', person_id: 'ask', team_id: 'ask' },
};
