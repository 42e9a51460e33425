import { describe, expect, it } from 'vitest';
import { levelOf } from './log-level.ts';

const level = (message: string, labels: Record<string, string> = {}) => levelOf({ at: 0, message, labels });

describe('the level of a line', () => {
  it('is that of its labels, in whichever spelling', () => {
    expect([level('INFO x', { level: 'WARNING' }), level('x', { severity: 'crit' })]).toEqual([
      'warn',
      'fatal',
    ]);
  });

  it('is else that of its first words', () => {
    expect([
      level('\u001B[33mWARN\u001B[0m pool'),
      level('2026-01-01T00:00:00Z ERROR upstream'),
      level('time=x level=debug msg="ERROR is no level here"'),
      level('{"level":"trace"}'),
      level(`${'a'.repeat(200)} ERROR`),
      level('an information desk', { level: '__proto__' }),
    ]).toEqual(['warn', 'error', 'debug', 'trace', null, null]);
  });
});
