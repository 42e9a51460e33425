import { expect, test } from 'vitest';
import { pinFault, refusalWords } from './lock-labels.ts';

test('[LCK5] a wrong PIN says how long the next one has to wait', () => {
  expect(refusalWords({ kind: 'wrong', waitMs: 0 })).toBe('That is not the PIN.');
  expect(refusalWords({ kind: 'wrong', waitMs: 30_000 })).toBe('That is not the PIN. Try again in 30 s.');
  expect(refusalWords({ kind: 'wait', waitMs: 3_600_000 })).toBe('Too many wrong PINs. Try again in 60 min.');
});

test('[LCK7] a passkey of another lock is no wrong PIN and costs no wait', () => {
  expect(refusalWords({ kind: 'wrong', waitMs: 0 }, 'passkey')).toBe('That passkey does not open this lock.');
});

test('a new PIN is long enough and typed twice', () => {
  expect(pinFault('12345', '12345')).toBe('At least 6 characters');
  expect(pinFault('123456', '123457')).toBe('The two PINs are not the same');
  expect(pinFault('123456', '123456')).toBeNull();
});
