import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  chosenLimitsSchema,
  FRESHNESS_LIMITS,
  hasChosenLimits,
  limitValues,
  readLimit,
  withLimit,
} from './freshness-limits.ts';

const STANDARD = { checkRuns: 3, checkMinutes: 5, summaryMinutes: 5, incidentMinutes: 1 };

describe('what is stored', () => {
  it('[ux 4.5] is nothing at first: the limits of the design hold', () => {
    expect(limitValues(v.parse(chosenLimitsSchema, {}))).toEqual(STANDARD);
  });

  it.each([
    ['too low', { checkMinutes: 1 }],
    ['too high', { checkMinutes: 61 }],
    ['no whole number', { checkMinutes: 4.5 }],
    ['no number', { checkMinutes: '9' }],
    ['null', { checkMinutes: null }],
  ])('counts as none where it is %s, and the others stay', (_what, bad) => {
    const choice = v.parse(chosenLimitsSchema, { ...bad, incidentMinutes: 15 });
    expect(limitValues(choice)).toEqual({ ...STANDARD, incidentMinutes: 15 });
  });

  it.each([[null], ['5'], [5]])('is refused where it is no record: %j', (stored) => {
    expect(v.safeParse(chosenLimitsSchema, stored).success).toBe(false);
  });
});

describe('withLimit', () => {
  it('keeps the others, and nothing of a limit that is set to its standard', () => {
    const both = withLimit(withLimit({}, 'checkRuns', 5), 'incidentMinutes', 10);
    expect(limitValues(both)).toEqual({ ...STANDARD, checkRuns: 5, incidentMinutes: 10 });
    const one = withLimit(both, 'checkRuns', 3);
    expect(one).toEqual({ incidentMinutes: 10 });
    expect(hasChosenLimits(one)).toBe(true);
    expect(hasChosenLimits(withLimit(one, 'incidentMinutes', 1))).toBe(false);
  });
});

describe('readLimit', () => {
  it.each([
    ['5', { value: 5 }],
    [' 12 ', { value: 12 }],
    ['2', { value: 2 }],
    ['60', { value: 60 }],
    ['1', { problem: 'too-low' }],
    ['0', { problem: 'too-low' }],
    ['-5', { problem: 'too-low' }],
    ['61', { problem: 'too-high' }],
    ['9'.repeat(400), { problem: 'too-high' }],
    ['', { problem: 'no-number' }],
    ['2.5', { problem: 'no-number' }],
    ['5 min', { problem: 'no-number' }],
    ['1e1', { problem: 'no-number' }],
  ])('%j is %j', (text, typed) => {
    expect(readLimit('checkMinutes', text)).toEqual(typed);
  });

  it('lets every standard through', () => {
    for (const id of ['checkRuns', 'checkMinutes', 'summaryMinutes', 'incidentMinutes'] as const) {
      const { standard, least, most } = FRESHNESS_LIMITS[id];
      for (const value of [standard, least, most]) expect(readLimit(id, String(value))).toEqual({ value });
    }
  });
});
