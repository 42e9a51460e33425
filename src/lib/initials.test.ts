import { describe, expect, it } from 'vitest';
import { UNKNOWN_PERSON, UNKNOWN_TEAM } from '#sync/read/people.ts';
import { initials, tintIndex } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Mara Lindqvist', 'ML'],
    ['Ana de la Cruz', 'AC'],
    ['Prince', 'P'],
    ['jo.park@example.org', 'JP'],
    ['  élise   ÖZ ', 'ÉÖ'],
    ['(on-call) Team', 'OT'],
    ['', '?'],
    ['---', '?'],
    [UNKNOWN_PERSON, '?'],
    [UNKNOWN_TEAM, '?'],
  ])('%s gives %s', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });

  it('gives one key one tint, inside the range, and spreads keys', () => {
    const tints = Array.from({ length: 200 }, (_, at) => tintIndex(`person-${at}`, 6));
    expect(tints).toEqual(Array.from({ length: 200 }, (_, at) => tintIndex(`person-${at}`, 6)));
    for (const tint of tints) expect(tint).toBeGreaterThanOrEqual(0);
    expect(new Set(tints).size).toBe(6);
    expect(Math.max(...tints)).toBe(5);
  });
});
