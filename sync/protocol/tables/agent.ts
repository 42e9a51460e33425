import * as v from 'valibot';
import { maybeFlag, maybeText, text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One agent, without its certificate, address and account. Ordering: none. Every heartbeat moves `updated_at`, so a
 * cursor would return all live ones anyway.
 */
export const agentSchema = v.object({
  id: text,
  name: text,
  hostname: maybeText,
  description: maybeText,
  version: maybeText,
  person_id: maybeText,
  created_by: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  cleanup: maybeFlag,
  deleted_at: maybeText,
  last_seen: maybeText,
  last_received: maybeText,
});
/** One row of `agents` as the server sends it. */
export type Agent = v.InferOutput<typeof agentSchema>;

/** How `agents` are pulled and keyed. */
export const agentTable: TableSpec = {
  name: 'agents',
  path: '/db/agents',
  columns: [
    'id',
    'name',
    'hostname',
    'description',
    'version',
    'person_id',
    'created_by',
    'created_at',
    'updated_at',
    'cleanup',
    'deleted_at',
    'last_seen',
    'last_received',
  ],
  key: 'id',
  schema: agentSchema,
  feed: { kind: 'snapshot' },
  group: 'cold',
  softDelete: true,
  monotonic: false,
  conflict: { description: 'ask' },
};
