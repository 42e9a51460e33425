import * as v from 'valibot';
import { maybeJson, text } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One feature flag. Ordering: none; the key is the name. Pulled from `/properties`, which every signed-in person may
 * read and which merges the flags of the server's local file; the table behind PostgREST is for admins only
 * (reference server.md 1). The value is any JSON here, so that one odd flag does not count as a broken feed.
 */
export const propertySchema = v.object({
  name: text,
  value: maybeJson,
});
/** One feature flag as the server sends it. */
export type Property = v.InferOutput<typeof propertySchema>;

/** How feature flags are pulled and keyed. */
export const propertyTable: TableSpec = {
  name: 'properties',
  path: '/properties',
  columns: ['name', 'value'],
  key: 'name',
  schema: propertySchema,
  feed: { kind: 'snapshot', unpaged: true },
  group: 'cool',
  softDelete: false,
  monotonic: false,
  conflict: {},
};
