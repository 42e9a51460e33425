import * as v from 'valibot';
import { definePages, limits } from './spec.ts';

/** People of one question; more make an address too long. */
const MAX_PEOPLE = 200;

const query = v.strictObject({
  ids: v.optional(v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(MAX_PEOPLE)), []),
});

/** Email addresses of some people, by their id. They are on no disk (D22, entities.md 3). */
export const emails = definePages(
  'emails',
  query,
  {
    kind: 'read',
    path: '/db/people',
    params: ({ ids }, place) => [
      ['select', 'id,email'],
      ['id', `in.(${ids.join()})`],
      ...limits(place),
      ['order', 'id.asc'],
    ],
  },
  { isUnkept: true },
);
