import { describe, expect, it } from 'vitest';
import type { HealthAggregate, HealthGroup } from '#sync/protocol/health.ts';
import { ALL_CLOSED, ALL_OPEN, linesOf, withGroup } from './lines.ts';

const aggregate: HealthAggregate = {
  health: 'good',
  total: 0,
  passing: 0,
  failing: 0,
  unknown: 0,
  stale: 0,
  uptime: null,
  latency: null,
  lastRuntime: null,
  lastTransition: null,
  severity: null,
};

function group(value: string | null, ...ids: string[]): HealthGroup {
  return { value, ids, aggregate, cells: {} };
}

const groups = [group('api', 'a1', 'a2'), group('db', 'd1'), group('web', 'w1', 'w2', 'w3')];
const idsOf = (...parameters: Parameters<typeof linesOf>): readonly string[] =>
  linesOf(...parameters).map(({ id }) => id);

describe('linesOf', () => {
  it('shows closed groups as one line, and a group of one check as that check', () => {
    expect(idsOf(groups, ALL_CLOSED)).toEqual(['group api', 'd1', 'group web']);
  });

  it('opens and closes one group, from either side', () => {
    expect(idsOf(groups, withGroup(ALL_CLOSED, 'api', true))).toEqual([
      'group api',
      'a1',
      'a2',
      'd1',
      'group web',
    ]);
    expect(idsOf(groups, withGroup(ALL_OPEN, 'web', false))).toEqual([
      'group api',
      'a1',
      'a2',
      'd1',
      'group web',
    ]);
    expect(withGroup(withGroup(ALL_CLOSED, 'api', true), 'api', false).except.size).toBe(0);
  });

  it('marks the checks of a group as its members', () => {
    const lines = linesOf(groups, ALL_OPEN);
    expect(lines.flatMap((line) => (line.kind === 'check' && line.isMember ? [line.id] : []))).toEqual([
      'a1',
      'a2',
      'w1',
      'w2',
      'w3',
    ]);
  });

  it('knows no group lines without a grouping', () => {
    expect(idsOf([group(null, 'a1', 'a2')], ALL_CLOSED)).toEqual(['a1', 'a2']);
  });
});
