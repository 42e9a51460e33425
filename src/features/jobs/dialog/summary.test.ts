import { expect, it } from 'vitest';
import { readSummary } from './summary.ts';

it('counts by type are a table, with a column for all that is counted', () => {
  expect(readSummary({ 'B::b': { added: 1 }, 'A::a': { updated: 2, added: 3 } })).toEqual({
    columns: ['added', 'updated'],
    rows: [
      { name: 'A::a', counts: [3, 2] },
      { name: 'B::b', counts: [1, undefined] },
    ],
  });
});

it.each([[null], ['a text'], [{ 'A::a': 3 }], [{ 'A::a': { added: 'x' } }], [{}], [{ 'A::a': {} }]])(
  '%j is none',
  (value) => {
    expect(readSummary(value)).toBeUndefined();
  },
);
