import { describe, expect, it } from 'vitest';
import { readEdges, readPath, type Edge } from '#sync/read/relation-edges.ts';
import { readUnlinked, relatedTo, type Unlinked } from './relation-graph.ts';

const edge = (from: string, to: string, relation: string | null = 'hard'): Edge => ({ from, to, relation });
const gone = (from: string, to: string): Unlinked => ({
  ...edge(from, to),
  at: '2026-11-20T09:00:00Z',
  ends: [],
});
const OUT = { outgoing: true, incoming: false, soft: false };

/** A cluster over a namespace over me, with two pods below; a volume that one of them mounts; and a circle. */
const EDGES = [
  edge('cluster', 'namespace'),
  edge('namespace', 'me'),
  edge('me', 'pod-1'),
  edge('me', 'pod-2'),
  edge('pod-1', 'volume', 'PodVolume'),
  edge('pod-2', 'me', 'circle'),
];

function found(followed: typeof OUT, unlinked: readonly Unlinked[] = [], edges = EDGES): readonly string[] {
  return relatedTo('me', edges, unlinked, followed).map(
    ({ itemId, direction, steps, unlinkedAt }) =>
      `${direction} ${itemId} ${steps}${unlinkedAt === null ? '' : ' deleted'}`,
  );
}

describe('what links lead to from an item', () => {
  it('is by default what is below it by hard links, the nearest first', () => {
    expect(found(OUT)).toEqual(['outgoing pod-1 1', 'outgoing pod-2 1']);
    expect(found({ ...OUT, soft: true })).toEqual([
      'outgoing pod-1 1',
      'outgoing pod-2 1',
      'outgoing volume 2',
    ]);
  });

  it('is what leads to it, and both ways where both are wanted', () => {
    expect(found({ ...OUT, outgoing: false, incoming: true })).toEqual([
      'incoming namespace 1',
      'incoming cluster 2',
    ]);
    // In a circle an item is both below and above.
    expect(found({ outgoing: true, incoming: true, soft: true })).toEqual([
      'outgoing pod-1 1',
      'outgoing pod-2 1',
      'incoming namespace 1',
      'incoming pod-2 1',
      'outgoing volume 2',
      'incoming cluster 2',
    ]);
    expect(found({ ...OUT, outgoing: false })).toEqual([]);
  });

  it('goes the shortest way, whatever comes first, and never back to the item', () => {
    const edges = [
      edge('me', 'a'),
      edge('a', 'b'),
      edge('b', 'c'),
      edge('me', 'c'),
      edge('c', 'me'),
      edge('me', 'me'),
    ];
    expect(found(OUT, [], edges)).toEqual(['outgoing a 1', 'outgoing c 1', 'outgoing b 2']);
  });

  it('has its own deleted links once, unless it is linked again', () => {
    const unlinked = [gone('me', 'old'), gone('me', 'old'), gone('me', 'pod-1'), gone('before', 'me')];
    expect(found(OUT, unlinked)).toEqual(['outgoing pod-1 1', 'outgoing pod-2 1', 'outgoing old 1 deleted']);
    expect(found({ ...OUT, outgoing: false, incoming: true }, unlinked)).toContain(
      'incoming before 1 deleted',
    );
  });

  it('has the ancestors that only its path tells of, whether or not the path ends with it', () => {
    const ids = ['1', '2', '3'].map((n) => `${n.repeat(8)}-0000-4000-8000-000000000000`);
    const [top = '', middle = '', me = ''] = ids;
    const links = [edge(top, middle, 'parent'), edge(middle, me, 'parent')];
    expect(readPath({ id: me, path: ids.join('.') })).toEqual(links);
    expect(readPath({ id: me, path: `${top}.${middle}` })).toEqual(links);
    expect(readPath({ id: me, path: me })).toEqual([]);
    for (const odd of [null, { id: me }, { id: me, path: null }, { id: me, path: 'a.b' }])
      expect(readPath(odd)).toEqual([]);
    const incoming = { outgoing: false, incoming: true, soft: false };
    expect(relatedTo(me, links, [], incoming).map(({ itemId, steps }) => [itemId, steps])).toEqual([
      [middle, 1],
      [top, 2],
    ]);
  });

  it('is read row by row: what is no link is left out', () => {
    expect(
      readEdges([{ id: 'a', related_id: 'b', relation_type: 'hard', depth: 1 }, { id: 'a' }, 7]),
    ).toEqual([edge('a', 'b')]);
    expect(readEdges(null)).toEqual([]);
    const end = { id: 'b', name: 'web', type: null, deleted_at: null };
    expect(
      readUnlinked([
        { config_id: 'a', related_id: 'b', relation: 'hard', deleted_at: 'then', from: null, to: end },
      ]),
    ).toEqual([{ ...edge('a', 'b'), at: 'then', ends: [end] }]);
  });
});
