import { describe, expect, it } from 'vitest';
import { opStates } from '../../protocol/op.ts';
import {
  countAttention,
  countWaiting,
  isUnreachable,
  phaseOf,
  stepReach,
  toldSkewMs,
  unknownReach,
} from './status.ts';
import type { Reach, StatusFacts } from './status.ts';

const facts: StatusFacts = {
  isStorageFailed: false,
  isSignedOut: false,
  isOnLine: true,
  reach: { state: 'up' },
  isBusy: false,
  hasHotPull: true,
  isFresh: true,
  hasFailed: false,
};

describe('clocks', () => {
  it.each([
    [null, undefined],
    [0, undefined],
    [29_000, undefined],
    [-29_000, undefined],
    [31_000, 60_000],
    [-600_400, -600_000],
    [3_599_000, 3_600_000],
  ])('[HLT12] tells a difference of %s ms in minutes', (skewMs, told) => {
    expect(toldSkewMs(skewMs)).toBe(told);
  });
});

describe('phase', () => {
  it.each([
    [{}, 'live'],
    [{ isBusy: true }, 'syncing'],
    [{ isFresh: false, hasHotPull: false }, 'starting'],
    [{ isFresh: false }, 'starting'],
    [{ isFresh: false, hasFailed: true }, 'unreachable'],
    [{ hasFailed: true }, 'live'],
    [{ reach: { state: 'down' }, isBusy: true }, 'unreachable'],
    [{ reach: { state: 'recovering' } }, 'unreachable'],
    [{ reach: { state: 'suspect' } }, 'live'],
    [{ isOnLine: false, isBusy: true }, 'offline'],
    [{ isSignedOut: true, isOnLine: false }, 'signed-out'],
    [{ isStorageFailed: true, isSignedOut: true }, 'storage-failed'],
  ] as const)('[STA1] %o is %s', (values, phase) => expect(phaseOf({ ...facts, ...values })).toBe(phase));
});

describe('reachability', () => {
  function after(...answers: readonly boolean[]): Reach['state'] {
    return answers.reduce(stepReach, unknownReach).state;
  }

  it('[NET3] drops after one failure and its retry', () => {
    expect(after(true, false)).toBe('suspect');
    expect(after(true, false, true)).toBe('up');
    expect(after(true, false, false)).toBe('down');
    expect(after(false, false)).toBe('down');
  });

  it('[NET3] recovers after two good probes in a row', () => {
    expect(after(false, false, true)).toBe('recovering');
    expect(after(false, false, true, false)).toBe('down');
    expect(after(false, false, true, true)).toBe('up');
    expect([
      isUnreachable({ state: 'down' }),
      isUnreachable({ state: 'recovering' }),
      isUnreachable({ state: 'suspect' }),
    ]).toEqual([true, true, false]);
  });
});

describe('counters', () => {
  it('[STA2] every open state is either on its way, settled or with a person', () => {
    const counted = opStates.filter((state) => countWaiting([{ state }]) === 1);
    expect(counted).toEqual(['queued', 'sending', 'ambiguous', 'waiting', 'auth-hold']);
  });

  it('[STA2] an operation with a notice counts once, read notices do not count', () => {
    const open = [
      { id: 'a', state: 'conflict' as const },
      { id: 'b', state: 'parked' as const },
      { id: 'c', state: 'queued' as const },
    ];
    const notices = [
      { id: 'a', readAt: null },
      { id: 'f', readAt: null },
      { id: 'g', readAt: 5 },
    ];
    expect(countAttention(open, notices)).toBe(3);
  });
});
