import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { TIME_RANGE_OPTIONS } from '#src/lib/time-range-options.ts';
import { labelChoices } from './filters/label-choices.ts';
import {
  hasFilters,
  healthHref,
  healthSearchSchema,
  LAYOUTS,
  PIVOT_CELLS,
  PIVOTS,
  SORT_COLUMNS,
  viewOf,
  withoutDefaults,
  withoutFilters,
  type HealthSearch,
  type HealthView,
} from './health-search.ts';

const word = fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.trim());
const labelKey = fc
  .string({ minLength: 1, maxLength: 12 })
  .filter((key) => !key.includes(':') && key !== '__proto__');

const views: fc.Arbitrary<HealthView> = fc.record({
  timeRange: fc.option(fc.constantFrom(...TIME_RANGE_OPTIONS), { nil: undefined }),
  checkId: fc.option(fc.uuid(), { nil: undefined }),
  labels: fc
    .array(
      fc.record({
        key: labelKey,
        value: fc.string({ maxLength: 12 }),
        mode: fc.constantFrom('include', 'exclude'),
      }),
      {
        maxLength: 5,
      },
    )
    .map((items) => labelChoices(items)),
  query: word,
  sortBy: fc.constantFrom(...SORT_COLUMNS),
  sortDesc: fc.boolean(),
  pivotBy: fc.constantFrom(...PIVOTS),
  pivotLabel: word,
  pivotCellType: fc.constantFrom(...PIVOT_CELLS),
  groupBy: word.filter((text) => text !== ''),
  tabBy: word.filter((text) => text !== ''),
  tab: word,
  hidePassing: fc.boolean(),
  layout: fc.constantFrom(...LAYOUTS),
});

/** As the router reads an address: what is JSON becomes its value. */
function throughAddress(search: HealthSearch): HealthSearch {
  const url = new URL(healthHref(search), 'http://host');
  const raw = [...url.searchParams].map(([name, text]) => [name, jsonOr(text)] as const);
  return v.parse(healthSearchSchema, Object.fromEntries(raw));
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const LONG_KEY = `${'p'.repeat(253)}/${'n'.repeat(63)}`;

describe('view and address', () => {
  it('every parameter survives the address', () => {
    fc.assert(
      fc.property(views, (view) => {
        // Text that is JSON comes back as the value; only its spelling may change ("1e3"), which no name relies on.
        fc.pre([view.query, view.pivotLabel, view.groupBy, view.tabBy, view.tab].every(isPlain));
        expect(viewOf(throughAddress(view))).toEqual(view);
      }),
    );
  });

  it('any address gives a usable view, and what it gives is stable', () => {
    const anything = fc.dictionary(
      fc.constantFrom(...Object.keys(healthSearchSchema.entries)),
      fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.string()), fc.object()),
    );
    fc.assert(
      fc.property(anything, (raw) => {
        const parsed = v.parse(healthSearchSchema, raw);
        expect(v.parse(healthSearchSchema, parsed)).toEqual(parsed);
        // The router lays the answer over the raw address, so a dropped value must be an undefined key.
        expect({ ...raw, ...parsed }).toEqual(parsed);
      }),
    );
  });

  it('leaves defaults out of the address', () => {
    expect(healthHref({})).toBe('/health');
    expect(healthHref(viewOf({}))).toBe('/health');
    expect(
      healthHref({ groupBy: 'canary_name', tabBy: 'namespace', layout: 'table', hidePassing: false }),
    ).toBe('/health');
    expect(healthHref({ hidePassing: true, groupBy: 'app' })).toBe('/health?hidePassing=true&groupBy=app');
  });

  it.each([
    ['nothing', {}, { groupBy: 'canary_name', tabBy: 'namespace', layout: 'table', hidePassing: false }],
    ['a layout nobody knows', { layout: 'poster' }, { layout: 'table' }],
    ['a check that is no id', { checkId: 'first' }, { checkId: undefined }],
    [
      'an id in capitals',
      { checkId: 'ABCDEF01-0000-4000-8000-000000000000' },
      { checkId: 'abcdef01-0000-4000-8000-000000000000' },
    ],
    ['a number the router has parsed', { query: 502 }, { query: '502' }],
    ['labels as text', { labels: '{"canary:app:web":1}' }, { labels: { 'canary:app:web': 1 } }],
    ['labels cut off', { labels: '{"canary:app:w' }, { labels: {} }],
    [
      'labels of another form',
      { labels: { app: 1, 'canary:app:web': 2, 'canary:tier:db': -1 } },
      { labels: { 'canary:tier:db': -1 } },
    ],
    ['a range of its own', { timeRange: '7h' }, { timeRange: undefined }],
    ['a flag as text', { hidePassing: 'true' }, { hidePassing: true }],
    [
      'a link of the other client',
      { groupBy: 'no-group', tabBy: 'agent_id' },
      { groupBy: 'no_grouping', tabBy: 'agent' },
    ],
    ['a label key of the greatest length', { groupBy: LONG_KEY }, { groupBy: LONG_KEY }],
  ])('%s', (_name, raw, expected) => {
    expect(viewOf(v.parse(healthSearchSchema, raw))).toMatchObject(expected);
  });

  it('tells filters from how they are shown', () => {
    expect(hasFilters({ groupBy: 'app', layout: 'card', sortBy: 'status' })).toBe(false);
    const filtered: HealthSearch = {
      labels: { 'canary:app:web': 1 },
      query: 'x',
      tab: 'prod',
      groupBy: 'app',
    };
    expect(hasFilters(filtered)).toBe(true);
    expect(withoutFilters(filtered)).toEqual({ groupBy: 'app' });
    expect(withoutDefaults({ sortDesc: false, query: '' })).toEqual({});
  });
});

/** Read back by the router as the text it was. */
function isPlain(text: string): boolean {
  const value = jsonOr(text);
  return value === text || String(value) === text;
}
