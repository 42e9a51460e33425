import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packLines, type LogLine } from '#sync/protocol/log.ts';
import type { Stretch } from './log-stretches.ts';
import { matchesIn, pattern, rowsOf } from './log-view.ts';

const stretchOf = (
  messages: readonly string[],
  from: number,
  isJoined: boolean,
  next: string | null = null,
): Stretch => ({
  id: `s${from}`,
  lines: packLines(messages.map((message, at): LogLine => ({ at: from - at, message, labels: {} }))),
  keys: messages.map((_none, at) => from + at),
  next,
  isJoined,
});

describe('the lines that hold a text', () => {
  it('are those that hold it in either case, and none that only two of them together hold', () => {
    const lines = packLines(
      ['a WARN', 'warn b', 'wa', 'rn', '', 'x.y', 'WaRnWARN'].map((message) => ({
        at: 0,
        message,
        labels: {},
      })),
    );
    expect([...matchesIn(lines, pattern('warn'))]).toEqual([0, 1, 6]);
    expect([...matchesIn(lines, pattern('.'))]).toEqual([5]);
    expect([...matchesIn(lines, pattern('rnx'))]).toEqual([]);
  });

  it('are the same as line by line', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '(', '\n'), maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(word),
        word.filter((text) => text !== ''),
        (messages, wanted) => {
          const lines = packLines(messages.map((message) => ({ at: 0, message, labels: {} })));
          const expected = messages.flatMap((message, at) =>
            message.toLowerCase().includes(wanted.toLowerCase()) ? [at] : [],
          );
          expect([...matchesIn(lines, pattern(wanted))]).toEqual(expected);
        },
      ),
    );
  });
});

describe('rows', () => {
  const stretches = [
    stretchOf(['one', 'two'], 100, false, 'next'),
    stretchOf(['three'], 50, false),
    stretchOf(['four'], 20, false, 'x'),
  ];
  it('are lines and the gaps between them, none after the last', () => {
    const rows = rowsOf(stretches);
    expect([rows.count, rows.lines]).toEqual([6, 4]);
    const shown = Array.from({ length: 7 }, (_none, at) => {
      const row = rows.at(at);
      return row?.is === 'line' ? row.line.message : row?.is === 'gap' ? `gap ${row.canRead}` : null;
    });
    expect(shown).toEqual(['one', 'two', 'gap true', 'three', 'gap false', 'four', null]);
    expect([rows.indexOf(101), rows.indexOf(20), rows.indexOf(7)]).toEqual([1, 5, -1]);
  });

  it('are with a text only those that hold it, and the gaps', () => {
    const matches = new Map(
      stretches.slice(0, 2).map((stretch) => [stretch, matchesIn(stretch.lines, pattern('t'))]),
    );
    const rows = rowsOf(stretches, matches);
    expect([rows.count, rows.lines]).toEqual([4, 2]);
    expect(rows.at(0)).toMatchObject({ key: 101 });
    expect([rows.indexOf(101), rows.indexOf(100), rows.indexOf(50)]).toEqual([0, -1, 2]);
  });
});
