import { expect, test } from 'vitest';
import { isFeatureEnabled } from './feature-flags.ts';

test('a feature is on unless its property says exactly true', () => {
  expect(isFeatureEnabled({}, 'incidents')).toBe(true);
  expect(isFeatureEnabled({ 'incidents.disable': 'true' }, 'incidents')).toBe(false);
  for (const value of ['false', 'TRUE', '1', '']) {
    expect(isFeatureEnabled({ 'incidents.disable': value }, 'incidents')).toBe(true);
  }
});

test.each([
  ['config', 'settings.config_scraper'],
  ['topology', 'settings.topology'],
  ['health', 'settings.health'],
  ['health', 'settings.job_history'],
] as const)('%s switches %s off with it', (parent, child) => {
  expect(isFeatureEnabled({ [`${parent}.disable`]: 'true' }, child)).toBe(false);
  expect(isFeatureEnabled({ [`${child}.disable`]: 'true' }, parent)).toBe(true);
});

test('unknown flags and names of Object.prototype change nothing', () => {
  expect(isFeatureEnabled({ 'warp-drive.disable': 'true' }, 'incidents')).toBe(true);
  expect(isFeatureEnabled(Object.create({ 'incidents.disable': 'true' }) as never, 'incidents')).toBe(true);
});
