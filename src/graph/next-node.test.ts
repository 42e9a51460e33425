import { expect, it } from 'vitest';
import { nextNode } from './next-node.ts';

const middles = new Map([
  ['web', { x: 0, y: 0 }],
  ['api', { x: 300, y: 0 }],
  ['db', { x: 600, y: -80 }],
  ['cache', { x: 600, y: 80 }],
  ['far', { x: 1200, y: 0 }],
]);

it('leads to the nearest node in the direction of the key', () => {
  expect(nextNode(middles, 'web', 'ArrowRight')).toBe('api');
  expect(nextNode(middles, 'api', 'ArrowLeft')).toBe('web');
  expect(nextNode(middles, 'db', 'ArrowDown')).toBe('cache');
  expect(nextNode(middles, 'cache', 'ArrowUp')).toBe('db');
  expect(nextNode(middles, 'cache', 'ArrowRight')).toBe('far');
});

it('leads nowhere where nothing is, and for another key', () => {
  expect(nextNode(middles, 'web', 'ArrowLeft')).toBeUndefined();
  expect(nextNode(middles, 'web', 'Enter')).toBeUndefined();
  expect(nextNode(middles, 'gone', 'ArrowRight')).toBeUndefined();
});
