import { expect, it } from 'vitest';
import { readSize, shownProperties, sizeOfWidth } from './card-size.ts';

it.each([
  [198, 'small'],
  [250, 'small'],
  [258, 'medium'],
  [356, 'large'],
  [552, 'large'],
  [554, 'extra_large'],
  [768, 'extra_large'],
])('a card of %i px is %s', (width, size) => {
  expect(sizeOfWidth(width)).toBe(size);
});

it('is read from an address in whichever spelling, and has 5 or 10 facts', () => {
  expect(['small', 'Extra-Large', 'extra_large', 'huge'].map(readSize)).toEqual([
    'small',
    'extra_large',
    'extra_large',
    undefined,
  ]);
  expect((['small', 'medium', 'large', 'extra_large'] as const).map(shownProperties)).toEqual([5, 5, 10, 10]);
});
