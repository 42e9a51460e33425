import * as v from 'valibot';
import { expect, it } from 'vitest';
import { itemQuestionOf } from './item-change-query.ts';
import { itemChangeSearch } from './item-change-search.ts';

const ID = '019acc36-0e2a-4f3b-76a6-1ea17f7abda4';
const OTHER = '019acc36-0e2a-4f3b-76a6-1ea17f7abda5';
const spec = itemChangeSearch(ID);
const queryOf = (raw: object, areDeletedHidden = true): unknown =>
  itemQuestionOf(ID, v.parse(spec.schema, raw), areDeletedHidden).query;

it.each([
  [{}, 'downstream'],
  [{ upstream: true }, 'all'],
  [{ downstream: 'false', upstream: 'true' }, 'upstream'],
  [{ downstream: false }, 'none'],
  [{ downstream: 'perhaps', upstream: '' }, 'downstream'],
])('%j asks for changes of what is related: %s', (raw, recursive) => {
  expect(queryOf(raw)).toMatchObject({ id: ID, recursive });
});

it('a filter by items takes the place of the one whose page it is', () => {
  expect(queryOf({ id: `${OTHER}:1` })).toMatchObject({ id: OTHER });
});

it('the rest is what every list of changes asks, with the preference for deleted items', () => {
  expect(queryOf({ changeType: 'diff:1', sortOrder: 'asc' }, false)).toMatchObject({
    type: 'diff',
    isDescending: false,
    includeDeleted: true,
  });
  expect(queryOf({})).toMatchObject({ includeDeleted: false });
  expect(spec.href({ downstream: false })).toBe(`/catalog/${ID}/changes?downstream=false`);
});
