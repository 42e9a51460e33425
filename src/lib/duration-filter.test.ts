import { describe, expect, it } from 'vitest';
import { DURATION_PRESETS, parseDurationFilter } from './duration-filter.ts';

describe('duration filter', () => {
  it('[2.4] "presets All, 100ms, 500ms, 1s, 5s, 10s, 30s" are all accepted', () => {
    expect(DURATION_PRESETS.join(', ')).toBe('All, 100ms, 500ms, 1s, 5s, 10s, 30s');
    for (const preset of DURATION_PRESETS) expect(parseDurationFilter(preset).kind).not.toBe('invalid');
  });

  it.each([
    ['100ms', 100],
    ['5s', 5000],
    ['0.5s', 500],
    [' 30s ', 30_000],
    ['250 ms', 250],
    ['0ms', 0],
  ])('"%s" keeps runs from %i ms', (text, durationMs) => {
    expect(parseDurationFilter(text)).toEqual({ kind: 'atLeast', durationMs });
  });

  it.each(['All', '', '  ', null, undefined])('%j is no filter', (text) => {
    expect(parseDurationFilter(text)).toEqual({ kind: 'any' });
  });

  it.each(['5', '5m', '1h', 'ms', '-5s', '5S', 's5', '1s 5', '5sms', `${'9'.repeat(20)}s`])(
    '[5] "%s": accepts only values ending in ms or s, otherwise says so',
    (text) => {
      expect(parseDurationFilter(text)).toEqual({
        kind: 'invalid',
        error: 'duration is allowed only in milli seconds & seconds',
      });
    },
  );
});
