import { describe, expect, it } from 'vitest';
import { rngOf } from '#tests/support/op-fixture.ts';
import { ulidText, ulidUuid } from './ulid.ts';

describe('ulid', () => {
  it('[JRN12] the uuid form begins with the time and ends with the port\u2019s randomness', () => {
    expect(ulidUuid(0x0123_4567_89ab, rngOf(0.5))).toBe('01234567-89ab-8080-8080-808080808080');
  });

  it('[JRN12] the text form has 26 characters of Crockford\u2019s alphabet and sorts by time', () => {
    const early = ulidText(1_700_000_000_000, rngOf(0.999));
    const late = ulidText(1_700_000_000_001, rngOf(0));
    expect(early).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(early < late).toBe(true);
    expect(ulidText(0, rngOf(0))).toBe('0'.repeat(26));
    expect(ulidText(1_469_918_176_385, rngOf(0)).slice(0, 10)).toBe('01ARYZ6S41');
  });

  it('[JRN12] a clock beyond the format is held at its border', () => {
    expect(ulidUuid(-5, rngOf(0))).toBe('00000000-0000-0000-0000-000000000000');
    expect(ulidUuid(Number.MAX_SAFE_INTEGER, rngOf(0))).toMatch(/^ffffffff-ffff-/);
  });
});
