import * as v from 'valibot';
import { maybeFlag, maybeJson, maybeText, text, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * Evidence under a hypothesis, also used as a definition-of-done item. Ordering: by `created_at`, then `id`. The
 * server re-evaluates `script` every five minutes and writes `done` and `script_result`, so those move without a
 * user. Deleted hard; the delete fails with 23503 while a history row points at it (reference schema.md 2.4).
 */
export const evidenceSchema = v.object({
  id: text,
  hypothesis_id: text,
  type: text,
  description: maybeText,
  config_id: maybeText,
  config_change_id: maybeText,
  config_analysis_id: maybeText,
  component_id: maybeText,
  check_id: maybeText,
  definition_of_done: maybeFlag,
  /** null until first evaluated or toggled. */
  done: maybeFlag,
  factor: maybeFlag,
  mitigator: maybeFlag,
  /** Type-specific payload: lines, comment text, frozen selection. */
  evidence: maybeJson,
  properties: maybeJson,
  script: maybeText,
  script_result: maybeText,
  created_by: maybeText,
  created_at: text,
  updated_at: text,
});
/** One evidence as the server sends it. */
export type Evidence = v.InferOutput<typeof evidenceSchema>;

/** How evidences are pulled, keyed and settled on conflict. */
export const evidenceTable: TableSpec = {
  name: 'evidences',
  path: '/db/evidences',
  columns: [
    'id',
    'hypothesis_id',
    'type',
    'description',
    'config_id',
    'config_change_id',
    'config_analysis_id',
    'component_id',
    'check_id',
    'definition_of_done',
    'done',
    'factor',
    'mitigator',
    'evidence',
    'properties',
    'script',
    'script_result',
    'created_by',
    'created_at',
    'updated_at',
  ],
  key: 'id',
  schema: evidenceSchema,
  feed: { kind: 'cursor', markers: ['updated_at'], nullableMarker: false, overlapMs: USER_OVERLAP_MS },
  group: 'hot',
  softDelete: false,
  monotonic: true,
  parent: { column: 'hypothesis_id', table: 'hypotheses' },
  keeps: { config_id: 'config', config_change_id: 'change', check_id: 'check' },
  write: {
    noun: 'evidence',
    // One is attached by commands that freeze what it is about.
    sets: {
      description: 'update',
      definition_of_done: 'update',
      done: 'update',
      evidence: 'update',
      script: 'update',
    },
    typed: ['description'],
    madeUnder: {
      column: 'hypothesis_id',
      name: (row) => (row['definition_of_done'] === true ? 'done' : 'evidence'),
    },
    refs: { hypothesis_id: 'hypotheses' },
    root: 'hypothesis_id',
  },
  conflict: {
    description: 'ask',
    evidence: 'ask',
    script: 'ask',
    properties: 'merge-keys',
    definition_of_done: 'lww-notify',
    done: 'lww-notify',
    factor: 'lww-notify',
    mitigator: 'lww-notify',
  },
};
