import { describe, expect, it } from 'vitest';
import type { JsonRow } from '../../protocol/op.ts';
import { setParts } from './set-parts.ts';

const idOf = (n: number): string => `id ${String(n).padStart(4, '0')}`;

/** So many members, in the order of their keys. */
function members(count: number, row: (n: number) => JsonRow): ReadonlyMap<string, JsonRow> {
  return new Map(Array.from({ length: count }, (_, n) => [idOf(n), row(n)]));
}

const health = (n: number): string => (n % 3 === 0 ? 'warning' : 'unhealthy');

describe('parts of a membership set', () => {
  it('[WAT4] of one value are ranges of keys, open at both ends', () => {
    expect(
      setParts(
        members(24, () => ({ status: 'unhealthy' })),
        ['status'],
        0,
      ),
    ).toEqual([
      { values: [['status', 'unhealthy']], after: null, upTo: idOf(11), rows: 12 },
      { values: [['status', 'unhealthy']], after: idOf(11), upTo: null, rows: 12 },
    ]);
  });

  it('[WAT4] begin elsewhere with another shift', () => {
    const parts = setParts(
      members(24, () => ({ status: 'unhealthy' })),
      ['status'],
      0.5,
    );
    expect(parts.map(({ upTo, rows }) => [upTo, rows])).toEqual([
      [idOf(5), 6],
      [idOf(17), 12],
      [null, 6],
    ]);
  });

  it.each([0, 0.3, 0.999])('[WAT4] hold every member once, shift %d', (shift) => {
    const lines = members(850, (n) => ({ health: health(n), status: n % 5 === 0 ? null : 'Error' }));
    const parts = setParts(lines, ['health', 'status'], shift);
    const held = [...lines].map(
      ([id, row]) =>
        parts.filter(
          ({ values, after, upTo }) =>
            values.every(([column, value]) => row[column] === value) &&
            (after === null || id > after) &&
            (upTo === null || id <= upTo),
        ).length,
    );
    expect(new Set(held)).toEqual(new Set([1]));
    expect(parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(850);
    expect(parts.length).toBeLessThanOrEqual(24);
  });

  it('[WAT4] are made by as many columns as have few values together, all of them single words', () => {
    const columnsOf = (row: (n: number) => JsonRow): readonly string[] => [
      ...new Set(
        setParts(members(120, row), ['health', 'status'], 0).flatMap(({ values }) =>
          values.map(([name]) => name),
        ),
      ),
    ];
    expect(columnsOf((n) => ({ health: health(n), status: 'Error' }))).toEqual(['health', 'status']);
    expect(columnsOf((n) => ({ health: health(n), status: `s${n}` }))).toEqual(['health']);
    expect(columnsOf((n) => ({ health: health(n), status: 'x'.repeat(41) }))).toEqual(['health']);
    expect(columnsOf((n) => ({ health: health(n), status: 'no pod answers' }))).toEqual(['health']);
    expect(columnsOf((n) => ({ health: `${n}`, status: null }))).toEqual([]);
  });

  it('[WAT4] are not made of few members', () => {
    expect(
      setParts(
        members(23, () => ({ status: 'unhealthy' })),
        ['status'],
        0,
      ),
    ).toEqual([]);
  });
});
