import { expect, it } from 'vitest';
import { readItem, type Item } from '../item/item-row.ts';
import { factPairs } from './compare-facts.ts';

const item = (more: object): Item => {
  const read = readItem({ id: 'g1', name: 'web', type: 'Kubernetes::Pod', tags: { env: 'prod' } }, more);
  if (read === undefined) throw new Error('no item');
  return read;
};

it('pairs facts, tags, labels and properties by name, and leaves out what neither has', () => {
  const left = item({
    health: 'healthy',
    labels: { app: 'web', tier: '1' },
    properties: [{ name: 'cpu', text: '2' }],
    cost_total_30d: 12,
  });
  const right = item({
    health: 'unhealthy',
    labels: { app: 'web' },
    properties: [
      { name: 'cpu', text: '4' },
      { name: 'cpu', text: '5' },
    ],
  });
  const pairs = factPairs(left, right);
  expect(
    pairs.filter(({ isEqual }) => !isEqual).map(({ group, name, left: a, right: b }) => [group, name, a, b]),
  ).toEqual([
    ['Facts', 'Health', 'healthy', 'unhealthy'],
    ['Facts', 'Cost in 30 days', '$12', null],
    ['Labels', 'tier', '1', null],
    ['Properties', 'cpu', '2', '4, 5'],
  ]);
  expect(pairs.filter(({ isEqual }) => isEqual).map(({ name }) => name)).toEqual([
    'Name',
    'Type',
    'env',
    'app',
  ]);
});

it('takes properties that are not here for no difference', () => {
  const pairs = factPairs(item({}), item({ properties: [{ name: 'cpu', text: '4' }] }));
  expect(pairs.map(({ group }) => group)).not.toContain('Properties');
});
