import * as v from 'valibot';
import { definePages, limits } from './spec.ts';

/** Its definition and what the run reported are read when they are opened. */
const COLUMNS =
  'id,job_name,job_status,job_success_count,job_error_count,job_duration_millis,job_time_start,job_time_end,job_created_at,job_last_failed';

/** The last run of each scraper there is (api-endpoints-ops S1); the id of a row is the scraper's. */
export const scraperRuns = definePages('scraper-runs', v.strictObject({}), {
  kind: 'read',
  path: '/db/config_scrapers_with_status',
  params: (_asked, place) => [['select', COLUMNS], ...limits(place), ['order', 'id.asc']],
});
