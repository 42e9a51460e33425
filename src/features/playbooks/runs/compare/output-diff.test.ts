import { describe, expect, it } from 'vitest';
import { outputDiff } from './output-diff.ts';

const text = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe('two outputs', () => {
  it('differ by their lines, whatever their colours and their times are', () => {
    const before = text(
      '10:00:01.123 start',
      '\u001B[32mready\u001B[0m',
      '2026-11-20T10:00:02Z pods 3',
      'done',
    );
    const after = text('11:30:00.001 start', 'ready', '2026-11-21T11:30:09Z pods 2', 'done');
    expect(outputDiff(before, after)).toEqual({
      is: 'different',
      lines: [
        ' 11:30:00.001 start',
        ' ready',
        '-2026-11-20T10:00:02Z pods 3',
        '+2026-11-21T11:30:09Z pods 2',
        ' done',
      ],
    });
    expect(outputDiff(text('10:00:01 a'), text('10:00:02 a'))).toEqual({ is: 'equal' });
    expect(outputDiff('', '')).toEqual({ is: 'equal' });
  });

  it('fold what is equal between two differences and around them', () => {
    const same = Array.from({ length: 20 }, (_none, at) => `same ${at}`);
    const diff = outputDiff(text(...same, 'a', ...same), text(...same, 'b', ...same));
    expect(diff.is === 'different' && diff.lines).toEqual([
      '@@ 17 equal lines @@',
      ' same 17',
      ' same 18',
      ' same 19',
      '-a',
      '+b',
      ' same 0',
      ' same 1',
      ' same 2',
      '@@ 17 equal lines @@',
    ]);
  });

  it('are not compared where that would be a wait', () => {
    expect(outputDiff('a', 'b'.repeat(2 * 1024 * 1024))).toEqual({ is: 'too-long' });
    expect(outputDiff('a', 'b\n'.repeat(10_001))).toEqual({ is: 'too-long' });
    const many = (word: string): string =>
      text(...Array.from({ length: 9_000 }, (_none, at) => `${word} ${at}`));
    expect(outputDiff(many('a'), many('b'))).toEqual({ is: 'too-different' });
    const added = outputDiff('a\n', text('a', ...Array.from({ length: 3_000 }, (_none, at) => `b ${at}`)));
    expect(added.is === 'different' && added.lines.at(-1)).toBe('@@ 1001 more lines are not shown @@');
  });
});
