import * as v from 'valibot';
import { JOB_COLUMNS } from '../document-facts.ts';
import { definePages, isDescending, limits, listFilters, text } from './spec.ts';

const query = v.strictObject({
  name: v.optional(text),
  status: v.optional(text),
  resourceType: v.optional(text),
  resourceId: v.optional(text),
  minDurationMs: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  sortBy: v.optional(
    v.picklist(['created_at', 'name', 'status', 'duration_millis', 'time_start']),
    'created_at',
  ),
  isDescending,
});

/** Runs of the server's jobs (api-endpoints-ops J1); `resourceId` with its type for those of one resource. */
export const jobHistory = definePages('job-history', query, {
  kind: 'read',
  path: '/db/job_histories',
  params: (asked, place) => [
    ['select', JOB_COLUMNS],
    ...limits(place),
    ...listFilters({ resource_type: asked.resourceType, name: asked.name, status: asked.status }),
    ...(asked.resourceId === undefined ? [] : [['resource_id', `eq.${asked.resourceId}`] as const]),
    ...(asked.minDurationMs === undefined
      ? []
      : [['duration_millis', `gte.${asked.minDurationMs}`] as const]),
    ...(place.fromAt === null ? [] : [['created_at', `gte.${place.fromAt}`] as const]),
    ...(place.toAt === null ? [] : [['created_at', `lte.${place.toAt}`] as const]),
    ['order', `${asked.sortBy}.${asked.isDescending ? 'desc' : 'asc'}`],
  ],
});
