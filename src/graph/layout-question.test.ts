import ELK from 'elkjs';
import { describe, expect, it } from 'vitest';
import type { GraphEdge, GraphNode, GraphViewProps } from './graph-props.ts';
import { fromElk, layoutKey, layoutQuestion, toElk, type Layout } from './layout-question.ts';

/* The layout engine itself, as the worker runs it. */

const node = (id: string): GraphNode => ({ id, label: id, content: null, width: 200, height: 56 });
const edge = (from: string, to: string): GraphEdge => ({ id: `${from}>${to}`, from, to });

/** Four ranks with crossings to be undone, a circle, and something that belongs to nothing. */
const graph: GraphViewProps = {
  label: 'Services',
  nodes: ['web', 'api', 'worker', 'db', 'cache', 'queue', 'mail', 'alone'].map(node),
  edges: [
    ['web', 'api'],
    ['api', 'db'],
    ['api', 'cache'],
    ['api', 'queue'],
    ['queue', 'worker'],
    ['worker', 'db'],
    ['worker', 'mail'],
    ['mail', 'queue'],
  ].map(([from = '', to = '']) => edge(from, to)),
  direction: 'LR',
  edgeForm: 'bezier',
};

async function lay(props: GraphViewProps): Promise<Layout> {
  const question = layoutQuestion(props);
  return fromElk(question, await new ELK().layout(toElk(question)));
}

const at = (layout: Layout, id: string): { x: number; y: number } => layout.get(id) ?? { x: NaN, y: NaN };

describe('the question of a layout', () => {
  it('is the same for the same graph in another order, and another for another one', () => {
    const key = layoutKey(layoutQuestion(graph));
    const turned = { ...graph, nodes: graph.nodes.toReversed(), edges: graph.edges.toReversed() };
    expect(layoutKey(layoutQuestion(turned))).toBe(key);
    expect(layoutKey(layoutQuestion({ ...graph, edgeForm: 'smoothstep', selectedId: 'db' }))).toBe(key);
    expect(layoutKey(layoutQuestion({ ...graph, direction: 'TB' }))).not.toBe(key);
    expect(layoutKey(layoutQuestion({ ...graph, nodeSpacing: 10 }))).not.toBe(key);
    expect(layoutKey(layoutQuestion({ ...graph, nodes: graph.nodes.slice(1) }))).not.toBe(key);
  });

  it('leaves out edges that lead nowhere, and what is there twice', () => {
    const odd = {
      ...graph,
      nodes: [node('a'), node('b'), node('a')],
      edges: [edge('a', 'b'), edge('a', 'b'), edge('a', 'gone')],
    };
    expect(layoutQuestion(odd)).toMatchObject({ nodes: [{ id: 'a' }, { id: 'b' }], edges: [{ id: 'a>b' }] });
  });
});

describe('a layout', () => {
  it('is the same for the same graph, in whatever order it comes', async () => {
    const first = await lay(graph);
    const turned = { ...graph, nodes: graph.nodes.toReversed(), edges: graph.edges.toReversed() };
    expect([...(await lay(turned))]).toEqual([...first]);
    expect(first.size).toBe(8);
  });

  it('goes to the right or down, with the room that was asked for', async () => {
    const right = await lay(graph);
    expect(at(right, 'api').x - (at(right, 'web').x + 200)).toBe(120);
    expect(at(right, 'db').x).toBeGreaterThan(at(right, 'api').x);
    const down = await lay({ ...graph, direction: 'TB', rankSpacing: 40 });
    expect(at(down, 'api').y - (at(down, 'web').y + 56)).toBe(40);
    const [one, other] = [at(right, 'cache'), at(right, 'queue')];
    expect(one.x).toBe(other.x);
    expect(Math.abs(one.y - other.y)).toBeGreaterThanOrEqual(56 + 100);
  });

  it('of two thousand is there: the same each time, nothing over anything, what hangs on something behind it', async () => {
    const ids = Array.from({ length: 2_000 }, (_, at) => `n${at}`);
    const many: GraphViewProps = {
      ...graph,
      nodes: ids.map(node),
      edges: [
        ...ids.slice(1).map((id, at) => edge(`n${Math.floor(at / 7)}`, id)),
        // What hangs on two, and a circle.
        edge('n3', 'n99'),
        edge('n1999', 'n0'),
      ],
      isInOrder: true,
    };
    const layout = await lay(many);
    expect([...(await lay(many))]).toEqual([...layout]);
    const boxes = [...layout.values()];
    const overlaps = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter((other) => Math.abs(one.x - other.x) < 200 && Math.abs(one.y - other.y) < 56),
    );
    expect(overlaps).toEqual([]);
    expect(ids.slice(1, 8).every((id) => at(layout, id).x >= at(layout, 'n0').x + 200)).toBe(true);
  });

  it('lays nothing over anything', async () => {
    const boxes = [...(await lay(graph)).values()];
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        expect(Math.abs(one.x - other.x) >= 200 || Math.abs(one.y - other.y) >= 56).toBe(true);
  });

  it('in order keeps neighbours in it: one more edge changes the order of hardly any', async () => {
    // A tree in the order it is read, as wide as a cluster, and then one link across.
    const ids = Array.from({ length: 60 }, (_, at) => `n${String(at).padStart(2, '0')}`);
    const parentOf = (at: number): number => Math.floor((at - 1) / 4);
    const read: string[] = [];
    const visit = (at: number): void => {
      read.push(ids[at] ?? '');
      for (const [child] of ids.entries()) if (child > 0 && parentOf(child) === at) visit(child);
    };
    visit(0);
    const edges = ids.slice(1).map((id, at) => edge(ids[parentOf(at + 1)] ?? '', id));
    const tree = { ...graph, isInOrder: true, nodes: read.map(node), edges };
    const before = await lay(tree);
    const after = await lay({ ...tree, edges: [...edges, edge('n03', 'n30')] });
    const columns = (layout: Layout): readonly string[] =>
      [...layout].toSorted(([, a], [, b]) => a.x - b.x || a.y - b.y).map(([id, { x }]) => `${x} ${id}`);
    expect(columns(after)).toEqual(columns(before));
    const moved = [...after].filter(([id, { y }]) => Math.abs(y - at(before, id).y) > 156);
    expect(moved.length).toBeLessThan(ids.length / 10);
  });

  it('whatever a node is called', async () => {
    const ids = ['__proto__', 'root', 'n1', 'e0', ''];
    const layout = await lay({ ...graph, nodes: ids.map(node), edges: [edge('__proto__', 'root')] });
    expect([...layout.keys()].toSorted()).toEqual(ids.toSorted());
    expect(at(layout, 'root').x).toBeGreaterThan(at(layout, '__proto__').x);
  });

  it('is not believed where it lacks a node or has no numbers', () => {
    const question = layoutQuestion({ ...graph, nodes: [node('a'), node('b')], edges: [] });
    expect(() => fromElk(question, { children: [{ id: 'n0', x: 1, y: 1 }] })).toThrow(/no place for node 2/u);
    expect(() => fromElk(question, { children: [{ id: 'n0', x: NaN, y: 1 }] })).toThrow(/Invalid type/u);
    expect(() => fromElk(question, null)).toThrow(/Invalid type/u);
  });
});
