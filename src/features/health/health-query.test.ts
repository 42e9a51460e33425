import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { healthQuerySchema } from '#sync/protocol/health.ts';
import { groupByOptions, tabByOptions } from '#src/lib/group-options.ts';
import { labelKeyOf, queryOf, tabParam, tabValueOf } from './health-query.ts';
import { healthSearch } from './health-search.ts';

const KEYS = [
  'type',
  'no_grouping',
  'no-group',
  'app',
  'app.kubernetes.io/name',
  'agent',
  'agent_id',
  'namespace',
  'label.type',
];

describe('queryOf', () => {
  it('asks what the address says, in the form of the engine', () => {
    const view = healthSearch.view({
      labels: { 'canary:app:web': 1, 'canary:tier:db': -1 },
      query: ' dns ',
      groupBy: 'app',
      tabBy: 'agent',
      tab: 'edge',
      hidePassing: true,
      sortBy: 'latency',
      sortDesc: true,
      pivotBy: 'labels',
      pivotLabel: 'region',
    });
    const query = queryOf(view, 60_000, 50, { missedRuns: 2, leastMs: 120_000 });
    expect(v.parse(healthQuerySchema, query)).toEqual(query);
    expect(query).toEqual({
      limit: { missedRuns: 2, leastMs: 120_000 },
      text: 'dns',
      tabBy: { kind: 'column', column: 'agent_id' },
      tab: 'edge',
      groupBy: { kind: 'label', key: 'app' },
      labels: { include: [{ key: 'app', value: 'web' }], exclude: [{ key: 'tier', value: 'db' }] },
      hidePassing: true,
      sort: { column: 'latency', descending: true },
      pivotBy: 'region',
      nowMs: 60_000,
      withRows: 50,
      keepAs: 'last',
    });
  });

  it('has the list of the bare address kept by itself, whatever check or time is looked at in it', () => {
    expect(queryOf(healthSearch.view({}), 0, 0).keepAs).toBe('start');
    expect(queryOf(healthSearch.view({ checkId: 'c', timeRange: '3h' }), 0, 0).keepAs).toBe('start');
    expect(queryOf(healthSearch.view({ hidePassing: true }), 0, 0).keepAs).toBe('last');
  });

  it('asks the defaults for an empty address', () => {
    expect(queryOf(healthSearch.view({}), 0, 0)).toMatchObject({
      tab: null,
      tabBy: { kind: 'column', column: 'namespace' },
      groupBy: { kind: 'column', column: 'canary_name' },
      sort: { column: 'name', descending: false },
      pivotBy: null,
    });
    expect(queryOf(healthSearch.view({ groupBy: 'no_grouping' }), 0, 0).groupBy).toBeNull();
  });

  it.each(KEYS)('tells the label %s from a field', (key) => {
    const paramOf = (options: ReturnType<typeof groupByOptions>): string =>
      options.find(({ labelKey }) => labelKey === key)?.id ?? '';
    // As it comes back from the address, among all others.
    const address = v.parse(healthSearch.schema, {
      groupBy: paramOf(groupByOptions(KEYS)),
      tabBy: paramOf(tabByOptions(KEYS)),
    });
    expect(labelKeyOf(address.groupBy ?? '', 'group')).toBe(key);
    expect(labelKeyOf(address.tabBy ?? '', 'tab')).toBe(key);
  });

  it('knows the tab of the server itself', () => {
    for (const value of [null, '', 'edge']) {
      expect(tabValueOf({ tabBy: 'agent', tab: tabParam(value) })).toBe(value);
    }
    expect(tabValueOf({ tabBy: 'namespace', tab: 'local' })).toBe('local');
  });
});
