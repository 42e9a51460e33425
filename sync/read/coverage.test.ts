import { describe, expect, it } from 'vitest';
import type { Coverage } from '../protocol/stored.ts';
import { absenceOf } from './coverage.ts';

const day = (n: number): string => `2026-03-0${n}T00:00:00+00:00`;
const known: Coverage = { scopeKey: '', from: day(3), to: day(8), complete: true, asOf: day(8) };

describe('[COV2] what an empty answer may be called', () => {
  it.each([
    ['all of it is here', 'complete', known, day(4), 'none'],
    ['exactly from the wanted moment on', 'complete', known, day(3), 'none'],
    ['only a newer part is here', 'complete', known, day(2), 'part'],
    ['everything since the beginning was asked for', 'complete', known, null, 'part'],
    ['everything since the beginning is here', 'complete', { ...known, from: null }, null, 'none'],
    [
      'still being filled, but past the wanted moment',
      'partial',
      { ...known, complete: false },
      day(5),
      'none',
    ],
    ['still being filled and not there yet', 'partial', { ...known, complete: false }, day(1), 'part'],
    ['nothing of it was pulled', 'complete', null, day(4), 'unloaded'],
    ['not for this role', 'forbidden', known, day(4), 'forbidden'],
  ] as const)('%s', (_name, state, coverage, from, absence) => {
    expect(absenceOf(state, coverage, from)).toBe(absence);
  });
});
