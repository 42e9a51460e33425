import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChange, type Change } from '../change-row.ts';
import {
  clustersOf,
  lanesOf,
  marksOf,
  nextMark,
  panned,
  spanAround,
  worstOf,
  zoomed,
  type Mark,
  type Span,
} from './timeline-model.ts';

const START = Date.parse('2026-11-20T00:00:00Z');
const HOUR = 3_600_000;
const DAY: Span = { fromMs: START, toMs: START + 24 * HOUR };

function change(id: string, hours: number, more: object = {}): Change {
  const at = new Date(START + hours * HOUR).toISOString();
  const read = readChange({
    id,
    config_id: 'g1',
    name: 'web',
    change_type: 'diff',
    severity: 'low',
    created_at: at,
    ...more,
  });
  if (read === undefined) throw new Error('no change');
  return read;
}

const nobody = (): undefined => undefined;
const ids = (marks: readonly Mark[] | undefined): string[] | undefined => marks?.map(({ id }) => id);

describe('marks', () => {
  it('stand in the order of time, and what has no time has no place', () => {
    const marks = marksOf([change('b', 5), change('none', 0, { created_at: null }), change('a', 2)]);
    expect(ids(marks)).toEqual(['a', 'b']);
  });

  it('know since when they repeat, and take an unknown severity for none', () => {
    const first = new Date(START + HOUR).toISOString();
    const [once, often] = marksOf([
      change('a', 2, { first_observed: first, count: 1, severity: 'Odd' }),
      change('b', 3, { first_observed: first, count: 4, severity: 'CRITICAL' }),
    ]);
    expect(once).toMatchObject({ firstMs: null, level: 'none' });
    expect(often).toMatchObject({ firstMs: START + HOUR, level: 'critical' });
    expect(worstOf([once, often].filter((mark) => mark !== undefined))).toBe('critical');
  });
});

describe('lanes', () => {
  const marks = marksOf([
    change('1', 1, { change_type: 'diff', external_created_by: 'Ada' }),
    change('2', 2, { change_type: 'diff', created_by: 'p1' }),
    change('3', 3, { change_type: 'BackOff', config_id: 'g2', name: 'db' }),
    change('4', 4, { change_type: 'Pulled' }),
    change('5', 5, { change_type: 'Killing' }),
  ]);

  it('are by type, by item and by author, the longest first', () => {
    expect(lanesOf(marks, 'type', 9, nobody).map(({ name }) => name)).toEqual([
      'diff',
      'BackOff',
      'Killing',
      'Pulled',
    ]);
    expect(lanesOf(marks, 'item', 9, nobody).map(({ name, marks: of }) => [name, of.length])).toEqual([
      ['web', 4],
      ['db', 1],
    ]);
    const named = lanesOf(marks, 'author', 9, (id) => (id === 'p1' ? 'Grace' : undefined));
    expect(named.map(({ name }) => name)).toEqual(['No author', 'Ada', 'Grace']);
  });

  it('beyond the most are one, which loses nothing and keeps the order of time', () => {
    const lanes = lanesOf(marks, 'type', 2, nobody);
    expect(lanes.map(({ name }) => name)).toEqual(['diff', 'BackOff', '2 others']);
    expect(ids(lanes[2]?.marks)).toEqual(['4', '5']);
    // A lane for one more is that one.
    expect(lanesOf(marks, 'type', 3, nobody).at(-1)?.name).toBe('Pulled');
  });
});

describe('places on the axis', () => {
  const widthOf = (count: number): number => (count === 1 ? 16 : 30);

  it('are exact for one, and one for those that would touch', () => {
    const marks = marksOf([change('a', 6), change('b', 12), change('c', 12.1), change('out', 30)]);
    const places = clustersOf(marks, DAY, 240, widthOf);
    expect(places.map(({ x, marks: of }) => [Math.round(x), ids(of)])).toEqual([
      [60, ['a']],
      [121, ['b', 'c']],
    ]);
  });

  it('never lie over each other, and have every change of the stretch once', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 24, noNaN: true }), { maxLength: 200 }), (hours) => {
        const marks = marksOf(hours.map((hour, at) => change(String(at), hour)));
        const places = clustersOf(marks, DAY, 600, widthOf);
        expect(places.flatMap(({ marks: of }) => ids(of) ?? [])).toEqual(ids(marks));
        for (const [at, place] of places.slice(1).entries()) {
          const before = places[at];
          const room = (widthOf(place.marks.length) + widthOf(before?.marks.length ?? 1)) / 2;
          expect(place.x - (before?.x ?? 0)).toBeGreaterThanOrEqual(room - 0.001);
        }
      }),
    );
  });
});

describe('zoom', () => {
  it('keeps the moment in its place, ends at the whole, and stays within it', () => {
    const half = zoomed(DAY, 0.5, START + 6 * HOUR, DAY);
    expect(half).toEqual({ fromMs: START + 3 * HOUR, toMs: START + 15 * HOUR });
    expect(zoomed(half ?? DAY, 2, START + 6 * HOUR, DAY)).toBeNull();
    expect(zoomed(DAY, 0.5, START, DAY)).toEqual({ fromMs: START, toMs: START + 12 * HOUR });
    expect(panned(half ?? DAY, -0.5, DAY)).toEqual({ fromMs: START, toMs: START + 12 * HOUR });
    expect(panned(half ?? DAY, 5, DAY)?.toMs).toBe(DAY.toMs);
  });

  it('shows those that stand in one place with room around them', () => {
    const span = spanAround(marksOf([change('a', 6), change('b', 8)]), DAY);
    expect(span).toEqual({ fromMs: START + 5.7 * HOUR, toMs: START + 8.3 * HOUR });
    expect(spanAround(marksOf([change('a', 0), change('b', 24)]), DAY)).toBeNull();
  });
});

describe('arrow keys', () => {
  const one = (id: string, x: number) => ({ x, marks: marksOf([change(id, x / 10)]) });
  const rows = [[one('a', 10), one('b', 50)], [], [one('c', 40), one('d', 90)]];

  it.each([
    [null, 'ArrowLeft', 'd'],
    ['a', 'ArrowRight', 'b'],
    ['a', 'ArrowLeft', undefined],
    ['a', 'End', 'b'],
    ['b', 'ArrowDown', 'c'],
    ['d', 'ArrowUp', 'b'],
    ['d', 'Home', 'c'],
    ['gone', 'ArrowUp', 'd'],
  ])('from %s, %s leads to %s', (from, key, to) => {
    expect(nextMark(rows, from, key)).toBe(to);
  });
});
