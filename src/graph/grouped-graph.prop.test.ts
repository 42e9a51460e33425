import {
  array,
  assert,
  boolean,
  constantFrom,
  func,
  integer,
  nat,
  property,
  record,
  tuple,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gathered } from '#src/lib/gathered.ts';
import {
  GROUP_FROM,
  groupGraph,
  linksAmong,
  OPEN_UP_TO,
  type Entry,
  type Group,
  type Link,
  type WholeGraph,
} from './grouped-graph.ts';

const NONE: ReadonlySet<string> = new Set();
const KINDS = ['Pod', 'Service', null] as const;

const graphs = record({
  size: integer({ min: 1, max: 14 }),
  kinds: array(constantFrom(...KINDS), { minLength: 14, maxLength: 14 }),
  links: array(tuple(nat(15), nat(15), constantFrom('hard' as const, 'soft' as const, 'deleted' as const)), {
    maxLength: 60,
  }),
  roots: array(nat(15), { minLength: 1, maxLength: 2 }),
}).map(({ size, kinds, links, roots }): WholeGraph => ({
  roots: roots.map((at) => `n${at % size}`),
  kinds: new Map(kinds.slice(0, size).map((kind, at) => [`n${at}`, kind])),
  // Some lead out of the graph.
  links: links.map(([from, to, is]) => ({ from: `n${from}`, to: `n${to}`, is })),
}));

/** Everything open, or everything closed that can be. */
function toggledTo(graph: WholeGraph, isOpen: boolean): ReadonlySet<string> {
  const toggled = new Set<string>();
  for (;;) {
    const wrong = [...groupGraph(graph, toggled).groups.values()].filter((group) => group.isOpen !== isOpen);
    if (wrong.length === 0) return toggled;
    for (const { id } of wrong) toggled.add(id);
  }
}

/** Items that any way of links leads to, in one direction at a time. */
function reachable({ roots, kinds, links }: WholeGraph): ReadonlySet<string> {
  const walk = (next: (link: Link) => readonly [string, string]): Set<string> => {
    const found = new Set(roots.filter((id) => kinds.has(id)));
    for (const id of found)
      for (const link of links) {
        const [near, far] = next(link);
        if (near === id && kinds.has(far)) found.add(far);
      }
    return found;
  };
  return new Set([...walk(({ from, to }) => [from, to]), ...walk(({ from, to }) => [to, from])]);
}

const itemsOf = (drawn: readonly string[], groups: ReadonlyMap<string, Group>): readonly string[] =>
  drawn.filter((id) => !groups.has(id));
const flat = (entries: readonly Entry[]): readonly Entry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children)]);

describe('a grouped graph', () => {
  it('draws or counts every item that can be reached, and nothing else', () => {
    assert(
      property(graphs, (graph) => {
        const whole = groupGraph(graph, toggledTo(graph, true));
        const expected = [...reachable(graph)].toSorted();
        expect([...itemsOf(whole.drawn, whole.groups)].toSorted()).toEqual(expected);
        expect(whole.hidden).toBe(0);
        const closed = groupGraph(graph, toggledTo(graph, false));
        expect(itemsOf(closed.drawn, closed.groups).length + closed.hidden).toBe(expected.length);
      }),
    );
  });

  it('is the same in whatever order it comes', () => {
    assert(
      property(graphs, (graph) => {
        const turned = {
          roots: graph.roots.toReversed(),
          kinds: new Map([...graph.kinds].toReversed()),
          links: graph.links.toReversed(),
        };
        expect(groupGraph(turned, NONE)).toEqual(groupGraph(graph, NONE));
      }),
    );
  });

  it('leaves no node with three or more of one kind directly on it, and no two groups that are the same', () => {
    assert(
      property(graphs, (graph) => {
        const { groups, edges } = groupGraph(graph, toggledTo(graph, true));
        for (const end of ['from', 'to'] as const) {
          const far = end === 'from' ? 'to' : 'from';
          const direct = edges.filter((edge) => !groups.has(edge.from) && !groups.has(edge.to));
          // Only steps away from the roots are gathered: a node may be reached from many of one kind.
          const away = direct.filter(
            (edge) => !graph.roots.includes(edge[far]) && (end === 'from') === isBelow(graph, edge),
          );
          for (const same of gathered(away, (edge) =>
            JSON.stringify([edge[end], graph.kinds.get(edge[far])]),
          ).values())
            expect(same.length).toBeLessThan(GROUP_FROM);
        }
        const made = [...groups.values()].map(({ way, kind, members }) =>
          JSON.stringify([way, kind, members]),
        );
        expect(new Set(made).size).toBe(made.length);
      }),
    );
  });

  it('opens what has three members by itself, and stands the other way once it was pressed', () => {
    assert(
      property(graphs, (graph) => {
        for (const { id, isOpen, members } of groupGraph(graph, NONE).groups.values()) {
          expect(members.length).toBeGreaterThanOrEqual(GROUP_FROM);
          expect(isOpen).toBe(members.length <= OPEN_UP_TO);
          expect(groupGraph(graph, new Set([id])).groups.get(id)?.isOpen).toBe(!isOpen);
        }
      }),
    );
  });

  it('takes nothing away when a group is opened', () => {
    assert(
      property(graphs, (graph) => {
        const before = groupGraph(graph, NONE);
        const closed = [...before.groups.values()].filter(({ isOpen }) => !isOpen);
        for (const { id } of closed) {
          const after = groupGraph(graph, new Set([id]));
          expect(before.drawn.filter((each) => !after.drawn.includes(each))).toEqual([]);
          expect(after.hidden).toBeLessThanOrEqual(before.hidden);
        }
      }),
    );
  });

  it('has an outline with everything drawn in it once, each with all that leads to it', () => {
    assert(
      property(graphs, (graph) => {
        const { drawn, outline, edges } = groupGraph(graph, NONE);
        const entries = flat(outline);
        expect(entries.map(({ id }) => id)).toEqual(drawn);
        expect(new Set(drawn).size).toBe(drawn.length);
        const told = entries.flatMap((entry) =>
          entry.children.map(({ id, way }) => (way === 'outgoing' ? [entry.id, id] : [id, entry.id])),
        );
        const others = entries.reduce((sum, entry) => sum + entry.others.length, 0);
        const toRoots = edges.filter((edge) => isBackToRoot(graph, edge)).length;
        expect(told.length + others).toBeGreaterThanOrEqual(edges.length - toRoots);
        for (const pair of told) expect(edges.map(({ from, to }) => [from, to])).toContainEqual(pair);
      }),
    );
  });
});

function isBelow(graph: WholeGraph, edge: Link): boolean {
  const found = new Set(graph.roots.filter((id) => graph.kinds.has(id)));
  for (const id of found)
    for (const { from, to } of graph.links) if (from === id && graph.kinds.has(to)) found.add(to);
  return found.has(edge.from);
}

function isBackToRoot(graph: WholeGraph, { from, to }: Link): boolean {
  return graph.roots.includes(from) || graph.roots.includes(to);
}

describe('links over what is left out', () => {
  it('lead to whatever could be reached before, and are those that were there where nothing is left out', () => {
    assert(
      property(graphs, func(boolean()), ({ links, kinds }, isKeptAtAll) => {
        const kept = new Set([...kinds.keys()].filter((id) => isKeptAtAll(id)));
        const among = linksAmong(links, (id) => kept.has(id));
        expect(among.every(({ from, to }) => kept.has(from) && kept.has(to) && from !== to)).toBe(true);
        const reach = (start: string, all: readonly Link[]): readonly string[] => {
          const found = new Set([start]);
          for (const id of found) for (const { from, to } of all) if (from === id) found.add(to);
          return [...found].filter((id) => kept.has(id)).toSorted();
        };
        for (const id of kept) expect(reach(id, among)).toEqual(reach(id, links));
      }),
    );
  });

  it('are as loose as the loosest part of the way', () => {
    const link = (from: string, to: string, is: Link['is'] = 'hard'): Link => ({ from, to, is });
    const links = [link('a', 'x'), link('x', 'b', 'soft'), link('x', 'y'), link('y', 'c')];
    expect(linksAmong(links, (id) => 'abc'.includes(id))).toEqual([link('a', 'b', 'soft'), link('a', 'c')]);
  });
});
