import { describe, expect, it } from 'vitest';
import { changedWords, readItem } from './catalog-row.ts';
import { PINNED, summariesOf, underHeads } from './summary-row.ts';

const group = (type: string, count: number, health: Record<string, number>) => ({
  id: type,
  values: [type.split('::')[0] ?? '', type],
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
      { id: '1', type: 'AWS::EC2::Instance', changes: '12', analysis: { cost: 2 }, cost_30d: 5.5 },
      { id: '2', type: 'jira', changes: 0, analysis: null, cost_total_30d: null },
    ];
    expect(summariesOf(groups, rows)).toMatchObject([
      {
        id: 'AWS::EC2::Instance',
        heads: ['AWS'],
        name: 'EC2::Instance',
        count: 5,
        health: { healthy: 3, unhealthy: 1, warning: 0, unknown: 1 },
        server: { changes: 12, insights: [{ type: 'cost', count: 2 }], cost: 5.5 },
      },
      { heads: ['jira'], name: 'jira', server: { changes: 0, insights: [], cost: null } },
      { server: undefined },
    ]);
  });

  it('never have a zero where nobody has counted', () => {
    expect(summariesOf(groups, undefined).map(({ server }) => server)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(summariesOf(groups, [{ id: '2', type: 'jira', changes: 'many' }])[1]?.server?.changes).toBeNull();
  });

  it('stand under their providers, what is pinned before them', () => {
    const types = summariesOf(groups, undefined);
    const names = (pinned: readonly string[]) =>
      underHeads(types, pinned).map(({ heads, types: of }) => [heads[0], of.map(({ name }) => name)]);
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

describe('the summary by other groups', () => {
  const by = [{ is: 'config_class' }, { is: 'tag', key: 'zone' }] as const;
  const gathered = [
    { id: '1', values: ['AWS', 'a'], count: 3, splits: [] },
    { id: '2', values: ['AWS', null], count: 1, splits: [] },
  ];

  it('has the sums of what the server counts of each type', () => {
    const served = (zone: string | null, type: string, changes: number | null) => ({
      id: type + zone,
      type,
      zone,
      changes,
      analysis: { cost: 1 },
      cost_30d: 2,
    });
    const rows = [served('a', 'AWS::EC2', 1), served('a', 'AWS::RDS', 2), served(null, 'AWS::EC2', null)];
    expect(summariesOf(gathered, rows, by)).toMatchObject([
      {
        type: null,
        heads: ['AWS'],
        name: 'a',
        server: { changes: 3, insights: [{ type: 'cost', count: 2 }], cost: 4 },
      },
      { name: 'none', server: { changes: null } },
    ]);
    expect(summariesOf(gathered, [], by)[0]?.server).toBeUndefined();
  });

  it('stands under all but the innermost, and under nothing where there is one', () => {
    const heads = underHeads(summariesOf(gathered, undefined, by), ['AWS']).map(({ heads: of }) => of);
    expect(heads).toEqual([['AWS']]);
    const flat = summariesOf([{ id: '1', values: ['AWS::EC2'], count: 1, splits: [] }], undefined, [
      { is: 'type' },
    ]);
    expect(underHeads(flat, [])).toMatchObject([
      { heads: [], types: [{ name: 'AWS::EC2', type: 'AWS::EC2' }] },
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
