import { expect, it } from 'vitest';
import { affectedBy, upstreamOf, type Thing, type Ties } from './blast-radius.ts';

/** A shop over a cart; the cart is made of a deployment with two pods, on a node; the shop has a till beside the cart. */
const TIES: Ties = {
  related: [
    { from: 'node', to: 'pod-1' },
    { from: 'deployment', to: 'pod-1' },
    { from: 'deployment', to: 'pod-2' },
    { from: 'pod-2', to: 'deployment' },
  ],
  linked: [
    { componentId: 'cart', configId: 'deployment' },
    { componentId: 'till', configId: 'table' },
  ],
  inside: [
    { childId: 'cart', parentId: 'shop' },
    { childId: 'till', parentId: 'shop' },
  ],
};
const config = (id: string): Thing => ({ kind: 'config', id });
const component = (id: string): Thing => ({ kind: 'component', id });
const lines = (found: ReturnType<typeof affectedBy>): readonly string[] =>
  found.map(({ by, way }) => `${way.map((key) => key.split(' ')[1]).join(' > ')} (${by})`);

it('an item hits what is below it, the component it is a part of, and what that counts in, not the parts beside it', () => {
  expect(lines(affectedBy(config('deployment'), TIES))).toEqual([
    'cart (linked)',
    'pod-1 (related)',
    'pod-2 (related)',
    'cart > shop (counts-in)',
  ]);
  expect(lines(affectedBy(config('node'), TIES))).toEqual(['pod-1 (related)']);
});

it('a component hits what is inside it and its items, and what it counts in', () => {
  expect(lines(affectedBy(component('shop'), TIES))).toEqual([
    'cart (inside)',
    'till (inside)',
    'cart > deployment (linked)',
    'till > table (linked)',
    'cart > deployment > pod-1 (related)',
    'cart > deployment > pod-2 (related)',
  ]);
  expect(lines(affectedBy(component('cart'), TIES)).at(0)).toBe('shop (counts-in)');
  expect(lines(affectedBy(component('cart'), TIES)).join(' ')).not.toContain('till');
});

it('upstream are the items it is made of and what those hang on', () => {
  expect(lines(upstreamOf(component('cart'), TIES))).toEqual([
    'deployment (linked)',
    'deployment > pod-2 (related)',
  ]);
  expect(lines(upstreamOf(config('pod-1'), TIES))).toEqual([
    'deployment (related)',
    'node (related)',
    'deployment > pod-2 (related)',
  ]);
});
