import { describe, expect, it } from 'vitest';
import type { OpView } from '#sync/read/types.ts';
import { outcomeOf } from './outcome.ts';

function op(id: string, state: OpView['state']): OpView {
  return {
    id,
    state,
    kind: 'update',
    tbl: 'incidents',
    rowId: 'i-1',
    patch: {},
    base: {},
    createdAt: 0,
    attempts: 0,
    nextAt: null,
    lastError: null,
    conflict: null,
    screen: '/',
  };
}

describe('outcomeOf', () => {
  it.each([
    ['queued', 'open'],
    ['sending', 'open'],
    ['ambiguous', 'open'],
    ['waiting', 'open'],
    ['auth-hold', 'open'],
    ['conflict', 'open'],
    ['acked', 'saved'],
    ['done', 'saved'],
    ['failed', 'failed'],
    ['cancelled', 'failed'],
    ['parked', 'failed'],
    ['discarded', 'gone'],
  ] as const)('%s is %s', (state, kind) => {
    expect(outcomeOf(['a'], [op('a', state), op('other', 'failed')]).kind).toBe(kind);
  });

  it('a group is saved when all of it is, and failed when one of it is', () => {
    expect(outcomeOf(['a', 'b'], [op('a', 'done'), op('b', 'queued')]).kind).toBe('open');
    expect(outcomeOf(['a', 'b'], [op('a', 'done'), op('b', 'acked')]).kind).toBe('saved');
    expect(outcomeOf(['a', 'b'], [op('a', 'done'), op('b', 'failed')])).toMatchObject({
      kind: 'failed',
      op: { id: 'b' },
    });
  });

  it('what the journal has forgotten is over', () => {
    expect(outcomeOf(['a'], []).kind).toBe('gone');
  });
});
