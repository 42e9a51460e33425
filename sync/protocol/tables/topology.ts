import * as v from 'valibot';
import { maybeJson, maybeText, text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One topology without its definition. Ordering: none.
 */
export const topologySchema = v.object({
  id: text,
  agent_id: maybeText,
  name: text,
  namespace: maybeText,
  labels: maybeJson,
  source: maybeText,
  schedule: maybeText,
  created_by: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** One row of `topologies` as the server sends it. */
export type Topology = v.InferOutput<typeof topologySchema>;

/** How `topologies` are pulled and keyed. */
export const topologyTable: TableSpec = {
  name: 'topologies',
  path: '/db/topologies',
  columns: [
    'id',
    'agent_id',
    'name',
    'namespace',
    'labels',
    'source',
    'schedule',
    'created_by',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  key: 'id',
  schema: topologySchema,
  feed: { kind: 'snapshot' },
  group: 'cold',
  softDelete: true,
  monotonic: false,
  conflict: { name: 'ask', namespace: 'ask', labels: 'merge-keys' },
};
