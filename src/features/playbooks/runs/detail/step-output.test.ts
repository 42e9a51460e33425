import { describe, expect, it } from 'vitest';
import { readSteps } from './run-steps.ts';
import { outputLines, stepFile, streamsOf } from './step-output.ts';

const labels = (result: unknown) => streamsOf(result).map(({ label, text }) => [label, text]);
const [step] = readSteps([{ id: 'a', name: 'Roll/out', start_time: '2026-11-20T10:00:00Z' }]);
if (step === undefined) throw new Error('no step');

describe('what a step gave', () => {
  it('is what a shell wrote, of either server and of a pod', () => {
    expect(labels({ stdout: 'out', stderr: 'err', exitCode: 0 })).toEqual([
      ['Output', 'out'],
      ['Error output', 'err'],
    ]);
    expect(labels({ error: { code: 'x' }, result: { stdout: '', stderr: 'no', exitCode: 1 } })).toEqual([
      ['Error output', 'no'],
    ]);
    expect(labels({ Logs: 'of a pod' })).toEqual([['Logs', 'of a pod']]);
  });

  it('is its JSON where it wrote nothing, and nothing where there is nothing', () => {
    expect(labels({ rows: [{ n: 1 }], count: 1 })[0]?.[1]).toContain('"count": 1');
    expect(labels({ result: 'plain' })).toEqual([['Result', 'plain']]);
    for (const none of [null, undefined, {}, { stdout: '', stderr: '' }, ''])
      expect(labels(none)).toEqual([]);
  });

  it('is read in lines of a size that can be drawn, of a long one the beginning and the end', () => {
    expect(outputLines('a\r\nb\n').head).toEqual(['a', 'b']);
    expect(outputLines('x'.repeat(9_000)).head.map(({ length }) => length)).toEqual([4_000, 4_000, 1_000]);
    const long = outputLines(`first\n${'y\n'.repeat(10 * 1024 * 1024)}last`);
    expect([long.head[0], long.tail.at(-1)]).toEqual(['first', 'last']);
    expect(long.missing).toBe(20 * 1024 * 1024 + 10 - 8 * 1024 * 1024);
  });

  it('is a file: its error and what it wrote without colours, else JSON', () => {
    expect(stepFile({ ...step, error: 'exit 1' }, { stdout: '\u001B[31ma\u001B[0m\nb' })).toEqual({
      name: 'Roll_out-2026-11-20T10_00_00Z.log',
      text: 'exit 1\na\nb',
      type: 'text/plain',
    });
    expect(stepFile(step, { count: 2 })).toMatchObject({
      type: 'application/json',
      text: '{\n  "count": 2\n}',
    });
  });
});
