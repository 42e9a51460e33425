import * as v from 'valibot';
import { maybeText, text, USER_OVERLAP_MS } from '../fields.ts';
import type { PackedSpec } from '../packed.ts';

/**
 * One insight about a catalog item, without message and analysis. Ordering: by `last_observed`, NULL after the first
 * observation on the 2024 server. Resolving and silencing move no stamp, so the open ones are listed whole (F-active).
 */
export const configAnalysisSchema = v.object({
  id: text,
  config_id: text,
  scraper_id: maybeText,
  source: maybeText,
  analyzer: maybeText,
  analysis_type: maybeText,
  severity: maybeText,
  summary: maybeText,
  status: maybeText,
  first_observed: maybeText,
  last_observed: maybeText,
});
/** One row of `config_analysis` as the server sends it. */
export type ConfigAnalysis = v.InferOutput<typeof configAnalysisSchema>;

/** How `config_analysis` are pulled and keyed. */
export const configAnalysisPacked: PackedSpec = {
  name: 'config_analysis',
  path: '/db/config_analysis',
  columns: [
    'id',
    'config_id',
    'scraper_id',
    'source',
    'analyzer',
    'analysis_type',
    'severity',
    'summary',
    'status',
    'first_observed',
    'last_observed',
  ],
  optional: [],
  key: 'id',
  schema: configAnalysisSchema,
  feed: {
    kind: 'open',
    markers: ['first_observed', 'last_observed'],
    stateColumn: 'status',
    finals: ['resolved', 'silenced'],
    windowMs: 7 * 24 * 3_600_000,
    overlapMs: USER_OVERLAP_MS,
    digest: ['status', 'last_observed', 'severity'],
    listMs: 900_000,
  },
  group: 'cool',
  softDelete: false,
};
