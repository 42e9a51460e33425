import type { JsonRow } from '../../protocol/op.ts';
import type {
  Nested,
  TopologyCard,
  TopologyChild,
  TopologyLink,
  TopologyProperty,
  TopologySummary,
  TopologyTeam,
} from '../../protocol/topology.ts';
import { textAt } from '../outbox/json.ts';
import { statusRank, type TopologyNode } from './roll-up.ts';

/** Names of what components point at. */
export interface CardNames {
  readonly teams: ReadonlyMap<string, readonly TopologyTeam[]>;
  readonly agents: ReadonlyMap<string, string>;
}

/** Agent of what the server itself found. */
export const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** By name as people read it, equal ones by id. */
export function byName(a: Pick<TopologyNode, 'id' | 'row'>, b: Pick<TopologyNode, 'id' | 'row'>): number {
  return collator.compare(textAt(a.row, 'name') ?? '', textAt(b.row, 'name') ?? '') || (a.id < b.id ? -1 : 1);
}

function isObject(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function filledText(row: JsonRow, column: string): string | null {
  const text = textAt(row, column);
  return text === '' ? null : text;
}

function numberAt(row: JsonRow, column: string): number | null {
  const value = row[column];
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  // Limits are whole numbers on the server, and texts in what others have written.
  if (typeof value !== 'string' || value.trim() === '') return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
}

function linkOf(raw: unknown): readonly TopologyLink[] {
  if (!isObject(raw)) return [];
  const url = filledText(raw, 'url');
  if (url === null) return [];
  return [
    { url, label: filledText(raw, 'label') ?? filledText(raw, 'text') ?? filledText(raw, 'type') ?? url },
  ];
}

function propertyOf(raw: unknown): readonly TopologyProperty[] {
  if (!isObject(raw) || raw['hidden'] === true) return [];
  const name = filledText(raw, 'name') ?? filledText(raw, 'label');
  if (name === null) return [];
  const value = raw['value'];
  const links = raw['links'];
  return [
    {
      name,
      label: filledText(raw, 'label') ?? name,
      icon: filledText(raw, 'icon'),
      type: filledText(raw, 'type'),
      text: filledText(raw, 'text'),
      value: typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null,
      unit: filledText(raw, 'unit'),
      max: numberAt(raw, 'max'),
      min: numberAt(raw, 'min'),
      color: filledText(raw, 'color'),
      isHeadline: raw['headline'] === true,
      url: filledText(raw, 'url'),
      links: Array.isArray(links) ? links.flatMap(linkOf) : [],
    },
  ];
}

/** The figures and facts of a component; what is none, and what is hidden, is left out. */
export function propertiesOf(row: JsonRow): readonly TopologyProperty[] {
  const raw = row['properties'];
  return Array.isArray(raw) ? raw.flatMap(propertyOf) : [];
}

/** Labels of a component that are texts. */
export function labelsOf(row: JsonRow): ReadonlyMap<string, string> {
  const raw = row['labels'];
  if (!isObject(raw)) return new Map();
  return new Map(Object.entries(raw).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

function costsOf(row: JsonRow): TopologyCard['costs'] {
  const costs = {
    perMinute: numberAt(row, 'cost_per_minute'),
    day: numberAt(row, 'cost_total_1d'),
    week: numberAt(row, 'cost_total_7d'),
    month: numberAt(row, 'cost_total_30d'),
  };
  return Object.values(costs).some((cost) => cost !== null && cost !== 0) ? costs : null;
}

/** Whether a person has hidden a component. */
export function isHiddenNode({ row }: Pick<TopologyNode, 'row'>): boolean {
  return row['hidden'] === true;
}

/** A component as a line of another's card. */
export function childOf({ id, row, status }: TopologyNode): TopologyChild {
  return {
    id,
    name: filledText(row, 'text') ?? filledText(row, 'name') ?? id,
    icon: filledText(row, 'icon'),
    type: filledText(row, 'type'),
    status,
    statusReason: filledText(row, 'status_reason'),
  };
}

/** Children the worst first, equal ones by name. */
export function sortedChildren(node: TopologyNode, showHidden: boolean): readonly TopologyNode[] {
  return node.children
    .filter((child) => showHidden || !isHiddenNode(child))
    .toSorted((a, b) => statusRank(a.status) - statusRank(b.status) || byName(a, b));
}

/** The card of a component. */
export function cardOf(node: TopologyNode, names: CardNames, showHidden: boolean): TopologyCard {
  const { id, row, summary } = node;
  const agentId = textAt(row, 'agent_id');
  const isLocal = agentId === null || agentId === LOCAL_AGENT;
  return {
    ...childOf(node),
    topologyId: textAt(row, 'topology_id'),
    agentId: isLocal ? null : agentId,
    agentName: isLocal ? null : (names.agents.get(agentId) ?? agentId),
    externalId: filledText(row, 'external_id'),
    parentId: textAt(row, 'parent_id'),
    path: pathOf(row),
    namespace: filledText(row, 'namespace'),
    description: filledText(row, 'description'),
    owner: filledText(row, 'owner'),
    labels: labelsOf(row),
    properties: propertiesOf(row),
    costs: costsOf(row),
    teams: names.teams.get(id) ?? [],
    summary,
    below: {
      incidents: totalBelow(node, ({ incidents }) => incidents),
      insights: totalBelow(node, ({ insights }) => insights),
    },
    children: sortedChildren(node, showHidden).map(childOf),
    isHidden: isHiddenNode(node),
    isSilenced: row['silenced'] === true,
    createdAt: textAt(row, 'created_at'),
    updatedAt: textAt(row, 'updated_at'),
  };
}

/** Never more than the whole: what hangs in a circle is below itself. */
function totalBelow(node: TopologyNode, nestedOf: (summary: TopologySummary) => Nested): number {
  const totalOf = ({ summary }: TopologyNode): number =>
    [...nestedOf(summary).values()]
      .flatMap((counts) => [...counts.values()])
      .reduce((sum, count) => sum + count, 0);
  const below = node.children.reduce((sum, child) => sum + totalOf(child), 0);
  return Math.min(below, totalOf(node));
}

/** Ids from the root down to the parent. */
export function pathOf(row: JsonRow): readonly string[] {
  return (textAt(row, 'path') ?? '').split('.').filter((id) => id !== '');
}
