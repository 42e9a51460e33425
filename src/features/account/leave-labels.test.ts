import { expect, test } from 'vitest';
import { isUnsent, leaveWords, sendBlocker } from './leave-labels.ts';

test('the question names counts', () => {
  expect(leaveWords(1, 0)).toEqual({
    sentence: '1 change on this device has not been sent. Signing out removes it.',
    removal: 'Remove 1 change and sign out',
  });
  expect(leaveWords(2, 1).removal).toBe('Remove 2 changes and 1 draft and sign out');
  expect(leaveWords(0, 3).sentence).toBe(
    '3 drafts on this device have not been sent. Signing out removes them.',
  );
});

test('nothing is not counted', () => {
  expect(leaveWords(0, 0)).toEqual({
    sentence: 'Nothing on this device waits to be sent.',
    removal: 'Sign out',
  });
});

test('a count that could not be read is never none', () => {
  expect(leaveWords(null, 2).sentence).toBe(
    'The unsent changes on this device could not be counted. Also not sent: 2 drafts. Signing out removes them.',
  );
  expect(leaveWords(0, null).sentence).toContain('The drafts on this device could not be counted');
});

test('what the server has taken is not unsent, what needs a decision is', () => {
  expect(isUnsent({ state: 'acked' })).toBe(false);
  expect(isUnsent({ state: 'done' })).toBe(false);
  expect(isUnsent({ state: 'conflict' })).toBe(true);
  expect(isUnsent({ state: 'auth-hold' })).toBe(true);
});

test('sending is blocked with a reason', () => {
  expect(sendBlocker('live', [{ state: 'queued' }])).toBeUndefined();
  expect(sendBlocker('offline', [])).toContain('connection');
  expect(sendBlocker('signed-out', [])).toContain('sign in');
  expect(sendBlocker('live', [{ state: 'parked' }, { state: 'queued' }])).toContain('1 change needs');
});
