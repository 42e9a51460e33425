import type { DocumentSpecs } from './spec.ts';
import { JOB_COLUMNS } from '../document-facts.ts';

/** Bodies about what people set up, and about the jobs that run for it. */
export const settingsDocuments = {
  /** One with its definition. */
  scraper: {
    path: ({ id }) =>
      `/db/config_scrapers?id=eq.${id}&select=id,name,description,source,agent_id,created_by,created_at,updated_at,deleted_at,spec`,
    isDefinition: true,
  },
  /** One with its definition. */
  team: {
    path: ({ id }) =>
      `/db/teams?id=eq.${id}&select=id,name,icon,source,created_by,created_at,updated_at,deleted_at,spec`,
    isDefinition: true,
  },
  /** What definitions of a kind are held against, by the name of its file. */
  schema: { path: ({ id }) => `/schemas/${id}` },
  /** A run of a job with what it reported. */
  'job-run': { path: ({ id }) => `/db/job_histories?id=eq.${id}&select=${JOB_COLUMNS},details` },
} as const satisfies DocumentSpecs;
