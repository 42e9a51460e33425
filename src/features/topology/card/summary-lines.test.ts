import { expect, test } from 'vitest';
import { incidentsHref, insightsHref, summaryLines, totalOf } from './summary-lines.ts';

const nested = new Map([
  ['other', new Map([['info', 1]])],
  [
    'technical_debt',
    new Map([
      ['Medium', 2],
      ['medium', 1],
      ['low', 3],
      ['High', 1],
    ]),
  ],
  ['availability', new Map([['critical', 4]])],
]);

test('types stand in the order of the product, the worst severity first, and low counts as medium', () => {
  const lines = summaryLines(nested, (type, severity) => `${type} ${severity}`);
  expect(lines.map(({ title, counts }) => [title, counts.map(({ words }) => words)])).toEqual([
    ['Availability', ['4 critical']],
    ['Technical debt', ['1 high', '6 medium or low']],
    ['Other', ['1 info']],
  ]);
  expect(totalOf(nested)).toBe(12);
});

test('each number leads to what it counts', () => {
  expect(incidentsHref('c', 'technicalDebt', 'high')).toBe(
    '/incidents?type=technicalDebt&component=c&severity=high',
  );
  expect(insightsHref('c', 'technicalDebt', 'high')).toBe(
    '/catalog/insights?component=c&type=technical_debt&severity=high',
  );
});
