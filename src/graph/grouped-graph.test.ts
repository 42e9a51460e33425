import { expect, it } from 'vitest';
import { groupGraph, type Entry, type Link } from './grouped-graph.ts';

const link = (from: string, to: string): Link => ({ from, to, is: 'hard' });

/** Two deployments over the same five pods, three config maps, two services, and a namespace above. */
const PODS = ['pod-1', 'pod-2', 'pod-3', 'pod-4', 'pod-5'];
const MAPS = ['map-1', 'map-2', 'map-3'];
const GRAPH = {
  roots: ['web'],
  kinds: new Map<string, string | null>([
    ['namespace', 'Namespace'],
    ['web', 'Deployment'],
    ['twin', 'Replica'],
    ['service-1', 'Service'],
    ['service-2', 'Service'],
    ['node', 'Node'],
    ...PODS.map((id): [string, string] => [id, 'Pod']),
    ...MAPS.map((id): [string, string] => [id, 'ConfigMap']),
  ]),
  links: [
    link('namespace', 'web'),
    link('web', 'twin'),
    link('web', 'service-1'),
    link('web', 'service-2'),
    ...[...PODS, ...MAPS].map((id) => link('web', id)),
    ...PODS.map((id) => link('twin', id)),
    link('pod-1', 'node'),
  ],
};

function lines(entries: readonly Entry[], depth = 0): readonly string[] {
  return entries.flatMap(({ id, others, children }) => [
    `${'  '.repeat(depth)}${id}${others.length === 0 ? '' : ` also ${others.join(', ')}`}`,
    ...lines(children, depth + 1),
  ]);
}

const PODS_ID = '["outgoing","Pod","twin"]';
const MAPS_ID = '["outgoing","ConfigMap","web"]';

it('gathers three or more of a type; identical groups are one, open up to three, else pressed open', () => {
  const closed = groupGraph(GRAPH, new Set());
  expect(lines(closed.outline)).toEqual([
    'web',
    '  namespace',
    '  twin',
    '  service-1',
    '  service-2',
    `  ${MAPS_ID}`,
    '    map-1',
    '    map-2',
    '    map-3',
    `  ${PODS_ID} also twin`,
  ]);
  // The pods, and the node that stands behind one of them.
  expect(closed.hidden).toBe(6);
  const open = groupGraph(GRAPH, new Set([PODS_ID, MAPS_ID]));
  expect(open.groups.get(PODS_ID)?.isOpen).toBe(true);
  expect(open.groups.get(MAPS_ID)?.isOpen).toBe(false);
  expect(open.drawn).toContain('node');
  expect(open.hidden).toBe(3);
});

it('keeps its groups by name when a member comes', () => {
  const links = [...GRAPH.links, link('web', 'pod-6'), link('twin', 'pod-6')];
  const kinds = new Map([...GRAPH.kinds, ['pod-6', 'Pod'] as const]);
  const more = groupGraph({ ...GRAPH, kinds, links }, new Set([PODS_ID]));
  expect(more.groups.get(PODS_ID)).toMatchObject({ isOpen: true, members: [...PODS, 'pod-6'] });
});

it('lays 3,000 nodes in one chain without a stack that overflows', () => {
  const ids = Array.from({ length: 3_000 }, (_, at) => `n${String(at).padStart(4, '0')}`);
  const links = ids.slice(1).map((id, at) => link(ids[at] ?? '', id));
  const kinds = new Map(ids.map((id) => [id, id] as const));
  expect(groupGraph({ roots: ['n0000'], kinds, links }, new Set()).drawn).toEqual(ids);
});
