import { expect, it } from 'vitest';
import { packLines } from '#sync/protocol/log.ts';
import type { Stretch } from './log-stretches.ts';
import { textPieces } from './log-texts.ts';
import { rowsOf } from './log-view.ts';

const NONE: ReadonlySet<number> = new Set();

function stretch(id: string, first: number, count: number): Stretch {
  const numbers = Array.from({ length: count }, (_none, at) => first + at);
  return {
    id,
    lines: packLines(numbers.map((at) => ({ at: null, message: `line ${at}`, labels: {} }))),
    keys: numbers,
    next: null,
    isJoined: false,
  };
}

it('lines become one text, the oldest first, whatever pieces it is made of; a gap is no line', async () => {
  const rows = rowsOf([stretch('a', 0, 7000), stretch('b', 7000, 6000)]);
  const pieces = await textPieces(rows, NONE);
  expect(pieces.length).toBe(3);
  const wanted = Array.from({ length: 13_000 }, (_none, at) => `line ${12_999 - at}`);
  expect(pieces.join('').split('\n')).toEqual(wanted);
});

it('of chosen lines those alone, with no empty line where a piece has none', async () => {
  const rows = rowsOf([stretch('a', 0, 16_000)]);
  const pieces = await textPieces(rows, new Set([3, 4, 15_999]));
  expect(pieces.join('')).toBe('line 15999\nline 4\nline 3');
  expect(await textPieces(rowsOf([]), NONE)).toEqual([]);
});

it('the page has its turn between two pieces', async () => {
  const rows = rowsOf([stretch('a', 0, 12_000)]);
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    if (isDone) return;
    turns += 1;
    setTimeout(turn);
  };
  setTimeout(turn);
  await textPieces(rows, NONE);
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(1);
});
