import * as v from 'valibot';
import { maybeText, text, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One playbook without its steps: they may hold credentials and are fetched when the playbook is opened. Ordering: none.
 */
export const playbookSchema = v.object({
  id: text,
  namespace: maybeText,
  name: text,
  title: maybeText,
  icon: maybeText,
  description: maybeText,
  category: maybeText,
  source: maybeText,
  created_by: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** One row of `playbooks` as the server sends it. */
export type Playbook = v.InferOutput<typeof playbookSchema>;

/** How `playbooks` are pulled and keyed. */
export const playbookTable: TableSpec = {
  name: 'playbooks',
  path: '/db/playbooks',
  columns: [
    'id',
    'namespace',
    'name',
    'title',
    'icon',
    'description',
    'category',
    'source',
    'created_by',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  key: 'id',
  schema: playbookSchema,
  feed: {
    kind: 'cursor',
    markers: ['updated_at', 'deleted_at'],
    nullableMarker: false,
    overlapMs: USER_OVERLAP_MS,
  },
  group: 'cold',
  softDelete: true,
  monotonic: false,
  write: {
    noun: 'playbook',
    // The server reads names, category and description out of the definition: a form sets them with it (schema.md 4.3).
    sets: {
      name: 'create',
      source: 'create',
      title: 'both',
      spec: 'paths',
      category: 'both',
      description: 'both',
      icon: 'both',
    },
    author: 'created_by',
    typed: ['title'],
  },
  conflict: { title: 'ask', name: 'ask', description: 'ask', icon: 'lww-notify', category: 'lww-notify' },
};
