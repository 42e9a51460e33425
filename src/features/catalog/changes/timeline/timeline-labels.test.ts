import { expect, it } from 'vitest';
import { readChange } from '../change-row.ts';
import { marksOf } from './timeline-model.ts';
import { clusterWords, markWords, ticksOf } from './timeline-labels.ts';

const at = (text: string): number => new Date(text).getTime();

it('ticks are round, and the first of a day names the day', () => {
  const ticks = ticksOf({ fromMs: at('2026-11-20T21:30'), toMs: at('2026-11-21T04:10') }, 6);
  expect(ticks.map(({ label }) => label)).toEqual([
    'Nov 20, 22:00',
    '23:00',
    'Nov 21',
    '01:00',
    '02:00',
    '03:00',
    '04:00',
  ]);
  expect(ticksOf({ fromMs: at('2026-11-20T12:00:00'), toMs: at('2026-11-20T12:00:20') }, 4)[1]?.label).toBe(
    '12:00:05',
  );
  expect(ticksOf({ fromMs: at('2025-01-01T00:00'), toMs: at('2026-11-20T00:00') }, 5).at(-1)?.label).toBe(
    'Oct 2026',
  );
});

it('a mark says who changed what and when; several say how bad they are', () => {
  const changes = ['high', 'info', null].map((severity, index) =>
    readChange({
      id: `c${index}`,
      name: 'web',
      change_type: 'diff',
      summary: 'replicas',
      severity,
      created_by: 'p1',
      created_at: `2026-11-20T12:0${index}:00`,
      count: 1,
    }),
  );
  const marks = marksOf(changes.filter((change) => change !== undefined));
  const [first] = marks;
  expect(first && markWords(first, () => 'Grace')).toBe(
    'Nov 20, 12:00:00 · High · diff · web · replicas · by Grace',
  );
  expect(clusterWords({ x: 0, marks })).toBe(
    '3 changes, Nov 20, 12:00 – 12:02: 1 high, 1 info, 1 no severity',
  );
});
