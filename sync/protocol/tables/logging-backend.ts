import * as v from 'valibot';
import { maybeJson, maybeText, text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One log backend without its definition, which names hosts and may hold credentials. Ordering: none.
 */
export const loggingBackendSchema = v.object({
  id: text,
  name: text,
  labels: maybeJson,
  source: maybeText,
  agent_id: maybeText,
  created_by: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** One row of `logging_backends` as the server sends it. */
export type LoggingBackend = v.InferOutput<typeof loggingBackendSchema>;

/** How `logging_backends` are pulled and keyed. */
export const loggingBackendTable: TableSpec = {
  name: 'logging_backends',
  path: '/db/logging_backends',
  columns: [
    'id',
    'name',
    'labels',
    'source',
    'agent_id',
    'created_by',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  key: 'id',
  schema: loggingBackendSchema,
  feed: { kind: 'snapshot' },
  group: 'cold',
  softDelete: true,
  monotonic: false,
  conflict: { name: 'ask', labels: 'merge-keys' },
};
