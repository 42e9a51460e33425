import { expect, it } from 'vitest';
import type { BlastRadius } from '#sync/read/blast-facts.ts';
import { groupGraph } from '#src/graph/grouped-graph.ts';
import { blastGraph, inOrder, itemsToName, namer, wayWords } from './blast-things.ts';

const START = { kind: 'config', id: 'g-1' } as const;
const RADIUS: BlastRadius = {
  start: null,
  affected: [
    { kind: 'component', id: 'k-1', by: 'linked', way: ['component k-1'] },
    { kind: 'config', id: 'g-2', by: 'related', way: ['config g-2'] },
    { kind: 'config', id: 'g-3', by: 'related', way: ['config g-2', 'config g-3'] },
  ],
  upstream: [
    { kind: 'config', id: 'g-4', by: 'related', way: ['config g-4'] },
    { kind: 'config', id: 'g-5', by: 'related', way: ['config g-4', 'config g-5'] },
    { kind: 'config', id: 'g-6', by: 'related', way: ['config g-6'] },
  ],
  components: new Map([
    ['k-1', { id: 'k-1', name: 'cart', type: null, health: 'warning', status: null, isDeleted: false }],
  ]),
  checks: [
    {
      id: 'c-1',
      name: 'ping',
      type: 'http',
      status: null,
      severity: null,
      of: [{ kind: 'config', id: 'g-2' }],
    },
  ],
  incidents: [{ id: 'i-1', number: 'INC-7', title: 'Slow', severity: 'high', status: 'open', of: [START] }],
  unread: [],
  uncheckedIds: [],
  cut: [],
  isAllHere: { ties: true, checks: true, incidents: true },
};
const ids = itemsToName(START, RADIUS);
const rows = ids.map((id) =>
  id === 'g-3' ? null : { id, name: `item ${id}`, type: 'Test::Item', health: 'healthy', deleted_at: null },
);
const nameOf = namer(ids, rows, RADIUS.components);

it('names what is here, says what is not, and nothing of what is being read', () => {
  expect(ids).toEqual(['g-1', 'g-2', 'g-3', 'g-4', 'g-5', 'g-6']);
  expect(nameOf(START)).toMatchObject({ name: 'item g-1', gone: null });
  expect(nameOf({ kind: 'component', id: 'k-1' })).toMatchObject({ name: 'cart', health: 'warning' });
  expect(nameOf({ kind: 'config', id: 'g-3' })).toMatchObject({ health: null, gone: 'not on this device' });
  expect(nameOf({ kind: 'component', id: 'k-9' }).gone).toBe('not on this device');
  expect(namer(ids, undefined, new Map())(START)).toMatchObject({ name: 'g-1', gone: null });
});

it('tells the steps to a thing, and over what they lead', () => {
  expect(RADIUS.affected.map((each) => wayWords(each, nameOf))).toEqual([
    '1 step: linked',
    '1 step: related',
    '2 steps: item g-2 → g-3',
  ]);
});

it('lists the nearest first, and what is not well before its neighbours', () => {
  const well = { ...RADIUS, affected: RADIUS.affected.toReversed() };
  expect(inOrder(well.affected, nameOf).map(({ id }) => id)).toEqual(['k-1', 'g-2', 'g-3']);
});

it('draws what is hit after it, and before it only what changed and what lies between', () => {
  const { items, links } = blastGraph(START, RADIUS, new Map([['g-5', 2]]), nameOf);
  const { drawn } = groupGraph(
    { roots: ['config g-1'], kinds: new Map(items.map(({ id, kind }) => [id, kind])), links },
    new Set(),
  );
  expect([...drawn].toSorted()).toEqual([
    'check c-1',
    'component k-1',
    'config g-1',
    'config g-2',
    'config g-3',
    'config g-4',
    'config g-5',
    'incident i-1',
  ]);
  expect(items.find(({ id }) => id === 'config g-5')?.notes).toEqual(['2 changes']);
  expect(links).toContainEqual({ from: 'config g-5', to: 'config g-4', is: 'hard' });
  expect(links).toContainEqual({ from: 'config g-1', to: 'incident i-1', is: 'soft' });
  expect(items.find(({ id }) => id === 'check c-1')).toMatchObject({
    health: 'unknown',
    href: '/health?checkId=c-1',
  });
  expect(items.find(({ id }) => id === 'config g-1')?.href).toBeNull();
});
