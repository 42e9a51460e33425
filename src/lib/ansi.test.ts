import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ansiRuns, withoutAnsi } from './ansi.ts';

const E = '\u001B';
const looks = (text: string): unknown[] =>
  ansiRuns(text).map(({ text: part, hue, isBold }) => [part, hue, isBold]);

describe('runs of a text with colours', () => {
  it('begin and end where the sequences say', () => {
    expect(looks(`${E}[33mWARN${E}[0m pool at ${E}[1;92m92 %${E}[22m!`)).toEqual([
      ['WARN', 'yellow', false],
      [' pool at ', null, false],
      ['92 %', 'green', true],
      ['!', 'green', false],
    ]);
  });

  it('of 256 and of all colours are the nearest hue, and what follows is read on', () => {
    expect(looks(`${E}[38;5;196mred${E}[38;2;10;20;250;1mblue${E}[48;5;21;39mplain`)).toEqual([
      ['red', 'red', false],
      ['blue', 'blue', true],
      ['plain', null, true],
    ]);
  });

  it('know no other orders: those are taken out', () => {
    expect(looks(`a${E}[2Jb${E}]8;;https://x.example${E}\\c${E}]0;title\u0007d${E}cé\u0000`)).toEqual([
      ['a', null, false],
      ['b', null, false],
      ['c', null, false],
      ['d', null, false],
      ['é', null, false],
    ]);
  });

  it('are together the text without orders, whatever it is', () => {
    const pieces = fc.array(
      fc.oneof(fc.string(), fc.constantFrom(E, `${E}[`, `${E}[31`, `${E}[0m`, 'm', '\n', '<b>', `${E}]`)),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const runs = ansiRuns(text).map((run) => run.text);
        expect(runs.join('')).toBe(withoutAnsi(text));
        // oxlint-disable-next-line no-control-regex -- none of them may be left
        expect(/[\u0000-\u0008\u001B]/u.test(runs.join(''))).toBe(false);
      }),
    );
  });
});
