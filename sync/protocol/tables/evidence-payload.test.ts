import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configLinesOf, logLinesOf, snapshotOf } from './evidence-payload.ts';

describe('config lines', () => {
  it('count from 1 on the screen and from 0 on the wire', () => {
    expect(configLinesOf({ lines: ['a', 'b', 'c'], selected_lines: { '1': 'b' } })).toEqual([
      { number: 1, text: 'a', isSelected: false },
      { number: 2, text: 'b', isSelected: true },
      { number: 3, text: 'c', isSelected: false },
    ]);
  });

  it('are also read where a selection counts from 1', () => {
    const lines = configLinesOf({ lines: ['a', 'b'], selected_lines: { '2': 'b' } });
    expect(lines.filter((line) => line.isSelected)).toEqual([{ number: 2, text: 'b', isSelected: true }]);
  });

  it('are the selection alone when the lines are of another version', () => {
    expect(configLinesOf({ lines: ['x'], selected_lines: { '11': 'late', '2': 'early' } })).toEqual([
      { number: 3, text: 'early', isSelected: true },
      { number: 12, text: 'late', isSelected: true },
    ]);
  });

  it('are all shown without a selection', () => {
    expect(configLinesOf({ lines: 'a\nb' }).map((line) => [line.text, line.isSelected])).toEqual([
      ['a', false],
      ['b', false],
    ]);
  });
});

describe('log lines and snapshots', () => {
  it('keep what is there and leave out what nobody can read', () => {
    expect(
      logLinesOf({ lines: ['bare', { timestamp: 't', message: 'm', labels: { pod: 'p' } }, 7] }),
    ).toEqual([
      { timestamp: '', message: 'bare', labels: {} },
      { timestamp: 't', message: 'm', labels: { pod: 'p' } },
    ]);
    expect(snapshotOf({ snapshot: { at: 'now', status: 'healthy', runs: 'none', extra: 1 } })).toEqual({
      at: 'now',
      status: 'healthy',
    });
    expect(snapshotOf({ snapshot: { status: 'healthy' } })).toBeNull();
    expect(snapshotOf({})).toBeNull();
  });

  it("never fail on another program's JSON", () => {
    const payloads = fc.dictionary(
      fc.constantFrom('lines', 'selected_lines', 'snapshot', 'at', 'z'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(payloads, (payload) => {
        for (const line of configLinesOf(payload)) expect(typeof line.text).toBe('string');
        for (const line of logLinesOf(payload)) expect(typeof line.message).toBe('string');
        snapshotOf(payload);
      }),
    );
  });
});
