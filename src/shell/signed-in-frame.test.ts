// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { frameRedirect } from './signed-in-frame.tsx';

const identity = { userId: 'u', name: 'Ada', email: '', tenant: 't' };
const HERE = '/incidents?a=1';

test('without a session the way leads to sign-in and back', () => {
  const state = { kind: 'signed-out', identity: null, reason: 'no-session' } as const;
  expect(frameRedirect(state, HERE)).toBe('/login?return_to=%2Fincidents%3Fa%3D1');
  expect(frameRedirect({ kind: 'second-factor', identity }, HERE)).toContain('aal=aal2');
});

test('a visitor who is on the way to sign-in already is sent to the same address', () => {
  const state = { kind: 'signed-out', identity: null, reason: 'no-session' } as const;
  const login = frameRedirect(state, HERE) ?? '';
  expect(frameRedirect(state, login)).toBe(login);
});

test.each(['unknown', 'signed-in', 'offline-as', 'expired', 'leaving'] as const)(
  '%s keeps the page',
  (kind) => {
    expect(frameRedirect({ kind, identity, confirmedUnsent: 0 }, HERE)).toBeNull();
  },
);
