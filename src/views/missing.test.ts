import { expect, it } from 'vitest';
import { missingOf } from './missing.ts';

it('tells what is gone from what is not here', () => {
  const fetched = { body: null, state: 'complete', asOf: null, isKept: false, reason: null } as const;
  expect(missingOf({ ...fetched, body: {} })).toBeNull();
  expect(missingOf(fetched)).toEqual({ kind: 'gone', reason: null });
  expect(missingOf({ ...fetched, state: 'never', reason: 'Offline.' })).toEqual({
    kind: 'not-here',
    reason: 'Offline.',
  });
  expect(missingOf({ ...fetched, state: 'forbidden' })).toEqual({ kind: 'forbidden' });
});
