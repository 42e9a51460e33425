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
  expect(definitionOf({ definitionChanges: {} }, loading)).toBeUndefined();
  expect(definitionOf({ definitionChanges: { spec: mine } }, loading)).toEqual({ is: 'known', spec: mine });
  expect(definitionOf({ definitionChanges: { spec: mine } }, ready({ body: { spec: {} } }))).toEqual({
    is: 'known',
    spec: mine,
  });
  expect(definitionOf({ definitionChanges: {} }, ready({ body: { spec: mine } }))).toEqual({
    is: 'known',
    spec: mine,
  });
});

it('is shown as it will be once what waits is saved', () => {
  const server = { actions: [{ name: 'theirs' }], icon: 'x' };
  const definitionChanges = { 'spec/icon': 'mine' };
  expect(definitionOf({ definitionChanges }, ready({ body: { spec: server } }))).toEqual({
    is: 'known',
    spec: { ...server, icon: 'mine' },
  });
});

const password = { env: [{ name: 'DB_PASSWORD', value: 'hunter22' }], icon: 'x' };
const kept = { env: [{ name: 'DB_PASSWORD', value: '[not kept]' }], icon: 'x' };

it('[WRT10] a definition with a secret is edited without it, whether it was just read or kept', () => {
  const read = ready({ body: { spec: password }, isKept: false });
  expect(definitionOf({ definitionChanges: {} }, read)).toEqual({ is: 'known', spec: kept });
  const value = { ...fetchedBody({ state: 'never', reason: 'Away.' }), hidden: 1, remains: { spec: kept } };
  const offline: DocumentRead = { status: 'ready', value, error: undefined };
  expect(definitionOf({ definitionChanges: {} }, offline)).toEqual({ is: 'known', spec: kept });
});

it('[D22] one whose secret cannot be told apart, or that is not here, is left as it is and says why', () => {
  const secret = ready({ body: { spec: { password: 'abc' } }, isKept: false });
  expect(definitionOf({ definitionChanges: {} }, secret)).toMatchObject({
    is: 'kept-back',
    reason: expect.stringContaining('a password') as string,
  });
  const away = ready({ state: 'never', reason: 'Not reachable now.' });
  expect(definitionOf({ definitionChanges: {} }, away)).toEqual({
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
  expect(definitionOf({ definitionChanges: {} }, read)).toEqual({ is: 'kept-back', reason });
});
