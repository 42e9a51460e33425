import * as v from 'valibot';
import { definePages, limits } from './spec.ts';

/** Components that have logs, by name (api-endpoints-catalog P5); the view has no other columns. */
export const logComponents = definePages('log-components', v.strictObject({}), {
  kind: 'read',
  path: '/db/components_with_logs',
  params: (_asked, place) => [
    ['order', 'name.asc,id.asc'],
    ...limits(place),
    ['select', 'id,name,agent_id,icon,type'],
  ],
});
