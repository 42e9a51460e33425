import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differingColumns, judgeDifference, pickSample, sampleSizes } from './verify.ts';

describe('sample', () => {
  it('[VER1] takes small collections whole and shares the rest among the large ones', () => {
    const sizes = sampleSizes(
      [
        { tbl: 'items', count: 100_000 },
        { tbl: 'incidents', count: 12 },
        { tbl: 'teams', count: 0 },
        { tbl: 'checks', count: 10_000 },
      ],
      200,
    );
    expect(Object.fromEntries(sizes)).toEqual({ incidents: 12, checks: 94, items: 94 });
  });

  it('[VER1] never asks for more rows than there are, nor for more than the sample', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(500), { maxLength: 40 }),
        fc.integer({ min: 1, max: 300 }),
        (counts, total) => {
          const sizes = sampleSizes(
            counts.map((count, at) => ({ tbl: `t${at}`, count })),
            total,
          );
          const sum = [...sizes.values()].reduce((a, b) => a + b, 0);
          const here = counts.reduce((a, b) => a + b, 0);
          expect(sum).toBe(Math.min(total, here));
          for (const [tbl, size] of sizes)
            expect(size).toBeLessThanOrEqual(counts[Number(tbl.slice(1))] ?? 0);
        },
      ),
    );
  });

  it('[VER1] picks distinct rows from the whole range', () => {
    const ids = Array.from({ length: 1000 }, (_, at) => `r${at}`);
    const picked = pickSample(ids, 10, () => 0.5);
    expect(new Set(picked).size).toBe(10);
    expect(picked[0]).toBe('r50');
    expect(picked.at(-1)).toBe('r950');
    expect(pickSample(['a', 'b'], 5, () => 0)).toEqual(['a', 'b']);
  });
});

describe('difference', () => {
  it('[VER2] names the columns, whatever the order of keys inside them', () => {
    const mine = { id: '1', title: 'a', labels: { x: 1, y: 2 }, gone: null };
    const theirs = { id: '1', title: 'b', labels: { y: 2, x: 1 } };
    expect(differingColumns(mine, theirs)).toEqual(['title']);
  });

  it('[VER2] tells a row the server changed since from one that nothing announced', () => {
    const at = (updated_at: string | null) => ({ updated_at });
    expect(judgeDifference(at('2026-01-01T00:00:00+00:00'), at('2026-01-01T00:00:01+00:00'))).toBe('newer');
    expect(judgeDifference(at(null), at('2026-01-01T00:00:01+00:00'))).toBe('newer');
    expect(judgeDifference(at('2026-01-01T00:00:00+00:00'), at('2026-01-01T00:00:00+00:00'))).toBe('differs');
    expect(judgeDifference(at('2026-01-01T00:00:01+00:00'), at('2026-01-01T00:00:00+00:00'))).toBe('differs');
    expect(judgeDifference({}, {})).toBe('differs');
  });
});
