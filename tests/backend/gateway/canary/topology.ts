import type { Hono } from 'hono';
import * as v from 'valibot';
import type { Gateway, GatewayEnv } from '../context.ts';
import { cutTree, matchesList, sortTree, treeOf, type ComponentRow, type Node } from './topology-tree.ts';

const DEFAULT_DEPTH = 3;

/** What deeper components are told with; roots and their children have every column. */
const LEAN = [
  'id',
  'topology_id',
  'agent_id',
  'parent_id',
  'name',
  'text',
  'namespace',
  'type',
  'icon',
  'status',
  'status_reason',
  'hidden',
  'is_leaf',
  'path',
  'created_at',
  'updated_at',
];
/** Columns the answer does not have, has under another name, or has computed. */
const NOT_SENT = new Set([
  'log_selectors',
  'component_checks',
  'team_names',
  'checks',
  'incidents',
  'analysis',
  'summary',
  'health',
  'is_pushed',
]);

/** `GET /canary/api/topology` (server.md 5, semantics 2): the tree with what it comes to, and the lists of the filters. */
export function addTopology(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.get('/canary/api/topology', async (c) => {
    const { id, owner, status, type, flatten, sortBy, sortOrder } = c.req.query();
    if (id !== undefined && !v.is(v.pipe(v.string(), v.uuid()), id)) {
      return c.json({ error: 'id must be an id' }, 400);
    }
    const labels = labelsOf(c.req.query('labels'));
    const rows = await load(gateway, id);
    const isWanted = (row: ComponentRow): boolean =>
      (owner === undefined || row['owner'] === owner) &&
      labels.every(([key, value]) => row.labels?.[key] === value);
    const typed = rows.filter((row) => matchesList(row.type, type));
    const depth = Number(c.req.query('depth') ?? Number.NaN);
    const levels = Number.isInteger(depth) && depth > 0 ? depth : DEFAULT_DEPTH;
    const isFlat = flatten === 'true';
    const roots = isFlat
      ? typed.filter((row) => isWanted(row) && matchesList(row.status, status)).flatMap(alone(typed))
      : cutTree(
          treeOf(typed, id).filter(({ row }) => id !== undefined || isWanted(row)),
          levels,
          status,
          id !== undefined,
        );
    const sorted = sortTree(roots, sortBy ?? 'name', sortOrder === 'desc');
    return c.json({
      components: sorted.map((node) => toJson(node, 0, sorted.length === 1)),
      ...listsOf(typed),
    });
  });
}

/** A component of a flat answer, with what lies below it rolled up and not sent. */
function alone(rows: readonly ComponentRow[]): (row: ComponentRow) => Node[] {
  const nodes = new Map<string, Node>();
  const walk = (node: Node): void => {
    if (nodes.has(node.row.id)) return;
    nodes.set(node.row.id, node);
    for (const child of node.children) walk(child);
  };
  for (const root of treeOf(rows, undefined)) walk(root);
  return (row) => {
    const node = nodes.get(row.id) ?? treeOf([row], row.id)[0];
    return node === undefined ? [] : [{ ...node, children: [] }];
  };
}

/** Everything, or one component with all below it and what relationships bring in. */
async function load({ pool }: Gateway, id: string | undefined): Promise<ComponentRow[]> {
  if (id === undefined) {
    return (await pool.query<ComponentRow>('select * from topology order by name, id')).rows;
  }
  const found = await pool.query<ComponentRow>(
    `with recursive below(id) as (
       select id from components where id = $1 and deleted_at is null
       union
       select child.id from below
       join components parent on parent.id = below.id
       join components child on child.deleted_at is null and (
         child.parent_id = parent.id or exists (
           select from component_relationships l
           where l.component_id = child.id and l.relationship_id = parent.id and l.deleted_at is null
         )
       )
     )
     select t.* from topology t join below using (id) order by t.name, t.id`,
    [id],
  );
  return found.rows;
}

function labelsOf(text: string | undefined): [string, string][] {
  return (text ?? '')
    .split(',')
    .filter((pair) => pair.includes('='))
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
}

function listsOf(rows: readonly ComponentRow[]): Record<string, unknown> {
  const distinct = (values: readonly (string | null)[]): string[] =>
    [...new Set(values.filter((value): value is string => value !== null && value !== ''))].sort();
  const tags = new Map<string, Set<string>>();
  for (const { labels } of rows) {
    for (const [key, value] of Object.entries(labels ?? {})) {
      tags.set(key, (tags.get(key) ?? new Set<string>()).add(value));
    }
  }
  return {
    healthStatuses: distinct(rows.map(({ status }) => status)),
    teams: distinct(rows.flatMap(({ team_names }) => team_names ?? [])),
    tags: Object.fromEntries([...tags.keys()].sort().map((key) => [key, [...(tags.get(key) ?? [])].sort()])),
    types: distinct(rows.map(({ type }) => type)),
  };
}

/** A node as it is sent: nothing that is not set, and below the first levels neither parents nor every column. */
function toJson(node: Node, level: number, isOnlyRoot: boolean): Record<string, unknown> {
  const { row, children, summary, health } = node;
  const isFull = level <= 1;
  const losesParents = level >= (isOnlyRoot ? 2 : 1);
  const columns = Object.entries(row).filter(
    ([name, value]) =>
      value !== null &&
      !NOT_SENT.has(name) &&
      (isFull || LEAN.includes(name)) &&
      !(losesParents && (name === 'parent_id' || name === 'parents')),
  );
  const checks = row['component_checks'];
  return {
    ...Object.fromEntries(columns),
    ...(isFull && checks !== null ? { componentChecks: checks } : {}),
    health,
    summary,
    ...(children.length === 0
      ? {}
      : { components: children.map((child) => toJson(child, level + 1, isOnlyRoot)) }),
  };
}
