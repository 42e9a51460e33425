import { expect, it } from 'vitest';
import { isPastLimit } from './stale.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const LIMIT_MS = 60_000;
const ago = (ms: number): string => new Date(NOW - ms).toISOString();

it('[ux 4.5] an incident is old after its limit without a pull', () => {
  expect(isPastLimit(ago(0), ago(60_000), NOW, LIMIT_MS)).toBe(false);
  expect(isPastLimit(ago(0), ago(60_001), NOW, LIMIT_MS)).toBe(true);
});

it('[ux 4.5] the stored time counts only while the engine has none', () => {
  expect(isPastLimit(ago(900_000), ago(5000), NOW, LIMIT_MS)).toBe(false);
  expect(isPastLimit(ago(900_000), null, NOW, LIMIT_MS)).toBe(true);
});

it('[ux 4.5] what was never pulled is not called old, nor what a server clock ahead of ours says', () => {
  expect(isPastLimit(null, null, NOW, LIMIT_MS)).toBe(false);
  expect(isPastLimit(null, ago(-5000), NOW, LIMIT_MS)).toBe(false);
});
