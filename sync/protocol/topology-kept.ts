import * as v from 'valibot';
import { deviceClaim } from './claim.ts';
import { readKeptList } from './kept-list.ts';
import type { Counts, Nested, TopologyAnswer, TopologyCard, TopologyQuery } from './topology.ts';

/* A dashboard as it was answered last, so that the next start has something to show before the worker is up. */

const maybeText = v.nullable(v.string());
const maybeNumber = v.nullable(v.number());
const pairs = v.array(v.tuple([v.string(), v.number()]));
const counts = v.pipe(
  pairs,
  v.transform((list): Counts => new Map(list)),
);
const nested = v.pipe(
  v.array(v.tuple([v.string(), counts])),
  v.transform((list): Nested => new Map(list)),
);
const labels = v.pipe(
  v.array(v.tuple([v.string(), v.string()])),
  v.transform((list): ReadonlyMap<string, string> => new Map(list)),
);
const child = {
  id: v.string(),
  name: v.string(),
  icon: maybeText,
  type: maybeText,
  status: v.string(),
  statusReason: maybeText,
};
const property = v.object({
  name: v.string(),
  label: v.string(),
  icon: maybeText,
  type: maybeText,
  text: maybeText,
  value: v.nullable(v.union([v.number(), v.string()])),
  unit: maybeText,
  max: maybeNumber,
  min: maybeNumber,
  color: maybeText,
  isHeadline: v.boolean(),
  url: maybeText,
  links: v.array(v.object({ label: v.string(), url: v.string() })),
});
const card = v.object({
  ...child,
  topologyId: maybeText,
  agentId: maybeText,
  agentName: maybeText,
  externalId: maybeText,
  parentId: maybeText,
  path: v.array(v.string()),
  namespace: maybeText,
  description: maybeText,
  owner: maybeText,
  labels,
  properties: v.array(property),
  costs: v.nullable(
    v.object({ perMinute: maybeNumber, day: maybeNumber, week: maybeNumber, month: maybeNumber }),
  ),
  teams: v.array(v.object({ id: v.string(), name: v.string(), icon: maybeText })),
  summary: v.object({
    healthy: v.number(),
    unhealthy: v.number(),
    warning: v.number(),
    unknown: v.number(),
    checks: counts,
    incidents: nested,
    insights: nested,
  }),
  below: v.object({ incidents: v.number(), insights: v.number() }),
  children: v.array(v.object(child)),
  isHidden: v.boolean(),
  isSilenced: v.boolean(),
  createdAt: maybeText,
  updatedAt: maybeText,
});
const part = v.object({
  state: v.picklist(['never', 'partial', 'complete', 'forbidden', 'skew']),
  since: v.optional(v.string()),
});
const keptSchema = v.object({
  v: v.literal(1),
  question: v.string(),
  asOf: maybeText,
  parts: v.object({ components: part, checks: part, incidents: part, insights: part, teams: part }),
  opened: v.nullable(card),
  isAmbiguous: v.boolean(),
  ancestors: v.array(v.object({ id: v.string(), name: v.string() })),
  ids: v.array(v.string()),
  cards: v.array(card),
  total: v.number(),
  hidden: v.number(),
  choices: v.object({
    statuses: v.array(v.string()),
    types: v.array(v.string()),
    teams: v.array(v.string()),
    agents: v.array(v.object({ id: v.string(), name: v.string() })),
    labels: v.array(v.object({ key: v.string(), values: v.array(v.string()) })),
    figures: v.array(v.string()),
  }),
});

/** A dashboard as it lies on the device. */
export type KeptTopology = v.InferInput<typeof keptSchema>;

/** What makes two questions the same. */
export function keptTopologyQuestion({ keepAs: _name, ...asked }: TopologyQuery): string {
  return JSON.stringify(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is kept of an answer; null of one that is not whole, or empty: that would look like a smaller one. */
export function keptTopology(query: TopologyQuery, answer: TopologyAnswer): KeptTopology | null {
  const { state, asOf, parts, opened, isAmbiguous, ancestors, ids, cards, total, hidden, choices } = answer;
  if (state !== 'complete' || opened === undefined || total === 0) return null;
  return {
    v: 1,
    question: keptTopologyQuestion(query),
    asOf,
    parts,
    opened: opened && storedCard(opened),
    isAmbiguous,
    ancestors: [...ancestors],
    ids: [...ids],
    cards: cards.map(storedCard),
    total,
    hidden,
    choices: {
      statuses: [...choices.statuses],
      types: [...choices.types],
      teams: [...choices.teams],
      agents: [...choices.agents],
      labels: choices.labels.map(({ key, values }) => ({ key, values: [...values] })),
      figures: [...choices.figures],
    },
  };
}

function storedCard(shown: TopologyCard): KeptTopology['cards'][number] {
  const { summary } = shown;
  return {
    ...shown,
    path: [...shown.path],
    labels: [...shown.labels],
    properties: shown.properties.map((each) => ({ ...each, links: [...each.links] })),
    teams: [...shown.teams],
    summary: {
      ...summary,
      checks: [...summary.checks],
      incidents: storedNested(summary.incidents),
      insights: storedNested(summary.insights),
    },
    children: [...shown.children],
  };
}

function storedNested(counted: Nested): [string, [string, number][]][] {
  return [...counted].map(([type, of]) => [type, [...of]]);
}

/** What was kept, if it can be read and answers this question. */
export function readKeptTopology(text: string, query: TopologyQuery): TopologyAnswer | null {
  const kept = readKeptList(keptSchema, text, keptTopologyQuestion(query));
  if (kept === null) return null;
  const { v: _version, question: _question, asOf, ...answer } = kept;
  // Of no state that a worker tells.
  return { version: 0, ...deviceClaim('complete', asOf), ...answer };
}
