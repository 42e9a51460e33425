/** One component as the view `topology` has it. */
export interface ComponentRow {
  id: string;
  parent_id: string | null;
  parents: string[] | null;
  name: string;
  type: string | null;
  status: string;
  health: string | null;
  health_expr: string | null;
  labels: Record<string, string> | null;
  team_names: string[] | null;
  checks: Counts | null;
  incidents: Nested | null;
  analysis: Nested | null;
  properties: Record<string, unknown>[] | null;
  [column: string]: unknown;
}

type Counts = Record<string, number>;
type Nested = Record<string, Counts>;

/** What a component and everything below it come to. */
export interface Summary {
  healthy?: number;
  unhealthy?: number;
  warning?: number;
  info?: number;
  checks?: Counts;
  incidents?: Nested;
  insights?: Nested;
}

/** A component with its children and what they come to. */
export interface Node {
  row: ComponentRow;
  children: Node[];
  summary: Summary;
  health: string;
}

/** Relationships may go in circles: the roll-up stops here. */
const MAX_DEPTH = 10;
const COUNTED = ['healthy', 'unhealthy', 'warning', 'info'] as const;

/** Whether a value passes a list filter (`a,b*,!c`); a list of nothing but negatives matches nothing. */
export function matchesList(value: string | null, list: string | undefined): boolean {
  if (list === undefined || list === '') return true;
  const items = list.split(',').map((item) => item.trim());
  const matches = (item: string): boolean =>
    item === '*' || item === value || (item.endsWith('*') && (value ?? '').startsWith(item.slice(0, -1)));
  if (items.some((item) => item.startsWith('!') && matches(item.slice(1)))) return false;
  return items.some((item) => !item.startsWith('!') && matches(item));
}

function addCounts(into: Counts, more: Counts | null | undefined): Counts {
  for (const [key, count] of Object.entries(more ?? {})) into[key] = (into[key] ?? 0) + count;
  return into;
}

function addNested(into: Nested, more: Nested | null | undefined): Nested {
  for (const [key, counts] of Object.entries(more ?? {})) into[key] = addCounts(into[key] ?? {}, counts);
  return into;
}

/** A leaf counts itself; a parent counts each child as one, and a child that is both as a warning. */
function countsOf({ row, children }: Node): Counts {
  const counts: Counts = {};
  const add = (key: string, count: number): void => {
    if (count > 0) counts[key] = (counts[key] ?? 0) + count;
  };
  if (children.length === 0 && (COUNTED as readonly string[]).includes(row.status)) add(row.status, 1); // widening only
  for (const { summary } of children) {
    const [isHealthy, isUnhealthy] = [(summary.healthy ?? 0) > 0, (summary.unhealthy ?? 0) > 0];
    if (isHealthy && isUnhealthy) add('warning', 1);
    else if (isUnhealthy) add('unhealthy', 1);
    else if (isHealthy) add('healthy', 1);
    add('warning', summary.warning ?? 0);
    add('info', summary.info ?? 0);
  }
  return counts;
}

/** The worst of its own and its children's; what is unknown counts as healthy, as on the real server. */
function healthOf({ row, children }: Node): string {
  // There is no evaluator here: what the job has stored of the expression stands.
  if (row.health_expr !== null && row.health !== null) return row.health;
  const all = [row.health, ...children.map(({ health }) => health)];
  if (all.includes('unhealthy')) return 'unhealthy';
  return all.includes('warning') ? 'warning' : 'healthy';
}

function rollUp(node: Node, done: Set<Node>, depth: number): void {
  if (done.has(node) || depth > MAX_DEPTH) return;
  done.add(node);
  for (const child of node.children) rollUp(child, done, depth + 1);
  const { row, children } = node;
  const checks = children.reduce((sum, { summary }) => addCounts(sum, summary.checks), { ...row.checks });
  const nested = (own: Nested | null, key: 'incidents' | 'insights'): Nested =>
    children.reduce((sum, { summary }) => addNested(sum, summary[key]), addNested({}, own));
  const [incidents, insights] = [nested(row.incidents, 'incidents'), nested(row.analysis, 'insights')];
  node.summary = {
    ...countsOf(node),
    ...(Object.keys(incidents).length === 0 ? {} : { incidents }),
    ...(Object.keys(insights).length === 0 ? {} : { insights }),
    ...(Object.keys(checks).length === 0 ? {} : { checks }),
  };
  node.health = healthOf(node);
}

/** The forest of these rows with everything rolled up; `rootId` names the only root. */
export function treeOf(rows: readonly ComponentRow[], rootId: string | undefined): Node[] {
  const nodes = new Map(
    rows.map((row): [string, Node] => [row.id, { row, children: [], summary: {}, health: 'healthy' }]),
  );
  for (const node of nodes.values()) {
    const { id, parent_id, parents } = node.row;
    for (const parentId of new Set([...(parent_id === null ? [] : [parent_id]), ...(parents ?? [])])) {
      if (parentId !== id) nodes.get(parentId)?.children.push(node);
    }
  }
  const roots = [...nodes.values()].filter(({ row }) =>
    rootId === undefined ? row.parent_id === null : row.id === rootId,
  );
  const done = new Set<Node>();
  for (const root of roots) rollUp(root, done, 0);
  return roots;
}

/** The same nodes cut below a depth (1: no children) and filtered by status, roots and first level only. */
export function cutTree(
  roots: readonly Node[],
  depth: number,
  status: string | undefined,
  areRootsKept: boolean,
): Node[] {
  const cut = (node: Node, left: number, seen: readonly string[]): Node => ({
    ...node,
    children:
      left <= 1
        ? []
        : node.children
            .filter(({ row }) => !seen.includes(row.id))
            .map((child) => cut(child, left - 1, [...seen, child.row.id])),
  });
  const passes = ({ row }: Node): boolean => matchesList(row.status, status);
  return roots
    .filter((root) => areRootsKept || passes(root))
    .map((root) => cut(root, depth, [root.row.id]))
    .map((root) => ({ ...root, children: root.children.filter(passes) }));
}

function sortKey({ row }: Node, by: string): number | string {
  if (!by.startsWith('field:')) return row.name.toLowerCase();
  const property = (row.properties ?? []).find(({ name }) => name === by.slice('field:'.length));
  const value = property?.['value'] ?? property?.['text'] ?? '';
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Sorts by name or a property; the children where there is one root, else the roots. */
export function sortTree(roots: Node[], by: string, isDescending: boolean): Node[] {
  const sorted = (nodes: Node[]): Node[] =>
    nodes.toSorted((a, b) => {
      const [left, right] = [sortKey(a, by), sortKey(b, by)];
      return (left < right ? -1 : left > right ? 1 : 0) * (isDescending ? -1 : 1);
    });
  const [only, ...others] = roots;
  if (only === undefined || others.length > 0) return sorted(roots);
  return [{ ...only, children: sorted(only.children) }];
}
