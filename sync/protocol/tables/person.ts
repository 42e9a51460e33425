import * as v from 'valibot';
import { maybeText, text, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';

/**
 * One person, also the service person of an agent. Ordering: none that matters. `updated_at` is NULL until the first
 * change and moves with every sign-in (B5). Contact columns are sensitive and never pulled (reference schema.md 4.3).
 */
export const personSchema = v.object({
  id: text,
  name: text,
  avatar: maybeText,
  /** `agent` for service people, else null or empty. */
  type: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});
/** One person as the server sends it. */
export type Person = v.InferOutput<typeof personSchema>;

/** How people are pulled and keyed. */
export const personTable: TableSpec = {
  name: 'people',
  path: '/db/people',
  columns: ['id', 'name', 'avatar', 'type', 'created_at', 'updated_at', 'deleted_at'],
  key: 'id',
  schema: personSchema,
  feed: {
    kind: 'cursor',
    markers: ['updated_at', 'deleted_at'],
    nullableMarker: true,
    overlapMs: USER_OVERLAP_MS,
  },
  group: 'cold',
  softDelete: true,
  monotonic: false,
  holdsSignedIn: true,
  conflict: {},
};
