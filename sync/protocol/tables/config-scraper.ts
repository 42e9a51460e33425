import * as v from 'valibot';
import { maybeText, text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One scraper without its definition. Ordering: none; `updated_at` is NULL until the first edit (B5).
 */
export const configScraperSchema = v.object({
  id: text,
  name: text,
  description: maybeText,
  source: maybeText,
  agent_id: maybeText,
  created_by: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
  namespace: maybeText,
});
/** One row of `config_scrapers` as the server sends it. */
export type ConfigScraper = v.InferOutput<typeof configScraperSchema>;

/** How `config_scrapers` are pulled and keyed. */
export const configScraperTable: TableSpec = {
  name: 'config_scrapers',
  path: '/db/config_scrapers',
  columns: [
    'id',
    'name',
    'description',
    'source',
    'agent_id',
    'created_by',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  optional: ['namespace'],
  key: 'id',
  schema: configScraperSchema,
  feed: { kind: 'snapshot' },
  group: 'cold',
  softDelete: true,
  monotonic: false,
  conflict: { name: 'ask', description: 'ask' },
};
