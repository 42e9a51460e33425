import { describe, expect, it } from 'vitest';
import { hasLine, linesInWords, pickLines, sameLines, tidyLines, type LineRange } from './line-selection.ts';

const lines = (...ends: (number | readonly [number, number])[]): LineRange[] =>
  ends.map((end) => (typeof end === 'number' ? { from: end, to: end } : { from: end[0], to: end[1] }));
const at = (line: number): LineRange => ({ from: line, to: line });

describe('marked lines', () => {
  it('are in order, joined where they touch, and within the text', () => {
    expect(tidyLines(lines(9, [4, 5], 6, [2, 2], [5, 4]), 100)).toEqual(lines(2, [4, 6], 9));
    expect(tidyLines(lines([-3, 2], [8, 90], 95), 10)).toEqual(lines([1, 2], [8, 10]));
    expect(
      tidyLines(
        [
          { from: Number.NaN, to: 3 },
          { from: 1.5, to: 2 },
        ],
        10,
      ),
    ).toEqual([]);
  });

  it('are the same when their ends are', () => {
    expect(sameLines(lines(1, [3, 5]), lines(1, [3, 5]))).toBe(true);
    expect(sameLines(lines(1), lines(1, 2))).toBe(false);
    expect(sameLines(lines([3, 5]), lines([3, 6]))).toBe(false);
    expect([hasLine(lines([3, 5]), 5), hasLine(lines([3, 5]), 6)]).toEqual([true, false]);
  });

  it('a press marks one line, and the same press again none', () => {
    expect(pickLines(lines(2, [4, 6]), at(4), 'only', null)).toEqual(lines(4));
    expect(pickLines(lines(4), at(4), 'only', null)).toEqual([]);
  });

  it('with the other key a press adds a line or takes it out', () => {
    expect(pickLines(lines(2), at(4), 'add', null)).toEqual(lines(2, 4));
    expect(pickLines(lines(2), at(3), 'add', null)).toEqual(lines([2, 3]));
    expect(pickLines(lines([2, 6]), at(4), 'add', null)).toEqual(lines([2, 3], [5, 6]));
    expect(pickLines(lines(2, [4, 5]), at(5), 'add', null)).toEqual(lines(2, 4));
    expect(pickLines(lines(2, 9), at(2), 'add', null)).toEqual(lines(9));
  });

  it('with Shift a stretch goes from where it began to here, in either direction', () => {
    expect(pickLines(lines(4), at(7), 'extend', 4)).toEqual(lines([4, 7]));
    expect(pickLines(lines([4, 7]), at(2), 'extend', 4)).toEqual(lines([2, 4]));
    expect(pickLines(lines(1, 4), at(6), 'extend', 4)).toEqual(lines(1, [4, 6]));
    expect(pickLines([], at(6), 'extend', null)).toEqual(lines(6));
    expect(pickLines(lines(3), at(5), 'extend', null)).toEqual(lines([3, 5]));
  });

  it('are said in words', () => {
    expect(linesInWords([])).toBe('No line is selected');
    expect(linesInWords(lines(3))).toBe('Line 3 selected');
    expect(linesInWords(lines([3, 7], 9))).toBe('Lines 3–7, 9 selected');
  });
});
