import type { JsonRow } from '../../protocol/op.ts';
import type { Counts, Nested, TopologySummary } from '../../protocol/topology.ts';
import { textAt } from '../outbox/json.ts';
import { addCounts, addNested } from './own-counts.ts';

/** What each component has itself, by its id. */
export interface OwnCounts {
  readonly checks: ReadonlyMap<string, Counts>;
  readonly incidents: ReadonlyMap<string, Nested>;
  readonly insights: ReadonlyMap<string, Nested>;
}

/** A component in the tree. One that is below several others is in it once, and a child of each. */
export interface TopologyNode {
  readonly id: string;
  readonly row: JsonRow;
  readonly status: string;
  readonly children: readonly TopologyNode[];
  readonly summary: TopologySummary;
}

/** The tree of all components. */
export interface TopologyTree {
  readonly nodes: ReadonlyMap<string, TopologyNode>;
  /** Those without a parent. */
  readonly roots: readonly TopologyNode[];
}

interface GrowingNode {
  readonly id: string;
  readonly row: JsonRow;
  readonly status: string;
  readonly children: GrowingNode[];
  summary: TopologySummary;
}

/** Relationships may go in circles: the server stops here. */
const MAX_DEPTH = 10;
const NO_COUNTS: Counts = new Map();
const NO_NESTED: Nested = new Map();
const NOTHING: TopologySummary = {
  healthy: 0,
  unhealthy: 0,
  warning: 0,
  unknown: 0,
  checks: NO_COUNTS,
  incidents: NO_NESTED,
  insights: NO_NESTED,
};

type StatusCounts = Pick<TopologySummary, 'healthy' | 'unhealthy' | 'warning' | 'unknown'>;

/** A leaf counts itself; a status that is none of the four counts nowhere. */
function leafCounts(status: string): StatusCounts {
  return {
    healthy: status === 'healthy' ? 1 : 0,
    unhealthy: status === 'unhealthy' ? 1 : 0,
    warning: status === 'warning' ? 1 : 0,
    unknown: status === 'info' ? 1 : 0,
  };
}

/** Each child counts as one: as a warning where it has both, and with the warnings and unknown ones it has. */
function parentCounts(children: readonly GrowingNode[]): StatusCounts {
  let [healthy, unhealthy, warning, unknown] = [0, 0, 0, 0];
  for (const { summary } of children) {
    if (summary.healthy > 0 && summary.unhealthy > 0) warning += 1;
    else if (summary.unhealthy > 0) unhealthy += 1;
    else if (summary.healthy > 0) healthy += 1;
    warning += summary.warning;
    unknown += summary.unknown;
  }
  return { healthy, unhealthy, warning, unknown };
}

/** Own counts and those of all below; the same map where only one side has any. */
function summed<V>(
  mine: ReadonlyMap<string, V> | undefined,
  below: readonly ReadonlyMap<string, V>[],
  add: (into: Map<string, V>, more: ReadonlyMap<string, V>) => void,
  none: ReadonlyMap<string, V>,
): ReadonlyMap<string, V> {
  const filled = [...(mine === undefined ? [] : [mine]), ...below].filter(({ size }) => size > 0);
  const [first] = filled;
  if (first === undefined || filled.length === 1) return first ?? none;
  const sum = new Map<string, V>();
  for (const counts of filled) add(sum, counts);
  return sum;
}

function rollUp(node: GrowingNode, own: OwnCounts, done: Set<GrowingNode>, depth: number): void {
  if (done.has(node) || depth > MAX_DEPTH) return;
  done.add(node);
  const { id, status, children } = node;
  for (const child of children) rollUp(child, own, done, depth + 1);
  const below = children.map(({ summary }) => summary);
  node.summary = {
    ...(children.length === 0 ? leafCounts(status) : parentCounts(children)),
    checks: summed(
      own.checks.get(id),
      below.map(({ checks }) => checks),
      addCounts,
      NO_COUNTS,
    ),
    incidents: summed<Counts>(
      own.incidents.get(id),
      below.map(({ incidents }) => incidents),
      addGrown,
      NO_NESTED,
    ),
    insights: summed<Counts>(
      own.insights.get(id),
      below.map(({ insights }) => insights),
      addGrown,
      NO_NESTED,
    ),
  };
}

function addGrown(into: Map<string, Counts>, more: Nested): void {
  addNested(into as Map<string, Map<string, number>>, more); // as: `into` was made here, and holds only what was added
}

/** Parents of each component beside the one it names itself. */
function furtherParents(relationships: Iterable<JsonRow>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const link of relationships) {
    const [child, parent] = [textAt(link, 'component_id'), textAt(link, 'relationship_id')];
    if (child === null || parent === null) continue;
    const known = found.get(child);
    if (known === undefined) found.set(child, new Set([parent]));
    else known.add(parent);
  }
  return found;
}

/**
 * The tree of components with what each comes to, as the server builds it: children by `parent_id` and by relationship,
 * every node rolled up once. Components that are named `id` twice are taken once.
 */
export function treeOf(
  components: Iterable<JsonRow>,
  relationships: Iterable<JsonRow>,
  own: OwnCounts,
): TopologyTree {
  const nodes = new Map<string, GrowingNode>();
  for (const row of components) {
    const id = textAt(row, 'id') ?? '';
    nodes.set(id, { id, row, status: textAt(row, 'status') ?? '', children: [], summary: NOTHING });
  }
  const further = furtherParents(relationships);
  for (const node of nodes.values()) {
    const parentId = textAt(node.row, 'parent_id');
    const parents = new Set([...(parentId === null ? [] : [parentId]), ...(further.get(node.id) ?? [])]);
    for (const id of parents) if (id !== node.id) nodes.get(id)?.children.push(node);
  }
  const roots = [...nodes.values()].filter(({ row }) => textAt(row, 'parent_id') === null);
  const done = new Set<GrowingNode>();
  for (const root of roots) rollUp(root, own, done, 0);
  // What hangs below nothing that is here can still be opened by its address.
  for (const node of nodes.values()) rollUp(node, own, done, 0);
  return { nodes, roots };
}

/** Rank of a status: the lower, the sooner somebody has to look (spec 4). */
export function statusRank(status: string): number {
  if (status === 'unhealthy' || status === 'error') return 1;
  if (status === 'warning') return 2;
  return status === 'healthy' ? 3 : 4;
}
