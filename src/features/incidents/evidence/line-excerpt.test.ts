import { expect, it } from 'vitest';
import { excerptOf } from './line-excerpt.ts';

const lines = (count: number, ...selected: number[]) =>
  Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    text: '',
    isSelected: selected.includes(at + 1),
  }));
const shape = (count: number, ...selected: number[]) =>
  excerptOf(lines(count, ...selected)).map((part) => [
    part.skipped,
    ...part.lines.map((line) => line.number),
  ]);

it('shows each chosen line with three around it, and counts what it leaves out', () => {
  expect(shape(30, 10, 25)).toEqual([[6, 7, 8, 9, 10, 11, 12, 13], [8, 22, 23, 24, 25, 26, 27, 28], [2]]);
});

it('joins neighbourhoods that touch', () => {
  expect(shape(9, 2, 6)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
});

it('begins at the top when nothing was chosen', () => {
  expect(shape(14)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [2]]);
  expect(shape(0)).toEqual([]);
});
