import { describe, expect, it } from 'vitest';
import { readSteps } from './run-steps.ts';
import { filePieces, stepFile, streamsOf } from './step-output.ts';

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

  it('[DOC12] says of each text where something is missing, of either server', () => {
    const cut = { path: ['result', 'stdout'], at: 2, missing: 7 };
    const deep = { path: ['result', 'result', 'stderr'], at: 1, missing: 3 };
    const cutsOf = (result: unknown) => streamsOf(result, [cut, deep]).map(({ id, cut: at }) => [id, at]);
    expect(cutsOf({ stdout: 'ab', stderr: 'c' })).toEqual([
      ['stdout', cut],
      ['stderr', null],
    ]);
    expect(cutsOf({ result: { stderr: 'ab' } })).toEqual([['stderr', deep]]);
  });

  it('is a file: its error and what it wrote without colours, else JSON', async () => {
    const failed = stepFile({ ...step, error: 'exit 1' }, { stdout: '\u001B[31ma\u001B[0m\nb' });
    expect(failed).toMatchObject({ name: 'Roll_out-2026-11-20T10_00_00Z.log', type: 'text/plain' });
    expect((await filePieces(failed)).join('')).toBe('exit 1\na\nb');
    const other = stepFile(step, { count: 2 });
    expect(other.type).toBe('application/json');
    expect((await filePieces(other)).join('')).toBe('{\n  "count": 2\n}');
    const stdout = 'line\n'.repeat(200_000);
    expect((await filePieces(stepFile(step, { stdout }))).join('')).toBe(stdout);
    const cut = stepFile(step, { stdout: 'a\nb\n' }, [{ path: ['result', 'stdout'], at: 2, missing: 9 }]);
    expect((await filePieces(cut)).join('')).toBe('a\n… 9 characters are missing here …\nb\n');
  });
});
