import { expect, it } from 'vitest';
import type { HealthRow } from '#sync/protocol/health.ts';
import { byNeed, nameOf, readLinkedChecks, type ItemCheck } from './linked-checks.ts';

const SAID = { id: 'c1', name: 'said', type: 'http', severity: null, status: 'healthy', last_runtime: null };
// as: the fields that are looked at
const row = (part: Partial<HealthRow>): HealthRow =>
  ({ name: 'web', status: 'healthy', ...part }) as HealthRow;
const check = (id: string, part: Partial<ItemCheck>): ItemCheck => ({
  id,
  said: { ...SAID, id },
  row: undefined,
  ...part,
});

it('checks of an item are read link by link, each check once', () => {
  const link = { check_id: 'c1', check: SAID };
  expect(readLinkedChecks([link, link, { check: null }, { check: { id: 7 } }])).toEqual([SAID]);
  expect(readLinkedChecks({ message: 'no' })).toEqual([]);
  expect(readLinkedChecks([{ check: { id: 'c2' } }])).toMatchObject([{ id: 'c2', name: null }]);
});

it('failing ones come first, by what this device knows, and passing ones last', () => {
  const checks = [
    check('passing', { row: row({ name: 'b' }) }),
    check('failing', { row: row({ status: 'unhealthy' }) }),
    check('unknown', { row: row({ status: null }), said: { ...SAID, id: 'unknown', status: null } }),
    check('away', { row: null, said: { ...SAID, id: 'away', name: 'a' } }),
  ];
  expect(checks.toSorted(byNeed).map(({ id }) => id)).toEqual(['failing', 'unknown', 'away', 'passing']);
});

it('is called what this device calls it, or the server did', () => {
  expect(nameOf(check('c1', { row: row({}) }))).toBe('web');
  expect(nameOf(check('c1', { row: null }))).toBe('said');
  expect(nameOf(check('0123456789', { row: null, said: { ...SAID, id: '0123456789', name: null } }))).toBe(
    '01234567',
  );
});
