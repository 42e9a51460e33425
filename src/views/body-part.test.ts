import { expect, it } from 'vitest';
import { toSyncError } from '#sync/errors.ts';
import { fetchedBody, type FetchedBody } from '#tests/page/fake-answers.ts';
import { bodyPart, absentPart } from './body-part.ts';

const ready = (body: FetchedBody) =>
  ({ status: 'ready', value: fetchedBody(body), error: undefined }) as const;

it('tells what is gone from what is not here', () => {
  expect(bodyPart(ready({ body: {} }))).toMatchObject({ is: 'found', value: {}, claim: { basis: 'server' } });
  expect(bodyPart(ready({}))).toEqual({ is: 'missing' });
  expect(bodyPart(ready({ state: 'never', reason: 'Offline.' }))).toEqual({
    is: 'not-here',
    reason: 'Offline.',
  });
  expect(bodyPart(ready({ state: 'forbidden' }))).toEqual({ is: 'forbidden' });
});

it('a read that failed is no body that is missing, and what was read before it stays', () => {
  const error = toSyncError(new Error('the disk is full'));
  expect(bodyPart({ status: 'failed', value: undefined, error })).toEqual({
    is: 'failed',
    error: error.info,
  });
  const before = ready({ body: {} }).value;
  expect(bodyPart({ status: 'failed', value: before, error })).toMatchObject({ is: 'found', value: {} });
});

it('a body that cannot be read makes nothing missing', () => {
  expect(absentPart(ready({ body: { odd: true } }))).toMatchObject({ is: 'not-here' });
  expect(absentPart(ready({}))).toEqual({ is: 'missing' });
});
