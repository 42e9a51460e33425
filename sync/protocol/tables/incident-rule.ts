import * as v from 'valibot';
import { maybeText, text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One rule that opens incidents by itself, without its definition. Ordering: none.
 */
export const incidentRuleSchema = v.object({
  id: text,
  name: text,
  source: maybeText,
  created_by: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** One row of `incident_rules` as the server sends it. */
export type IncidentRule = v.InferOutput<typeof incidentRuleSchema>;

/** How `incident_rules` are pulled and keyed. */
export const incidentRuleTable: TableSpec = {
  name: 'incident_rules',
  path: '/db/incident_rules',
  columns: ['id', 'name', 'source', 'created_by', 'created_at', 'updated_at', 'deleted_at'],
  key: 'id',
  schema: incidentRuleSchema,
  feed: { kind: 'snapshot' },
  group: 'cold',
  softDelete: true,
  monotonic: false,
  conflict: { name: 'ask' },
};
