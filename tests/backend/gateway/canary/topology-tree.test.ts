import { describe, expect, it } from 'vitest';
import { cutTree, matchesList, sortTree, treeOf, type ComponentRow } from './topology-tree.ts';

function row(id: string, values: Partial<ComponentRow> = {}): ComponentRow {
  return {
    id,
    parent_id: null,
    parents: null,
    name: id,
    type: null,
    status: 'healthy',
    health: null,
    health_expr: null,
    labels: null,
    team_names: null,
    checks: null,
    incidents: null,
    analysis: null,
    properties: null,
    ...values,
  };
}

describe('the roll-up', () => {
  it('counts a leaf by its status, a parent by its children, and a mixed child as a warning', () => {
    const [root] = treeOf(
      [
        row('root', { status: 'info' }),
        row('good', { parent_id: 'root' }),
        row('mixed', { parent_id: 'root' }),
        row('up', { parent_id: 'mixed' }),
        row('down', { parent_id: 'mixed', status: 'unhealthy', health: 'unhealthy' }),
        row('odd', { parent_id: 'root', status: 'error' }),
        row('told', { parent_id: 'root', status: 'info' }),
      ],
      undefined,
    );
    expect(root?.summary).toEqual({ healthy: 1, warning: 1, info: 1 });
    expect(root?.health).toBe('unhealthy');
    expect(root?.children.find(({ row: { id } }) => id === 'mixed')?.summary).toEqual({
      healthy: 1,
      unhealthy: 1,
    });
  });

  it('sums checks, incidents and insights through, its own and those below', () => {
    const [root] = treeOf(
      [
        row('root', { checks: { healthy: 1 }, incidents: { cost: { High: 1 } } }),
        row('leaf', {
          parent_id: 'root',
          checks: { healthy: 2, unhealthy: 1 },
          incidents: { cost: { High: 1, Low: 1 } },
          analysis: { security: { high: 3 } },
        }),
      ],
      undefined,
    );
    expect(root?.summary).toEqual({
      healthy: 1,
      checks: { healthy: 3, unhealthy: 1 },
      incidents: { cost: { High: 2, Low: 1 } },
      insights: { security: { high: 3 } },
    });
  });

  it('takes a component with several parents once for each, and ends in a circle', () => {
    const shared = row('shared', { parent_id: 'a', parents: ['b', 'a'], status: 'unhealthy' });
    const roots = treeOf([row('a'), row('b'), shared], undefined);
    expect(roots.map(({ summary }) => summary)).toEqual([{ unhealthy: 1 }, { unhealthy: 1 }]);
    const [circle] = treeOf([row('x', { parents: ['y'] }), row('y', { parents: ['x'] })], 'x');
    expect(circle?.children).toHaveLength(1);
    expect(cutTree(circle ? [circle] : [], 5, undefined, true)[0]?.children[0]?.children).toEqual([]);
  });

  it('says healthy of what is unknown, and the stored text where an expression stands', () => {
    const health = (values: Partial<ComponentRow>): string | undefined =>
      treeOf([row('one', values)], undefined)[0]?.health;
    expect(health({ health: 'unknown' })).toBe('healthy');
    expect(health({ health: 'warning' })).toBe('warning');
    expect(health({ health: 'custom', health_expr: 'summary.healthy > 0' })).toBe('custom');
  });
});

describe('the cut', () => {
  const roots = treeOf(
    [
      row('root'),
      row('bad', { parent_id: 'root', status: 'unhealthy' }),
      row('good', { parent_id: 'root' }),
      row('deep', { parent_id: 'bad' }),
    ],
    undefined,
  );

  it('leaves so many levels', () => {
    expect(cutTree(roots, 1, undefined, false)[0]?.children).toEqual([]);
    expect(cutTree(roots, 2, undefined, false)[0]?.children[0]?.children).toEqual([]);
    expect(cutTree(roots, 3, undefined, false)[0]?.children[0]?.children).toHaveLength(1);
  });

  it('filters roots and their children by status, and nothing below; a named root stays', () => {
    expect(cutTree(roots, 3, 'unhealthy', false)).toEqual([]);
    const [root] = cutTree(roots, 3, 'unhealthy', true);
    expect(root?.children.map(({ row: { id } }) => id)).toEqual(['bad']);
    expect(root?.children[0]?.children.map(({ row: { id } }) => id)).toEqual(['deep']);
  });
});

describe('a list filter', () => {
  it.each([
    ['healthy', undefined, true],
    ['healthy', 'unhealthy,healthy', true],
    ['healthy', 'warn*,heal*', true],
    ['healthy', '*', true],
    ['healthy', '!healthy,*', false],
    ['unhealthy', '!healthy,*', true],
    ['unhealthy', '!healthy', false],
    [null, 'healthy', false],
  ])('lets %s through %s: %s', (value, list, passes) => {
    expect(matchesList(value, list)).toBe(passes);
  });
});

it('sorts the children of one root, or several roots, by name or a property', () => {
  const properties = (value: number): Record<string, unknown>[] => [{ name: 'cost', value }];
  const one = treeOf(
    [
      row('root'),
      row('a', { parent_id: 'root', properties: properties(9) }),
      row('b', { parent_id: 'root', properties: properties(10) }),
    ],
    undefined,
  );
  const children = (by: string, isDescending: boolean): string[] | undefined =>
    sortTree(one, by, isDescending)[0]?.children.map(({ row: { id } }) => id);
  expect(children('name', true)).toEqual(['b', 'a']);
  expect(children('field:cost', false)).toEqual(['a', 'b']);
  const several = treeOf([row('a'), row('B')], undefined);
  expect(sortTree(several, 'name', true).map(({ row: { id } }) => id)).toEqual(['B', 'a']);
});
