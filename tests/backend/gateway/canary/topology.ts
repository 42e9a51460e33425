import type { Hono } from 'hono';
import * as v from 'valibot';
import type { Wire } from '../../migrate.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { cutTree, matchesList, sortTree, treeOf, type ComponentRow, type Node } from './topology-tree.ts';

const DEFAULT_DEPTH = 3;

/** What deeper components of a tree with several roots, and all of a flat answer, are told with. */
const LEAN = [
  'id',
  'agent_id',
  'parent_id',
  'name',
  'namespace',
  'labels',
  'type',
  'icon',
  'status',
  'status_reason',
  'description',
  'is_leaf',
];
/** What else the server of 2026 tells of them. */
const LEAN_OF_2026 = ['properties'];
/** Columns the answer does not have, has under another name, or has computed. */
const NOT_SENT = new Set([
  'log_selectors',
  'component_checks',
  'selectors',
  'configs',
  'team_names',
  'checks',
  'incidents',
  'analysis',
  'summary',
  'health',
  'is_pushed',
  'parents',
  'children',
]);
/** Texts that are sent empty where there are none; everything else that is not set is left out. */
const NEVER_LEFT_OUT: Readonly<Record<Wire, readonly string[]>> = {
  '2024': ['namespace', 'description', 'status_reason'],
  '2026': ['namespace', 'description'],
};
/** What a time says that was not read. */
const NO_TIME = '0001-01-01T00:00:00Z';

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
    const depthOf = (node: Node): Record<string, unknown> =>
      isFlat ? flatJson(gateway.wire, node) : treeJson(gateway.wire, node, 0, id !== undefined);
    return c.json({ components: sorted.map(depthOf), ...listsOf(typed) });
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

/** The columns of a node that are sent: of those named (all without names) what is set, and the texts that always are. */
function columnsOf(wire: Wire, row: ComponentRow, names?: readonly string[]): Record<string, unknown> {
  const isAsked = (name: string): boolean =>
    !NOT_SENT.has(name) && (names === undefined || names.includes(name));
  const isSet = (value: unknown): boolean => value !== null && value !== '' && value !== undefined;
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
      if (!isAsked(name)) return [];
      if (NEVER_LEFT_OUT[wire].includes(name)) return [[name, value ?? '']];
      if (!isSet(value) || ((name === 'hidden' || name === 'silenced') && value === false)) return [];
      return [[name, name.startsWith('cost_') ? Number(value) : value]];
    }),
  );
}

const leanOf = (wire: Wire): readonly string[] => (wire === '2026' ? [...LEAN, ...LEAN_OF_2026] : LEAN);

/** A node of the tree. With one root that was asked for, all are told whole; else only the roots. */
function treeJson(wire: Wire, node: Node, level: number, isOneAsked: boolean): Record<string, unknown> {
  const { row, children, summary, health } = node;
  const isFull = isOneAsked || level === 0;
  const { parent_id: parentId, ...columns } = columnsOf(wire, row, isFull ? undefined : leanOf(wire));
  const [checks, below] = [row['component_checks'], row['children']];
  return {
    ...columns,
    ...(isOneAsked && level < 2 && parentId !== undefined ? { parent_id: parentId } : {}),
    ...(isFull ? {} : { created_at: NO_TIME }),
    ...(isFull && checks !== null ? { componentChecks: checks } : {}),
    ...(isOneAsked && children.length === 0 && below !== null ? { children: below } : {}),
    health,
    summary,
    ...(children.length === 0
      ? {}
      : { components: children.map((child) => treeJson(wire, child, level + 1, isOneAsked)) }),
  };
}

/** A node of a flat answer: what it has itself stands beside it, and its summary counts components only. */
function flatJson(wire: Wire, { row, summary, health }: Node): Record<string, unknown> {
  const { checks: _checks, incidents: _incidents, insights: _insights, ...counts } = summary;
  const own = { checks: row.checks, incidents: row.incidents, analysis: row.analysis, parents: row.parents };
  return {
    ...columnsOf(wire, row, leanOf(wire)),
    ...(wire === '2026' ? { health } : {}),
    summary: counts,
    created_at: NO_TIME,
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null)),
  };
}
