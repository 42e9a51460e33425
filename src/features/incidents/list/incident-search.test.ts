import * as v from 'valibot';
import { expect, it } from 'vitest';
import { filterOf, incidentSearch } from './incident-search.ts';

it.each([
  ['nothing', {}, { status: 'open', type: null, search: '' }],
  ['an unknown status', { status: 'nonsense' }, { status: 'open' }],
  ['all statuses', { status: 'all' }, { status: null }],
  ['the other spelling of a type', { type: 'technical_debt' }, { type: 'technicalDebt' }],
  ['a severity in capitals', { severity: 'Medium' }, { severity: 'medium' }],
  ['an owner that is no id', { owner: 'me' }, { owner: null }],
  ['a number the router has parsed', { search: 502 }, { search: '502' }],
  ['a list', { type: ['cost', 'security'] }, { type: null }],
  ['a text longer than any title', { search: 'x'.repeat(300) }, { search: 'x'.repeat(200) }],
])('an address with %s', (_name, raw, expected) => {
  expect(filterOf(v.parse(incidentSearch.schema, raw))).toMatchObject(expected);
});

it('leaves defaults out of the address', () => {
  expect(incidentSearch.href({ status: 'open' })).toBe('/incidents');
  expect(incidentSearch.hasFilters({ status: 'open', sortBy: 'name' })).toBe(false);
});
