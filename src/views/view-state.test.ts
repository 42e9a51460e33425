import { expect, it } from 'vitest';
import type { Read } from '#sync/read/types.ts';
import type { Live } from '#src/platform/replica/live.ts';
import { viewState } from './view-state.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

const read = (state: Read<null>['state']): Live<Read<null>> => ({
  status: 'ready',
  value: { data: null, ...deviceClaim(state, null) },
  error: undefined,
});

it('[ux 4.5] what there is no room for is called so, not loading, and rows that are here are shown', () => {
  expect(viewState(read('never'), { phase: 'starting' }, true)).toBe('loading');
  expect(viewState(read('never'), { phase: 'starting', isFull: true }, true)).toBe('no-room');
  expect(viewState(read('partial'), { phase: 'syncing', isFull: true }, true)).toBe('no-room');
  expect(viewState(read('never'), { phase: 'starting', isFull: true }, false)).toBe('ready');
  expect(viewState(read('complete'), { phase: 'live', isFull: true }, true)).toBe('ready');
  expect(viewState(read('never'), { phase: 'offline', isFull: true }, true)).toBe('not-here');
});
