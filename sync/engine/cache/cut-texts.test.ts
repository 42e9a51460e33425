import { describe, expect, it } from 'vitest';
import { cutsOf } from '../../protocol/cut.ts';
import { fitted } from './cut-texts.ts';

const LIMIT = 1024 * 1024;
const LINE = `\u001B[32m${'x'.repeat(60)}\u001B[0m "quoted"\n`;

function fit(result: object, kind: 'action-result' | 'config' = 'action-result') {
  const row = { id: 'a', result };
  return fitted(kind, row, LIMIT);
}

describe('[DOC12] what a step wrote', () => {
  it('keeps whole lines of its beginning and three times as much of its end, and says what is missing', () => {
    const stdout = Array.from({ length: 40_000 }, (_none, at) => `${at} ${LINE}`).join('');
    const short = 'gave up';
    const made = fit({ stdout, stderr: short, exitCode: 1 });
    if (made === null) throw new Error('not cut');
    const [cut] = cutsOf(made.row);
    const kept = (made.row as { result: { stdout: string; stderr: string } }).result;
    expect(made.body.length).toBeGreaterThan(LIMIT * 0.9);
    expect(made.body.length).toBeLessThanOrEqual(LIMIT);
    expect(JSON.parse(made.body)).toEqual(made.row);
    expect(kept.stderr).toBe(short);
    expect(cutsOf(made.row)).toEqual([{ path: ['result', 'stdout'], at: cut?.at, missing: cut?.missing }]);
    const { at = 0, missing = 0 } = cut ?? {};
    expect(kept.stdout.length + missing).toBe(stdout.length);
    const [head, tail] = [kept.stdout.slice(0, at), kept.stdout.slice(at)];
    expect(stdout.startsWith(head) && stdout.endsWith(tail) && head.endsWith('\n')).toBe(true);
    expect(tail.slice(0, 20)).toContain(' \u001B[32m');
    expect(Math.round(tail.length / head.length)).toBe(3);
  });

  it('shares the room among several texts, and halves no sign', () => {
    const made = fit({ stdout: '😀'.repeat(LIMIT), result: { stderr: 'e'.repeat(LIMIT) }, logs: 'short' });
    const texts = JSON.parse(made?.body ?? '{}') as { result: { stdout: string } };
    expect(cutsOf(made?.row).map(({ path }) => path.join('.'))).toEqual([
      'result.stdout',
      'result.result.stderr',
    ]);
    expect(
      /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(texts.result.stdout),
    ).toBe(false);
  });

  it('is not cut where something else makes it long, nor is any other body', () => {
    expect(fit({ rows: Array.from({ length: 200_000 }, (_none, n) => n) })).toBeNull();
    expect(fit({ stdout: 'x'.repeat(2 * LIMIT) }, 'config')).toBeNull();
    expect(fit({ stdout: 'x'.repeat(LIMIT / 2) })).toBeNull();
    // What is written with a sign before it takes the room of two.
    expect(fit({ stdout: '"'.repeat(LIMIT * 0.6) })).not.toBeNull();
  });
});
