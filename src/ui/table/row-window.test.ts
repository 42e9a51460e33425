import { describe, expect, it } from 'vitest';
import { segmentsOf, serves, windowOf, type Segment } from './row-window.ts';

const HEIGHT = 37;

function heightOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + ('row' in segment ? HEIGHT : segment.gap), 0);
}

function rowsOf(segments: readonly Segment[]): readonly number[] {
  return segments.flatMap((segment) => ('row' in segment ? [segment.row] : []));
}

describe('the window of a long table', () => {
  it('covers the view wherever it is, with fewer than sixty rows', () => {
    const count = 10_000;
    for (let scrollTop = 0; scrollTop <= count * HEIGHT - 900; scrollTop += 1_234) {
      const { first, end } = windowOf({ scrollTop, height: 900 }, HEIGHT, count);
      expect(first * HEIGHT).toBeLessThanOrEqual(scrollTop);
      expect(Math.min(count, end) * HEIGHT).toBeGreaterThanOrEqual(Math.min(count * HEIGHT, scrollTop + 900));
      expect(end - first).toBeLessThan(60);
    }
  });

  it('stays inside the table when it has become shorter than the scroll', () => {
    expect(windowOf({ scrollTop: 300_000, height: 900 }, HEIGHT, 120)).toMatchObject({ end: 120 });
    expect(windowOf({ scrollTop: 300_000, height: 900 }, HEIGHT, 120).first).toBeLessThan(100);
  });
});

describe('a view that becomes lower or higher', () => {
  const drawn = windowOf({ scrollTop: 0, height: 20 * HEIGHT }, HEIGHT, 1_000);
  const isServed = (rows: number, scrollTop = 0): boolean =>
    serves(drawn, windowOf({ scrollTop, height: rows * HEIGHT }, HEIGHT, 1_000));

  it('keeps its rows when a line above takes or gives the place of one', () => {
    expect([20, 19, 18].map((rows) => isServed(rows))).toEqual([true, true, true]);
  });

  it('is drawn again when rows are missing, too many or elsewhere', () => {
    expect([21, 17, 10].map((rows) => isServed(rows))).toEqual([false, false, false]);
    expect(isServed(20, 40 * HEIGHT)).toBe(false);
    expect(serves({ ...drawn, first: 8 }, drawn)).toBe(false);
  });

  it('is drawn again when the density changes', () => {
    expect(serves(drawn, { ...drawn, rowHeight: HEIGHT - 8 })).toBe(false);
  });
});

describe('what is drawn', () => {
  it('has the height of all rows, whatever is drawn of them', () => {
    const found = { first: 300, end: 340, rowHeight: HEIGHT };
    for (const active of [0, 17, 299, 300, 320, 340, 999]) {
      const segments = segmentsOf(found, 1_000, active);
      expect(heightOf(segments)).toBe(1_000 * HEIGHT);
      expect(rowsOf(segments)).toContain(active);
      expect(rowsOf(segments)).toEqual([...rowsOf(segments)].sort((a, b) => a - b));
    }
  });

  it('draws the active row once when it is in view', () => {
    const rows = rowsOf(segmentsOf({ first: 0, end: 40, rowHeight: HEIGHT }, 1_000, 5));
    expect(rows).toEqual(Array.from({ length: 40 }, (_none, index) => index));
  });
});
