import { expect, it } from 'vitest';
import type { Link } from '#src/graph/grouped-graph.ts';
import { followedLinks } from './followed-links.ts';

/** A system with a shop that has an api, a pod that was picked into it, and the items that both are made of. */
const LINKS: readonly Link[] = [
  { from: 'system', to: 'shop', is: 'hard' },
  { from: 'shop', to: 'api', is: 'hard' },
  { from: 'shop', to: 'pod', is: 'soft' },
  { from: 'shop', to: 'item of shop', is: 'soft' },
  { from: 'api', to: 'item of api', is: 'soft' },
  { from: 'owners', to: 'shop', is: 'soft' },
];
const ALL = { outgoing: true, incoming: true, soft: true };

it('[spec 2] follows links away from a component, to it, and the soft ones, each as it is switched', () => {
  expect([...followedLinks('shop', LINKS, ALL).wayOf]).toEqual([
    ['api', 'outgoing'],
    ['pod', 'outgoing'],
    ['item of shop', 'outgoing'],
    ['item of api', 'outgoing'],
    ['system', 'incoming'],
    ['owners', 'incoming'],
  ]);
  expect(followedLinks('shop', LINKS, ALL).links).toEqual(LINKS);
  const up = followedLinks('shop', LINKS, { ...ALL, outgoing: false });
  expect([...up.wayOf.keys()]).toEqual(['system', 'owners']);
  expect(up.links).toHaveLength(2);
  const hard = followedLinks('shop', LINKS, { ...ALL, soft: false });
  expect([...hard.wayOf.keys()]).toEqual(['api', 'system']);
  expect(followedLinks('shop', LINKS, { ...ALL, outgoing: false, incoming: false })).toEqual({
    links: [],
    wayOf: new Map(),
  });
});

it('ends in a circle, and says of what is both above and below that it is below', () => {
  const circle: readonly Link[] = [
    { from: 'a', to: 'b', is: 'hard' },
    { from: 'b', to: 'a', is: 'hard' },
  ];
  expect([...followedLinks('a', circle, ALL).wayOf]).toEqual([['b', 'outgoing']]);
});
