import { expect, test } from 'vitest';
import { inThousands, tableOf } from './report.ts';

test('a step that another client lacks is said to be not there, and the others stand', () => {
  const lines = tableOf(
    [
      { name: 'sort', value: 12, unit: 'ms' },
      { name: 'group', value: Number.NaN, unit: 'ms', isNotThere: true },
    ],
    null,
  );
  expect(lines.map((line) => line.split(/\s{2,}/u))).toEqual([
    ['sort', '12 ms'],
    ['group', 'not there'],
  ]);
});

test('a figure that was to be measured and was not is an error', () => {
  expect(() => tableOf([{ name: 'sort', value: Number.NaN, unit: 'ms' }], null)).toThrow(
    'sort was not measured',
  );
});

test('a count in a name is one to the thousand, so that a row more finds its record', () => {
  expect([99_273, 99_274, 130_000, 1_000_001].map(inThousands)).toEqual([
    '99,000',
    '99,000',
    '130,000',
    '1,000,000',
  ]);
});
