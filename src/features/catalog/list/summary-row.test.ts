import { describe, expect, it } from 'vitest';
import { changedWords, readItem } from './catalog-row.ts';
import { byProvider, PINNED, summariesOf } from './summary-row.ts';

const group = (type: string, count: number, health: Record<string, number>) => ({
  id: type,
  values: [type],
  count,
  splits: [Object.entries(health).map(([value, of]) => ({ value, count: of }))],
});

describe('types of the catalog', () => {
  const groups = [
    group('AWS::EC2::Instance', 5, { healthy: 3, unhealthy: 1 }),
    group('jira', 1, { healthy: 1 }),
    group('AWS::RDS::DBInstance', 2, { warning: 2 }),
  ];

  it('have what the device counts, and what the server says of them where it is known', () => {
    const rows = [
      { id: 'AWS::EC2::Instance', changes: '12', analysis: { cost: 2 }, cost_30d: 5.5 },
      { id: 'jira', changes: 0, analysis: null, cost_total_30d: null },
    ];
    expect(summariesOf(groups, rows)).toMatchObject([
      {
        provider: 'AWS',
        name: 'EC2::Instance',
        count: 5,
        health: { healthy: 3, unhealthy: 1, warning: 0, unknown: 1 },
        server: { changes: 12, insights: [{ type: 'cost', count: 2 }], cost: 5.5 },
      },
      { provider: 'jira', name: 'jira', server: { changes: 0, insights: [], cost: null } },
      { server: undefined },
    ]);
  });

  it('never have a zero where nobody has counted', () => {
    expect(summariesOf(groups, undefined).map(({ server }) => server)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(summariesOf(groups, [{ id: 'jira', changes: 'many' }])[1]?.server?.changes).toBeNull();
  });

  it('stand under their providers, what is pinned before them', () => {
    const types = summariesOf(groups, undefined);
    const names = (pinned: readonly string[]) =>
      byProvider(types, pinned).map(({ provider, types: of }) => [provider, of.map(({ name }) => name)]);
    expect(names([])).toEqual([
      ['AWS', ['EC2::Instance', 'RDS::DBInstance']],
      ['jira', ['jira']],
    ]);
    expect(names(['jira', 'gone'])).toEqual([
      [PINNED, ['jira']],
      ['AWS', ['EC2::Instance', 'RDS::DBInstance']],
    ]);
  });
});

describe('an item', () => {
  it('is read whatever else its row holds; without an id it is none', () => {
    expect(readItem({ name: 'web' })).toBeUndefined();
    expect(
      readItem({ id: 'i1', name: 7, tags: { zone: 'a', weight: 3 }, cost_total_30d: 'much' }),
    ).toMatchObject({
      id: 'i1',
      name: null,
      cost_total_30d: null,
      tags: [
        { key: 'zone', value: 'a' },
        { key: 'weight', value: '3' },
      ],
      counts: { changes: null, insights: null },
    });
  });

  it('changed in words', () => {
    const now = new Date(2026, 10, 25, 9).getTime();
    const words = (days: number) => changedWords(new Date(now - days * 86_400_000).toISOString(), now);
    expect([0, 1, 3, 12, 90].map(words)).toEqual(['Today', 'Yesterday', 'This week', 'This month', 'Older']);
    expect(changedWords(null, now)).toBe('');
  });
});
