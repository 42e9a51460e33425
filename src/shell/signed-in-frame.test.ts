// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { frameRedirect } from './signed-in-frame.tsx';

const identity = { userId: 'u', name: 'Ada', email: '', tenant: 't' };
const HERE = '/incidents?a=1';

test('without a session the way leads to sign-in and back', () => {
  const state = { kind: 'signed-out', identity: null, reason: 'no-session' } as const;
  expect(frameRedirect(state, HERE, true)).toBe('/login?return_to=%2Fincidents%3Fa%3D1');
  expect(frameRedirect({ kind: 'second-factor', identity }, HERE, true)).toContain('aal=aal2');
});

test('an expired session redirects on loading only; later it changes the chip', () => {
  expect(frameRedirect({ kind: 'expired', identity }, HERE, true)).toBe(
    '/auth-state-checker?return_to=%2Fincidents%3Fa%3D1',
  );
  expect(frameRedirect({ kind: 'expired', identity }, HERE, false)).toBeNull();
});

test.each(['unknown', 'signed-in', 'offline-as', 'leaving'] as const)('%s keeps the page', (kind) => {
  expect(frameRedirect({ kind, identity, confirmedUnsent: 0 }, HERE, true)).toBeNull();
});
