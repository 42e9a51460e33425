import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { IncidentFilter } from '#sync/read/types.ts';
import {
  ANY,
  filterOf,
  incidentListHref,
  incidentSearchSchema,
  isDefaultSearch,
  searchOf,
} from './incident-filters.ts';
import { incidentSeverities, incidentStatuses, incidentTypes } from '../incident-words.ts';

const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });

const filters: fc.Arbitrary<IncidentFilter> = fc.record({
  type: orNull(fc.constantFrom(...incidentTypes)),
  severity: orNull(fc.constantFrom(...incidentSeverities)),
  status: orNull(fc.constantFrom(...incidentStatuses)),
  owner: orNull(fc.uuid()),
  component: orNull(fc.uuid()),
  search: fc.string({ maxLength: 60 }).map((text) => text.trim()),
});

function throughAddress(filter: IncidentFilter): IncidentFilter {
  const url = new URL(incidentListHref(searchOf(filter)), 'http://host');
  return filterOf(v.parse(incidentSearchSchema, Object.fromEntries(url.searchParams)));
}

describe('filter and address', () => {
  it('every filter survives the address', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(throughAddress(filter)).toEqual(filter);
      }),
    );
  });

  it('any address gives a usable filter, and what it gives is stable', () => {
    const anything = fc.dictionary(
      fc.constantFrom('type', 'severity', 'status', 'owner', 'component', 'search'),
      fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.string())),
    );
    fc.assert(
      fc.property(anything, (raw) => {
        const parsed = v.parse(incidentSearchSchema, raw);
        expect(v.parse(incidentSearchSchema, parsed)).toEqual(parsed);
        // The router lays the answer over the raw address, so a dropped value must be an undefined key.
        const search = { ...raw, ...parsed };
        expect(search).toEqual(parsed);
        expect(throughAddress(filterOf(search))).toEqual(filterOf(search));
      }),
    );
  });

  it.each([
    ['nothing', {}, { status: 'open', type: null, search: '' }],
    ['an unknown status', { status: 'nonsense' }, { status: 'open' }],
    ['all statuses', { status: ANY }, { status: null }],
    ['the other spelling of a type', { type: 'technical_debt' }, { type: 'technicalDebt' }],
    ['a severity in capitals', { severity: 'Medium' }, { severity: 'medium' }],
    ['an owner that is no id', { owner: 'me' }, { owner: null }],
    ['a number the router has parsed', { search: 502 }, { search: '502' }],
    ['a list', { type: ['cost', 'security'] }, { type: null }],
    ['blank text', { search: '   ' }, { search: '' }],
  ])('%s', (_name, raw, expected) => {
    expect(filterOf(v.parse(incidentSearchSchema, raw))).toMatchObject(expected);
  });

  it('leaves defaults out of the address', () => {
    expect(incidentListHref({ status: 'open' })).toBe('/incidents');
    expect(isDefaultSearch({ status: 'open' })).toBe(true);
    expect(incidentListHref({ status: 'all', search: 'a b&c' })).toBe('/incidents?status=all&search=a+b%26c');
  });
});
