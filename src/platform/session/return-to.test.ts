import { expect, test } from 'vitest';
import { authStateCheckerHref, loginHref, safeReturnTo } from './return-to.ts';

const ORIGIN = 'https://holdfast.example';

test.each([
  ['/incidents?status=open&search=a%26b#x', '/incidents?status=open&search=a%26b#x'],
  [`${ORIGIN}/incidents/1`, '/incidents/1'],
  ['incidents', '/incidents'],
])('keeps %s on this origin', (value, path) => {
  expect(safeReturnTo(value, ORIGIN)).toBe(path);
});

test.each([
  'https://evil.example/incidents',
  '//evil.example',
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  '/.//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://holdfast.example@evil.example/',
  'https://user:secret@holdfast.example/incidents',
  'http://holdfast.example/incidents',
  '\t//evil.example',
  'https://',
  '',
  '/login?return_to=/login',
  '/login?return_to=//evil.example',
  '/login?return_to=https%3A%2F%2Fevil.example',
  '/auth-state-checker',
  undefined,
  42,
])('refuses %s', (value) => {
  expect(safeReturnTo(value, ORIGIN)).toBe('/');
});

test('sign-in wrapped around sign-in leads to the page within', () => {
  const once = loginHref('/health?tab=a');
  expect(loginHref(once)).toBe(once);
  expect(loginHref(authStateCheckerHref(once))).toBe(once);
  expect(authStateCheckerHref(once)).toBe(authStateCheckerHref('/health?tab=a'));
  expect(safeReturnTo(`/login?${new URLSearchParams({ return_to: once })}`, ORIGIN)).toBe('/health?tab=a');
});

test('return_to is encoded whole, so its own query does not leak out', () => {
  expect(authStateCheckerHref('/incidents?a=1&b=2')).toBe(
    '/auth-state-checker?return_to=%2Fincidents%3Fa%3D1%26b%3D2',
  );
  expect(loginHref('/incidents?a=1', { aal: 'aal2' })).toBe('/login?return_to=%2Fincidents%3Fa%3D1&aal=aal2');
});
