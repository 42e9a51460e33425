import type { ELK } from 'elkjs/lib/elk-api.js';
import * as v from 'valibot';
import type { Direction, GraphViewProps } from './graph-props.ts';

/** What a layout depends on, and nothing else; in one order, whatever order it was given in, unless that order is meant. */
export interface LayoutQuestion {
  readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[];
  readonly edges: readonly { readonly id: string; readonly from: string; readonly to: string }[];
  readonly direction: Direction;
  readonly rankSpacing: number;
  readonly nodeSpacing: number;
  /** The order of the nodes is that of neighbours. */
  readonly isInOrder: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the upper left corner of every node is, by its id. */
export type Layout = ReadonlyMap<string, Point>;

const RANK_SPACING = 120;
const NODE_SPACING = 100;

/** The same graph gives the same question: what is named twice is there once, what leads nowhere not at all. */
export function layoutQuestion(props: GraphViewProps): LayoutQuestion {
  const nodes = new Map(props.nodes.map(({ id, width, height }) => [id, { id, width, height }]));
  const edges = new Map(
    props.edges
      .filter(({ from, to }) => nodes.has(from) && nodes.has(to))
      .map(({ id, from, to }) => [id, { id, from, to }]),
  );
  const isInOrder = props.isInOrder ?? false;
  return {
    isInOrder,
    nodes: isInOrder ? [...nodes.values()] : [...nodes.values()].sort(byId),
    edges: [...edges.values()].sort(byId),
    direction: props.direction,
    rankSpacing: props.rankSpacing ?? RANK_SPACING,
    nodeSpacing: props.nodeSpacing ?? NODE_SPACING,
  };
}

/** By code unit: an order that no locale changes. */
function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

/** Two questions with one key have one answer. */
export function layoutKey(question: LayoutQuestion): string {
  return JSON.stringify(question);
}

/** Neighbours stand in the order of the nodes, whatever crosses. */
const IN_ORDER = {
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.crossingMinimization.forceNodeModelOrder': 'true',
  // With the order given there is nothing to be tried again: the same in half of the time.
  'elk.layered.thoroughness': '1',
  // In the middle of what hangs on it, and not beside the first or the last.
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
} as const;

/** Beyond so many nodes ranks take seconds, and minutes for thousands: a tree of what hangs on what takes one. */
const MOST_RANKED = 300;
const MANY = {
  'elk.algorithm': 'mrtree',
  'elk.mrtree.weighting': 'MODEL_ORDER',
} as const;

type ElkGraph = Parameters<ELK['layout']>[0];

/** The question as the layout engine takes it. Ids are numbered: what a name looks like decides nothing. */
export function toElk(question: LayoutQuestion): ElkGraph {
  const { nodes, edges, direction, rankSpacing, nodeSpacing, isInOrder } = question;
  const numbers = new Map(nodes.map(({ id }, at) => [id, `n${at}`]));
  const numberOf = (id: string): string => numbers.get(id) ?? '';
  return {
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': direction === 'LR' ? 'RIGHT' : 'DOWN',
      'elk.layered.spacing.nodeNodeBetweenLayers': String(rankSpacing),
      'elk.spacing.nodeNode': String(nodeSpacing),
      'elk.spacing.componentComponent': String(nodeSpacing),
      'elk.padding': '[top=0,left=0,bottom=0,right=0]',
      // What it chooses by chance it chooses the same.
      'elk.randomSeed': '1',
      ...(isInOrder && IN_ORDER),
      ...(nodes.length > MOST_RANKED && MANY),
    },
    children: nodes.map(({ id, width, height }) => ({ id: numberOf(id), width, height })),
    edges: edges.map(({ from, to }, at) => ({
      id: `e${at}`,
      sources: [numberOf(from)],
      targets: [numberOf(to)],
    })),
  };
}

const coordinate = v.pipe(v.number(), v.finite());
const answerSchema = v.object({
  children: v.array(v.object({ id: v.string(), x: coordinate, y: coordinate })),
});

/** What the layout engine answered; throws where a node has no place. */
export function fromElk(question: LayoutQuestion, answer: unknown): Layout {
  const { children } = v.parse(answerSchema, answer);
  const places = new Map(children.map(({ id, x, y }) => [id, { x, y }]));
  return new Map(
    question.nodes.map(({ id }, at) => {
      const place = places.get(`n${at}`);
      if (place === undefined) throw new Error(`The layout has no place for node ${at + 1}.`);
      return [id, place];
    }),
  );
}
