import { describe, expect, it } from 'vitest';
import type { TopologyProperty } from '#sync/protocol/topology.ts';
import { safeHref, shownValue } from './property-value.ts';

function property(values: Partial<TopologyProperty>): TopologyProperty {
  return {
    name: 'memory',
    label: 'Memory',
    icon: null,
    type: null,
    text: null,
    value: null,
    unit: null,
    max: null,
    min: null,
    color: null,
    isHeadline: false,
    url: null,
    links: [],
    ...values,
  };
}

describe('what a property says', () => {
  it.each([
    [{ value: 159, unit: 'req/s' }, '159 req/s'],
    [{ value: 12_345 }, '12,345'],
    [{ value: 2048, unit: 'bytes' }, '2 KB'],
    [{ value: 250, unit: 'millicores' }, '250m'],
    [{ value: 2500, unit: 'millicores' }, '2.5 cores'],
    [{ value: 12, unit: 'percent' }, '12%'],
    [{ value: 1200, type: 'currency' }, '$1.2k'],
    [{ value: '42', unit: 'seconds' }, '42 s'],
    [{ text: '1.2.3' }, '1.2.3'],
    [{ value: 'v2' }, 'v2'],
    [{}, ''],
  ] satisfies readonly [Partial<TopologyProperty>, string][])('%o as %s', (values, text) => {
    expect(shownValue(property(values))).toEqual({ text, percent: null, isHigh: false, at: null });
  });

  it.each([
    [70, false],
    [71, true],
  ])('of a limit says its share, red over 70 percent: %i is %s', (value, isHigh) => {
    expect(shownValue(property({ value, max: 100, unit: 'bytes' }))).toEqual({
      text: `${value} B of 100 B (${value}%)`,
      percent: value,
      isHigh,
      at: null,
    });
    expect(shownValue(property({ value, max: 100, unit: 'percent' })).text).toBe(`${value}%`);
  });

  it('is a moment where it says so', () => {
    expect(shownValue(property({ type: 'age', value: '2026-11-20T12:00:00Z' })).at).toBe(
      '2026-11-20T12:00:00Z',
    );
  });
});

it.each([
  ['https://x.example/a', 'https://x.example/a'],
  ['/catalog/1', '/catalog/1'],
  ['//evil.example', null],
  [String.raw`/\evil.example`, null],
  ['/\t/evil.example', null],
  ['/\n\\evil.example', null],
  ['/catalog/../incidents', '/incidents'],
  ['mailto:a@x.example', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['not an address', null],
])('follows %s to %s', (url, href) => {
  expect(safeHref(url)).toBe(href);
});
