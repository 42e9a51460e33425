import * as v from 'valibot';
import { definePages, limits } from './spec.ts';

/** Its definition, and what the run reported, are read when they are opened. */
const COLUMNS =
  'id,job_status,job_error_count,job_duration_millis,job_time_start,job_created_at,job_last_failed';

/** The last run of the job of each team there is (reference schema.md: teams_with_status); the id of a row is the team's. */
export const teamRuns = definePages('team-runs', v.strictObject({}), {
  kind: 'read',
  path: '/db/teams_with_status',
  params: (_asked, place) => [['select', COLUMNS], ...limits(place), ['order', 'id.asc']],
});
