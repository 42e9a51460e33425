import * as v from 'valibot';
import { maybeText, text, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One node of an incident's hypothesis tree. Ordering: a parent is created before its children, so ids (ULIDs in a
 * uuid column) sort parents first within one device but not across devices; build the tree by `parent_id`, never by
 * id order. Deleted hard, without a trace: only the sweep finds that (D12).
 */
export const hypothesisSchema = v.object({
  id: text,
  incident_id: text,
  parent_id: maybeText,
  /** Responder, not person. */
  owner: maybeText,
  team_id: maybeText,
  /** `root`, `factor` or `solution` (CHECK in the database). */
  type: text,
  title: text,
  status: maybeText,
  created_by: maybeText,
  created_at: text,
  updated_at: text,
});
/** One hypothesis as the server sends it. */
export type Hypothesis = v.InferOutput<typeof hypothesisSchema>;

/** How hypotheses are pulled, keyed and settled on conflict. */
export const hypothesisTable: TableSpec = {
  name: 'hypotheses',
  path: '/db/hypotheses',
  columns: [
    'id',
    'incident_id',
    'parent_id',
    'owner',
    'team_id',
    'type',
    'title',
    'status',
    'created_by',
    'created_at',
    'updated_at',
  ],
  key: 'id',
  schema: hypothesisSchema,
  feed: { kind: 'cursor', markers: ['updated_at'], nullableMarker: false, overlapMs: USER_OVERLAP_MS },
  group: 'hot',
  softDelete: false,
  monotonic: true,
  parent: { column: 'incident_id', table: 'incidents' },
  write: {
    noun: 'hypothesis',
    // One is added and deleted by commands that know the tree it stands in.
    sets: { title: 'update', status: 'update' },
    needs: ['title', 'status'],
    isKept: true,
    typed: ['title'],
    refs: { incident_id: 'incidents', parent_id: 'hypotheses' },
    root: 'incident_id',
    statusLog: { table: 'incident_histories', column: 'hypothesis_id', type: 'hypothesis.status_updated' },
  },
  conflict: { title: 'ask', status: 'ask', owner: 'ask' },
};
