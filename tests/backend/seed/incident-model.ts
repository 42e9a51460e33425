import { accounts, people } from './accounts.ts';
import type { Catalog, ConfigNode } from './catalog-model.ts';
import { resolveConfig, type ChangeNode } from './changes.ts';
import type { CheckNode, Health } from './check-model.ts';
import { checkKey } from './check-model.ts';
import { required } from './context.ts';
import { memberId } from './directory.ts';
import type { InsightNode } from './insights.ts';
import type { ComponentNode, Topology } from './topology-model.ts';

/** A role of accounts.ts, an index into its `people`, or the seeded person `System`. */
export type PersonKey = 'admin' | 'editor' | 'commander' | 'responder' | 'viewer' | 'system' | `${number}`;

/** All moments of a story are minutes before now. */
export type Moment = readonly [what: string, minutesAgo: number];

export interface EvidenceStory {
  type: 'comment' | 'check' | 'config' | 'log' | 'config_analysis' | 'config_change' | 'topology';
  description: string;
  by: PersonKey;
  at: number;
  config?: ConfigNode | undefined;
  change?: ChangeNode | undefined;
  insight?: InsightNode | undefined;
  component?: ComponentNode | undefined;
  check?: CheckNode | undefined;
  payload?: object | undefined;
  /** `made`: inserted as an item of the definition of done. A number: marked as one that many minutes ago. */
  doneItem?: 'made' | number | undefined;
  done?: boolean | undefined;
  script?: string | undefined;
  factor?: boolean | undefined;
  mitigator?: boolean | undefined;
}

export interface CommentStory {
  by: PersonKey;
  at: number;
  text: string;
  /** Came from the ticket of the nth responder. */
  external?: { by: string; responder: number; id: string } | undefined;
}

export interface HypothesisStory {
  type: 'root' | 'factor' | 'solution';
  title: string;
  by: PersonKey;
  at: number;
  /** Starts as `possible`; every later status with its moment. */
  statuses?: readonly Moment[] | undefined;
  owner?: number | undefined;
  team?: string | undefined;
  evidences?: readonly EvidenceStory[] | undefined;
  comments?: readonly CommentStory[] | undefined;
  children?: readonly HypothesisStory[] | undefined;
}

export interface ResponderStory {
  person?: PersonKey | undefined;
  team?: string | undefined;
  by: PersonKey;
  at: number;
  externalId?: string | undefined;
  properties: Record<string, unknown>;
  /** Taken off again. */
  removedAt?: number | undefined;
  acknowledgedAt?: number | undefined;
  resolvedAt?: number | undefined;
  closedAt?: number | undefined;
}

export interface IncidentStory {
  title: string;
  description: string;
  severity: string;
  type: string;
  by: PersonKey;
  commander?: PersonKey | undefined;
  communicator?: PersonKey | undefined;
  rule?: string | undefined;
  /** The first is the status it was made with. */
  statuses: readonly [Moment, ...Moment[]];
  responders?: readonly ResponderStory[] | undefined;
  tree: HypothesisStory;
}

/** What stories refer to by name. A name nothing made is an error. */
export interface StoryRefs {
  config(cluster: string, kind: string, name: string): ConfigNode;
  change(key: string): ChangeNode;
  insight(key: string): InsightNode;
  component(name: string): ComponentNode;
  check(cluster: string, type: string, name: string): CheckNode;
  nowMs: number;
}

export function createRefs(
  nowMs: number,
  catalog: Catalog,
  changes: Map<string, ChangeNode>,
  insights: Map<string, InsightNode>,
  topology: Topology,
  health: Health,
): StoryRefs {
  return {
    nowMs,
    config: (cluster, kind, name) => resolveConfig(catalog, cluster, kind, name),
    change: (key) => required(changes, key),
    insight: (key) => required(insights, key),
    component: (name) => required(topology.byName, name),
    check: (cluster, type, name) => required(health.byKey, checkKey(cluster, type, name)),
  };
}

const nameOf = (key: PersonKey): string => {
  const account = accounts.find(({ role }) => role === key);
  if (account !== undefined) return `${account.name.first} ${account.name.last}`;
  return people[Number(key)]?.name ?? 'System';
};

/** A mention as the comment field writes it. */
export const mention = (key: PersonKey): string => `@[${nameOf(key)}](user:${memberId(key)})`;

/** Responders of a kind, with the fields its form asks for. */
export const respond = {
  person: (
    person: PersonKey,
    by: PersonKey,
    at: number,
    rest: Partial<ResponderStory> = {},
  ): ResponderStory => ({
    person,
    by,
    at,
    properties: { responderType: 'person', person: memberId(person) },
    ...rest,
  }),
  team: (
    team: string,
    kind: { label: string; value: string },
    fields: Record<string, string>,
    by: PersonKey,
    at: number,
    rest: Partial<ResponderStory> = {},
  ): ResponderStory => ({ team, by, at, properties: { responderType: kind, ...fields }, ...rest }),
} as const;

export const responderKinds = {
  jira: { label: 'Jira', value: 'jira' },
  planner: { label: 'Microsoft Planner', value: 'ms_planner' },
  email: { label: 'Email', value: 'email' },
  aws: { label: 'AWS Support', value: 'aws_support' },
  serviceNow: { label: 'ServiceNow', value: 'service_now' },
} as const;

/** Log lines as the logs screen hands them over: one every few seconds from a moment on. */
export function logLines(
  nowMs: number,
  minutesAgo: number,
  labels: Record<string, string>,
  messages: readonly string[],
): object {
  return {
    lines: messages.map((message, at) => ({
      timestamp: new Date(nowMs - minutesAgo * 60_000 + at * 3_700).toISOString(),
      message,
      labels,
    })),
  };
}

/** Lines of a config document with some of them selected. */
export function configLines(
  config: ConfigNode,
  lines: readonly string[],
  selected: readonly number[],
): object {
  return {
    lines,
    configName: config.name,
    configType: config.type,
    selected_lines: Object.fromEntries(selected.map((at) => [at, lines[at] ?? ''])),
  };
}
