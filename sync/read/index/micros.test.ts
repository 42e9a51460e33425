import { expect, it } from 'vitest';
import { serverTimeToMicros } from '#sync/core/pull/server-time.ts';
import { microsOf } from './micros.ts';

it('reads every form like the general parser', () => {
  const times = [
    '2024-09-01T10:11:12.123456+00:00',
    '2024-09-01T10:11:12.1+00:00',
    '2024-09-01T10:11:12+00:00',
    '2024-02-29T23:59:59.999999+00:00',
    '1969-12-31T23:59:59.5+00:00',
    '2024-09-01T12:11:12.123456+02:00',
    '2024-09-01T10:11:12.123456Z',
    '2024-09-01 10:11:12.123456+00',
    '12024-09-01T10:11:12.123456+00:00',
  ];
  expect(times.map(microsOf)).toEqual(times.map(serverTimeToMicros));
  expect(microsOf(times[1])).toBe(Date.parse('2024-09-01T10:11:12.100Z') * 1_000);
});

it('reads what is no timestamp as no value', () => {
  const odd = [
    '',
    'yesterday',
    '2024-09-01Txx:11:12+00:00',
    '2024-09-01T10:11:12.12x4+00:00',
    7,
    null,
    undefined,
  ];
  expect(odd.map(microsOf).every(Number.isNaN)).toBe(true);
});
