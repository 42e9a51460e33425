import { expect, test } from 'vitest';
import { splitCredentials } from './url-credentials.ts';

const at = (path: string): string => `https://holdfast.example${path}`;

test('credentials leave the sign-in address and everything else stays', () => {
  expect(splitCredentials(at('/login?return_to=%2Fincidents&username=a%40b&password=p%26q#top'))).toEqual({
    credentials: { username: 'a@b', password: 'p&q' },
    stripped: '/login?return_to=%2Fincidents#top',
  });
});

test('half a pair is stripped and not used', () => {
  for (const query of ['?password=secret', '?username=a', '?username=&password=x']) {
    expect(splitCredentials(at(`/login${query}`))).toEqual({ credentials: null, stripped: '/login' });
  }
});

test('other pages and addresses without credentials are left alone', () => {
  expect(splitCredentials(at('/login?return_to=/x')).stripped).toBeNull();
  expect(splitCredentials(at('/incidents?username=a&password=b')).stripped).toBeNull();
});
