import { describe, expect, it } from 'vitest';
import type { OpView } from '#sync/read/types.ts';
import { fieldSyncState } from './marks.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';

const MARKS = { pending: true, failed: false, conflict: false, parked: false };

function op(state: OpView['state']): OpView {
  return {
    id: 'o',
    state,
    kind: 'update',
    tbl: 'incidents',
    rowId: 'i-1',
    patch: { title: 'New' },
    base: {},
    createdAt: 0,
    attempts: 0,
    nextAt: null,
    lastError: null,
    conflict: null,
    screen: '/',
  };
}

describe('what a mark says', () => {
  it.each([
    ['queued', 'pending'],
    ['waiting', 'pending'],
    ['auth-hold', 'pending'],
    ['sending', 'sending'],
    ['ambiguous', 'pending'],
  ] as const)('a change that is %s is %s: sending is only what is on the wire', (state, mark) => {
    expect(syncStateOf(MARKS, [op(state)])).toBe(mark);
    expect(fieldSyncState([op(state)], 'title')).toBe(mark);
  });
});
