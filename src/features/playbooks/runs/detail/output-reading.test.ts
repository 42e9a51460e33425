import { describe, expect, it, vi } from 'vitest';
import { LineIndex } from './line-index.ts';
import { OutputReading, type OutputPart } from './output-reading.ts';

const FOREVER = Number.POSITIVE_INFINITY;

function linesOf(text: string, cut: OutputPart['cut'] = null): readonly (string | number | null)[] {
  const index = new LineIndex({ text, cut });
  index.read(FOREVER);
  return Array.from({ length: index.count }, (_none, at) => index.missingAt(at) ?? index.textAt(at));
}

const part = (id: string, text: string, cut: OutputPart['cut'] = null): OutputPart => ({
  id,
  label: id,
  text,
  cut,
});

describe('the lines of an output', () => {
  it('end where a line ends; what is no text is broken', () => {
    expect(linesOf('a\r\n\nb\n')).toEqual(['a', '', 'b']);
    expect(linesOf('a\nb')).toEqual(['a', 'b']);
    expect(linesOf('')).toEqual([]);
    expect(linesOf('x'.repeat(9_000)).map((line) => String(line).length)).toEqual([4_000, 4_000, 1_000]);
  });

  it('[DOC12] have one of their own for what is missing', () => {
    expect(linesOf('a\nb\nc\n', { at: 2, missing: 70 })).toEqual(['a', 70, 'b', 'c']);
    expect(linesOf('abcd\n', { at: 2, missing: 70 })).toEqual(['ab', 70, 'cd']);
  });

  it('go on where a text has only grown, and begin anew where it is another', () => {
    const index = new LineIndex({ text: 'a\nb', cut: null });
    index.read(FOREVER);
    expect(index.grow({ text: 'a\nbc\nd\n', cut: null })).toBe(true);
    index.read(FOREVER);
    expect([index.count, index.textAt(1), index.textAt(2)]).toEqual([3, 'bc', 'd']);
    expect(index.grow({ text: 'other', cut: null })).toBe(false);
    expect(index.textAt(2)).toBe('d');
  });
});

describe('the search of an output', () => {
  it('finds lines in all its texts whatever their colours, and goes around them', async () => {
    const reading = new OutputReading();
    const shown: string[] = [];
    reading.onReveal('error', (line) => shown.push(`error ${line}`));
    reading.onReveal('stdout', (line) => shown.push(`stdout ${line}`));
    const parts = [part('error', 'Exit 3'), part('stdout', 'one\n\u001B[32mex\u001B[0mit\nexit (1)\n')];
    reading.of(parts);
    reading.look('exit');
    await vi.waitFor(() => expect(shown).toEqual(['error 0']));
    const at = (): unknown => {
      const { found, at: place, current } = reading.of(parts).search;
      return [place, found, current];
    };
    expect(at()).toEqual([1, 3, { part: 'error', line: 0 }]);
    reading.step(1);
    expect(at()).toEqual([2, 3, { part: 'stdout', line: 1 }]);
    reading.step(1);
    reading.step(1);
    expect(at()).toEqual([1, 3, { part: 'error', line: 0 }]);
    reading.step(-1);
    expect(at()).toEqual([3, 3, { part: 'stdout', line: 2 }]);
    reading.look('exit (');
    expect(at()).toEqual([1, 1, { part: 'stdout', line: 2 }]);
    reading.look('nothing');
    reading.step(1);
    expect(at()).toEqual([0, 0, null]);
  });

  it('goes on through a text while it grows, in pieces that freeze nothing', async () => {
    const reading = new OutputReading();
    const stop = reading.subscribe(() => undefined);
    const text = 'a line of it\n'.repeat(150_000);
    reading.of([part('stdout', text)]);
    reading.look('line');
    const all = [part('stdout', `${text}the last line`)];
    await vi.waitFor(() => {
      const { search, parts } = reading.of(all);
      expect([search.isLooking, search.found, parts[0]?.count]).toEqual([false, 150_001, 150_001]);
    });
    stop();
  });
});
