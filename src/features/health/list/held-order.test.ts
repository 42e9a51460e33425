import { describe, expect, it } from 'vitest';
import { answerHealth } from '#sync/core/check-query.ts';
import type { HealthGroup, HealthRow } from '#sync/protocol/health.ts';
import { healthRow } from '#tests/page/fake-health.ts';
import { queryOf } from '../health-query.ts';
import { viewOf } from '../health-search.ts';
import { heldOrder } from './held-order.ts';

const check = (id: string, status: string, canaryName = 'one'): HealthRow =>
  healthRow({ id, name: id, status, canaryName });
const groupsOf = (...rows: readonly HealthRow[]): readonly HealthGroup[] =>
  answerHealth(rows, queryOf(viewOf({ sortBy: 'status' }), 0, 0)).groups;
const shown = (groups: readonly HealthGroup[]): readonly string[] =>
  groups.map(({ value, ids }) => `${value}: ${ids.join(' ')}`);

describe('heldOrder', () => {
  it('keeps rows in their places when what they are sorted by changes, and says that the order is behind', () => {
    const before = groupsOf(check('a', 'healthy'), check('b', 'healthy'));
    const after = groupsOf(check('a', 'healthy'), check('b', 'unhealthy'));
    expect(shown(after)).toEqual(['one: b a']);
    const held = heldOrder(before, after);
    expect(shown(held.groups)).toEqual(['one: a b']);
    expect(held.isBehind).toBe(true);
    expect(held.groups[0]?.aggregate.failing).toBe(1);
  });

  it('keeps groups in their places', () => {
    const before = groupsOf(check('a', 'healthy', 'one'), check('b', 'healthy', 'two'));
    const after = groupsOf(check('a', 'healthy', 'one'), check('b', 'unhealthy', 'two'));
    expect(shown(heldOrder(before, after).groups)).toEqual(['one: a', 'two: b']);
  });

  it('puts new rows last and leaves gone ones out', () => {
    const before = groupsOf(check('b', 'healthy'), check('c', 'healthy'));
    const after = groupsOf(check('a', 'healthy'), check('c', 'healthy'));
    expect(shown(heldOrder(before, after).groups)).toEqual(['one: c a']);
  });

  it('is not behind while nothing has moved', () => {
    const before = groupsOf(check('a', 'unhealthy'), check('b', 'healthy'));
    expect(heldOrder(before, groupsOf(check('a', 'unhealthy'), check('b', 'healthy'))).isBehind).toBe(false);
  });
});
