import type {
  TopologyAnswer,
  TopologyCard,
  TopologyChoices,
  TopologyProperty,
  TopologyQuery,
} from '../../protocol/topology.ts';
import { textAt } from '../outbox/json.ts';
import {
  byName,
  cardOf,
  isHiddenNode,
  labelsOf,
  LOCAL_AGENT,
  pathOf,
  propertiesOf,
  type CardNames,
} from './cards.ts';
import { statusRank, type TopologyNode, type TopologyTree } from './roll-up.ts';

/** Everything a dashboard is answered from. */
export interface TopologyModel {
  readonly tree: TopologyTree;
  readonly names: CardNames;
}

/** What a dashboard answers without what may be claimed of it. */
export type TopologyFound = Pick<
  TopologyAnswer,
  'opened' | 'isAmbiguous' | 'ancestors' | 'ids' | 'cards' | 'total' | 'hidden' | 'choices'
>;

/** Name of a sort by a figure. */
const FIGURE = 'field:';

/** Components below one, each once, without itself. */
function below(node: TopologyNode): readonly TopologyNode[] {
  const seen = new Set<TopologyNode>([node]);
  const waiting = [...node.children];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...next.children);
  }
  seen.delete(node);
  return [...seen];
}

/** The component of an id; else those that other systems know by it, which may be several. */
function namedBy({ nodes }: TopologyTree, id: string): readonly TopologyNode[] {
  const node = nodes.get(id);
  if (node !== undefined) return [node];
  return [...nodes.values()].filter(({ row }) => textAt(row, 'external_id') === id);
}

/** Components a dashboard is about before any filter. */
function placeOf(
  { nodes, roots }: TopologyTree,
  opened: TopologyNode | undefined,
  isFlat: boolean,
): readonly TopologyNode[] {
  if (opened === undefined) return isFlat ? [...nodes.values()] : roots;
  if (isFlat) return [opened, ...below(opened)];
  // A component without any below it is shown itself.
  return opened.children.length === 0 ? [opened] : opened.children;
}

function passes({ row, status, id }: TopologyNode, query: TopologyQuery, names: CardNames): boolean {
  if (query.status !== null && status !== query.status) return false;
  if (query.type !== null && textAt(row, 'type') !== query.type) return false;
  if (query.agentId !== null && (textAt(row, 'agent_id') ?? LOCAL_AGENT) !== query.agentId) return false;
  if (query.team !== null && names.teams.get(id)?.some(({ name }) => name === query.team) !== true)
    return false;
  if (query.labels.length > 0) {
    const labels = labelsOf(row);
    if (!query.labels.every(({ key, value }) => labels.get(key) === value)) return false;
  }
  if (query.text === '') return true;
  const text = ['name', 'text', 'type', 'namespace'].map((column) => textAt(row, column) ?? '').join('\n');
  const sought = text.toLowerCase();
  return query.text
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => sought.includes(word));
}

type Key = number | string | null;

function figureOf(properties: readonly TopologyProperty[], name: string): Key {
  const property = properties.find((each) => each.name === name);
  return property?.value ?? property?.text ?? null;
}

function keyOf({ row, status }: TopologyNode, sortBy: string): Key {
  if (sortBy === 'status') return -statusRank(status);
  if (sortBy.startsWith(FIGURE)) return figureOf(propertiesOf(row), sortBy.slice(FIGURE.length));
  if (sortBy === 'type' || sortBy === 'updated_at') return textAt(row, sortBy);
  return (textAt(row, 'name') ?? '').toLowerCase();
}

/** Missing values last in either direction; numbers before texts; equal ones by name. */
function inOrder(
  nodes: readonly TopologyNode[],
  { sortBy, descending }: TopologyQuery,
): readonly TopologyNode[] {
  const sign = descending ? -1 : 1;
  return nodes
    .map((node) => ({ node, key: keyOf(node, sortBy) }))
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) {
        return Number(a.key === null) - Number(b.key === null) || byName(a.node, b.node);
      }
      if (typeof a.key !== typeof b.key) return typeof a.key === 'number' ? -1 : 1;
      if (a.key === b.key) return byName(a.node, b.node);
      return (a.key < b.key ? -1 : 1) * sign;
    })
    .map(({ node }) => node);
}

const choicesOf = new WeakMap<TopologyModel, TopologyChoices>();

function distinct(values: Iterable<string | null>): readonly string[] {
  const found = new Set<string>();
  for (const value of values) if (value !== null && value !== '') found.add(value);
  return [...found].sort();
}

/** What the filters offer: values of every component, as the server lists them. */
function choices(model: TopologyModel): TopologyChoices {
  const known = choicesOf.get(model);
  if (known !== undefined) return known;
  const { tree, names } = model;
  const nodes = [...tree.nodes.values()];
  const labels = new Map<string, Set<string>>();
  const figures = new Set<string>();
  for (const { row } of nodes) {
    for (const [key, value] of labelsOf(row)) {
      const values = labels.get(key);
      if (values === undefined) labels.set(key, new Set([value]));
      else values.add(value);
    }
    for (const { name, isHeadline, value } of propertiesOf(row)) {
      if (isHeadline && value !== null) figures.add(name);
    }
  }
  const agentIds = distinct(nodes.map(({ row }) => textAt(row, 'agent_id')));
  const made: TopologyChoices = {
    statuses: distinct(nodes.map(({ status }) => status)).toSorted((a, b) => statusRank(a) - statusRank(b)),
    types: distinct(nodes.map(({ row }) => textAt(row, 'type'))),
    teams: distinct([...names.teams.values()].flatMap((teams) => teams.map(({ name }) => name))),
    agents: agentIds.map((id) => ({ id, name: id === LOCAL_AGENT ? 'local' : (names.agents.get(id) ?? id) })),
    labels: [...labels.keys()].sort().map((key) => ({ key, values: [...(labels.get(key) ?? [])].sort() })),
    figures: [...figures].sort(),
  };
  choicesOf.set(model, made);
  return made;
}

const cardsOf = new WeakMap<TopologyModel, Map<string, TopologyCard>>();

/** A card is made once for each state of the device: a filter asks for the same ones again. */
function card(model: TopologyModel, node: TopologyNode, showHidden: boolean): TopologyCard {
  const made = cardsOf.get(model) ?? new Map<string, TopologyCard>();
  cardsOf.set(model, made);
  const key = `${showHidden ? 'all' : 'shown'} ${node.id}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const fresh = cardOf(node, model.names, showHidden);
  made.set(key, fresh);
  return fresh;
}

/** From the root down; a component that is below several others is told by the one it was reached from. */
function ancestorsOf(
  { nodes }: TopologyTree,
  opened: TopologyNode,
  refererId: string | null,
): TopologyAnswer['ancestors'] {
  const referer = refererId === null ? undefined : nodes.get(refererId);
  const isAbove = referer !== undefined && referer !== opened && referer.children.includes(opened);
  const ids = isAbove ? [...pathOf(referer.row), referer.id] : pathOf(opened.row);
  return ids.map((id) => {
    const row = nodes.get(id)?.row;
    return { id, name: textAt(row, 'text') ?? textAt(row, 'name') ?? '…' };
  });
}

/** The component of an id, its ancestors, and the cards of what is below it. */
export function listTopology(model: TopologyModel, query: TopologyQuery): TopologyFound {
  const { tree } = model;
  const named = query.id === null ? [] : namedBy(tree, query.id);
  const isAmbiguous = named.length > 1;
  const opened = isAmbiguous ? undefined : named[0];
  const isMissing = query.id !== null && named.length === 0;
  const place = isAmbiguous ? named : isMissing ? [] : placeOf(tree, opened, query.type !== null);
  const matching = place.filter((node) => passes(node, query, model.names));
  const shown = query.showHidden
    ? matching
    : matching.filter((node) => node === opened || !isHiddenNode(node));
  const ordered = inOrder(shown, query);
  return {
    opened: isMissing ? undefined : opened === undefined ? null : card(model, opened, query.showHidden),
    isAmbiguous,
    ancestors: opened === undefined ? [] : ancestorsOf(tree, opened, query.refererId),
    ids: ordered.map(({ id }) => id),
    cards: ordered.slice(0, query.withCards).map((node) => card(model, node, query.showHidden)),
    total: place.length,
    hidden: matching.length - shown.length,
    choices: choices(model),
  };
}

/** Cards in the asked order; null for a component that is not here. */
export function cardsById(
  model: TopologyModel,
  ids: readonly string[],
  showHidden: boolean,
): readonly (TopologyCard | null)[] {
  return ids.map((id) => {
    const node = model.tree.nodes.get(id);
    return node === undefined ? null : card(model, node, showHidden);
  });
}
