import * as v from 'valibot';
import { maybeText, text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One component that a team owns. Ordering: none, no timestamps; removed hard.
 */
export const teamComponentSchema = v.object({
  team_id: text,
  component_id: text,
  role: maybeText,
  selector_id: maybeText,
});
/** One row of `team_components` as the server sends it. */
export type TeamComponent = v.InferOutput<typeof teamComponentSchema>;

/** How `team_components` are pulled and keyed. */
export const teamComponentTable: TableSpec = {
  name: 'team_components',
  path: '/db/team_components',
  columns: ['team_id', 'component_id', 'role', 'selector_id'],
  key: '_k',
  keyColumns: ['team_id', 'component_id'],
  schema: teamComponentSchema,
  feed: { kind: 'snapshot' },
  group: 'cold',
  softDelete: false,
  monotonic: false,
  conflict: {},
};
