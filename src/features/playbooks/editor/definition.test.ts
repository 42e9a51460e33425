import { expect, it } from 'vitest';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { toSyncError } from '#sync/errors.ts';
import { fetchedBody, type FetchedBody } from '#tests/page/fake-answers.ts';
import { definitionOf } from './definition.ts';

const ready = (more: FetchedBody): DocumentRead => ({
  status: 'ready',
  value: fetchedBody(more),
  error: undefined,
});
const loading: DocumentRead = { status: 'loading', value: undefined, error: undefined };

it('a definition is what was written here, else what the server has, and waits for that', () => {
  const mine = { actions: [{ name: 'mine' }] };
  expect(definitionOf({ unsent: undefined }, loading)).toBeUndefined();
  expect(definitionOf({ unsent: mine }, loading)).toEqual({ is: 'known', spec: mine });
  expect(definitionOf({ unsent: mine }, ready({ body: { spec: {} } }))).toEqual({ is: 'known', spec: mine });
  expect(definitionOf({ unsent: undefined }, ready({ body: { spec: mine } }))).toEqual({
    is: 'known',
    spec: mine,
  });
});

it('[D22] a definition with a secret, or one that is not here, is left as it is and says why', () => {
  const secret = ready({
    body: { spec: { env: [{ name: 'DB_PASSWORD', value: 'hunter22' }] } },
    isKept: false,
  });
  expect(definitionOf({ unsent: undefined }, secret)).toMatchObject({
    is: 'kept-back',
    reason: expect.stringContaining('a password') as string,
  });
  const away = ready({ state: 'never', reason: 'Not reachable now.' });
  expect(definitionOf({ unsent: undefined }, away)).toEqual({
    is: 'kept-back',
    reason: 'it is not on this device. Not reachable now.',
  });
});

it.each([
  [ready({ state: 'forbidden' }), 'your role may not read it.'],
  [ready({}), 'the server has none.'],
  [ready({ body: 'odd' }), 'the server’s answer could not be read.'],
  [
    { status: 'failed', value: undefined, error: toSyncError(new Error('the disk is gone')) } as const,
    'it could not be read: the disk is gone',
  ],
])('only what is neither here nor reachable is called so: %#', (read, reason) => {
  expect(definitionOf({ unsent: undefined }, read)).toEqual({ is: 'kept-back', reason });
});
