import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatLabelFilter,
  parseLabelFilter,
  passesLabels,
  withLabelItems,
  type LabelFilterItem,
} from './label-filter.ts';

const items: fc.Arbitrary<LabelFilterItem[]> = fc.uniqueArray(
  fc.record({
    // Keys of an object that look like array indices would come back in another order.
    key: fc.stringMatching(/^[a-z./-]{1,10}$/),
    value: fc.string(),
    mode: fc.constantFrom('include' as const, 'exclude' as const),
  }),
  { selector: ({ key, value }) => `${key}:${value}` },
);

describe('label filter', () => {
  it('reads what it wrote, values with colons and quotes too', () => {
    fc.assert(
      fc.property(items, (list) => {
        expect(parseLabelFilter(formatLabelFilter(list))).toEqual(list);
      }),
    );
  });

  it('writes the form of the product', () => {
    expect(
      formatLabelFilter([
        { key: 'app', value: 'shop', mode: 'include' },
        { key: 'team', value: 'a:b', mode: 'exclude' },
      ]),
    ).toBe('{"canary:app:shop":1,"canary:team:a:b":-1}');
    expect(formatLabelFilter([])).toBeUndefined();
  });

  it('never throws, whatever stands in the address', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => Array.isArray(parseLabelFilter(text))));
    expect(
      parseLabelFilter('{"canary:app:shop":0,"other:app:x":1,"canary::x":1,"canary:app:y":"1"}'),
    ).toEqual([]);
    expect(parseLabelFilter('[1]')).toEqual([]);
    expect(parseLabelFilter(undefined)).toEqual([]);
  });

  it('replaces the values of one key', () => {
    const start = parseLabelFilter('{"canary:app:shop":1,"canary:team:a":1}');
    expect(withLabelItems(start, 'app', [{ value: 'pay', mode: 'exclude' }])).toEqual([
      { key: 'team', value: 'a', mode: 'include' },
      { key: 'app', value: 'pay', mode: 'exclude' },
    ]);
  });

  it('keeps rows that have one of the included values of every key, and none of the excluded', () => {
    const filter = parseLabelFilter(
      '{"canary:app:shop":1,"canary:app:pay":1,"canary:team:a":1,"canary:env:test":-1}',
    );
    expect(passesLabels({ app: 'pay', team: 'a' }, filter)).toBe(true);
    expect(passesLabels({ app: 'shop', team: 'a' }, filter)).toBe(true);
    expect(passesLabels({ app: 'pay', team: 'b' }, filter)).toBe(false);
    expect(passesLabels({ app: 'pay', team: 'a', env: 'test' }, filter)).toBe(false);
    expect(passesLabels({ team: 'a' }, filter)).toBe(false);
    expect(passesLabels(null, filter)).toBe(false);
    expect(passesLabels(null, [])).toBe(true);
    expect(passesLabels(undefined, parseLabelFilter('{"canary:env:test":-1}'))).toBe(true);
  });
});
