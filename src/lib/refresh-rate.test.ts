import { describe, expect, it } from 'vitest';
import {
  allowedRefreshRate,
  readRefreshRate,
  REFRESH_RATES,
  refreshRateBlock,
  refreshRateMs,
  type RefreshRate,
} from './refresh-rate.ts';

const blockedAt = (minutes: number): string[] =>
  REFRESH_RATES.filter(({ id }) => refreshRateBlock(id, minutes) !== undefined).map(({ label }) => label);

describe('refresh rate', () => {
  it('[2.4] "options None, 15s, 30s, 1m, 2m, 3m, 5m, 10m, 15m"', () => {
    expect(REFRESH_RATES.map(({ label }) => label).join(', ')).toBe(
      'None, 15s, 30s, 1m, 2m, 3m, 5m, 10m, 15m',
    );
    expect(refreshRateMs('None')).toBeUndefined();
    expect(refreshRateMs('60s')).toBe(60_000);
    expect(refreshRateMs('15m')).toBe(900_000);
  });

  it('[2.4] "time ranges of an hour or more disable 15s and 30s"', () => {
    expect(blockedAt(59)).toEqual([]);
    expect(blockedAt(60)).toEqual(['15s', '30s']);
    expect(blockedAt(179)).toEqual(['15s', '30s']);
  });

  it('[2.4] "ranges of 3 hours or more also disable 2m and 3m"', () => {
    expect(blockedAt(180)).toEqual(['15s', '30s', '2m', '3m']);
    expect(blockedAt(2_592_000)).toEqual(['15s', '30s', '2m', '3m']);
    expect(refreshRateBlock('15s', 180)).toContain('an hour');
    expect(refreshRateBlock('3m', 180)).toContain('3 hours');
  });

  it.each<[RefreshRate, number, RefreshRate]>([
    ['15s', 15, '15s'],
    ['15s', 60, '60s'],
    ['30s', 720, '60s'],
    ['2m', 60, '2m'],
    ['2m', 180, '5m'],
    ['3m', 180, '5m'],
    ['None', 180, 'None'],
    ['15m', 180, '15m'],
  ])(
    '[2.4] "a disabled current choice falls back to the next allowed option": %s at %i minutes is %s',
    (rate, minutes, next) => {
      expect(allowedRefreshRate(rate, minutes)).toBe(next);
    },
  );

  it('reads the stored id and the label, nothing else', () => {
    expect(readRefreshRate('60s')).toBe('60s');
    expect(readRefreshRate('1m')).toBe('60s');
    for (const other of ['', '1h', 'none', null, undefined, 60])
      expect(readRefreshRate(other)).toBeUndefined();
  });
});
