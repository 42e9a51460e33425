import * as v from 'valibot';
import type { Claim, Completeness } from './claim.ts';
import { keptAsSchema } from './kept-list.ts';

const short = v.pipe(v.string(), v.maxLength(1_000));
const maybeShort = v.nullable(short);

/** What a dashboard may ask; anything else is refused before it is looked at. */
export const topologyQuerySchema = v.object({
  /** The component whose children are shown; null for those without a parent. */
  id: maybeShort,
  /** The component it was reached from, which its ancestors are told by. */
  refererId: maybeShort,
  status: maybeShort,
  /** Every component of this type, whatever it is below of. */
  type: maybeShort,
  /** Name of a team. */
  team: maybeShort,
  /** All of them. */
  labels: v.pipe(v.array(v.object({ key: short, value: short })), v.maxLength(100)),
  agentId: maybeShort,
  /** Every word is part of name, type or text, whatever the case. */
  text: v.pipe(v.string(), v.maxLength(500)),
  showHidden: v.boolean(),
  /** `status`, `name`, `type`, `updated_at`, or `field:` and the name of a property. */
  sortBy: short,
  descending: v.boolean(),
  /** Whole cards wanted with the answer: the first of what is shown. */
  withCards: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)),
  /** Its answer is kept for the next start. */
  keepAs: v.optional(keptAsSchema),
});
/** A question about the components of this device. */
export type TopologyQuery = v.InferOutput<typeof topologyQuerySchema>;

/** Collections of rows a dashboard is made of. */
export const topologyTables = [
  'components',
  'component_relationships',
  'config_component_relationships',
  'check_component_relationships',
  'checks',
  'incidents',
  'hypotheses',
  'evidences',
  'teams',
  'team_components',
  'agents',
] as const;
/** Name of one of them. */
export type TopologyTable = (typeof topologyTables)[number];

/** What is told when something a dashboard is made of was written; null stands for any of the rows. */
export const topologyChangeSchema = v.variant('tbl', [
  v.object({ tbl: v.picklist(topologyTables), ids: v.nullable(v.array(v.string())) }),
  v.object({ tbl: v.picklist(['insights', 'feeds']) }),
]);
/** One such message. */
export type TopologyChange = v.InferOutput<typeof topologyChangeSchema>;

/** Numbers by a name that others chose. */
export type Counts = ReadonlyMap<string, number>;
/** Numbers by type and, within it, severity, both as they are on the server. */
export type Nested = ReadonlyMap<string, Counts>;

/** What a component and everything below it come to (reference semantics 2.2). */
export interface TopologySummary {
  readonly healthy: number;
  readonly unhealthy: number;
  readonly warning: number;
  /** Those that are `info`. */
  readonly unknown: number;
  readonly checks: Counts;
  readonly incidents: Nested;
  readonly insights: Nested;
}

/** How far one part of the summaries is known here. */
export interface TopologyPart {
  readonly state: Completeness;
  /** Those before this server time are here only while they are open. */
  readonly since?: string | undefined;
}
/** Parts of a summary, each with what it depends on. */
export interface TopologyParts {
  readonly components: TopologyPart;
  readonly checks: TopologyPart;
  readonly incidents: TopologyPart;
  readonly insights: TopologyPart;
  readonly teams: TopologyPart;
}

/** A link of a property. */
export interface TopologyLink {
  readonly label: string;
  readonly url: string;
}

/** One figure or fact of a component. */
export interface TopologyProperty {
  readonly name: string;
  readonly label: string;
  readonly icon: string | null;
  readonly type: string | null;
  readonly text: string | null;
  readonly value: number | string | null;
  readonly unit: string | null;
  readonly max: number | null;
  readonly min: number | null;
  readonly color: string | null;
  /** It stands out on the card. */
  readonly isHeadline: boolean;
  readonly url: string | null;
  readonly links: readonly TopologyLink[];
}

/** One component below another, as a line of its card. */
export interface TopologyChild {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly type: string | null;
  readonly status: string;
  readonly statusReason: string | null;
}

/** A team that owns a component. */
export interface TopologyTeam {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
}

/** One component as a card shows it. */
export interface TopologyCard extends TopologyChild {
  readonly topologyId: string | null;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly externalId: string | null;
  readonly parentId: string | null;
  /** Ids from the root down to the parent. */
  readonly path: readonly string[];
  readonly namespace: string | null;
  readonly description: string | null;
  readonly owner: string | null;
  readonly labels: ReadonlyMap<string, string>;
  readonly properties: readonly TopologyProperty[];
  readonly costs: {
    readonly perMinute: number | null;
    readonly day: number | null;
    readonly week: number | null;
    readonly month: number | null;
  } | null;
  readonly teams: readonly TopologyTeam[];
  readonly summary: TopologySummary;
  /** How much of the summary is not its own but of what is below it. */
  readonly below: { readonly incidents: number; readonly insights: number };
  /** The worst first; components that a person has hidden are left out unless they are asked for. */
  readonly children: readonly TopologyChild[];
  readonly isHidden: boolean;
  readonly isSilenced: boolean;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** What can be chosen in the filters, of every component. */
export interface TopologyChoices {
  readonly statuses: readonly string[];
  readonly types: readonly string[];
  readonly teams: readonly string[];
  readonly agents: readonly { readonly id: string; readonly name: string }[];
  readonly labels: readonly { readonly key: string; readonly values: readonly string[] }[];
  /** Names of the figures that some component has, which a dashboard can be sorted by. */
  readonly figures: readonly string[];
}

/** What may be claimed of an answer (I23, I24). */
export interface TopologyState extends Claim {
  readonly version: number;
  readonly parts: TopologyParts;
}

/** Answer of a dashboard. */
export interface TopologyAnswer extends TopologyState {
  /** The component that was asked for; null without one, undefined where it is not here. */
  readonly opened: TopologyCard | null | undefined;
  /** Several components go by what was asked for: they are the cards. */
  readonly isAmbiguous: boolean;
  /** From the root down to the parent of it. */
  readonly ancestors: readonly { readonly id: string; readonly name: string }[];
  /** What is shown, in the asked order. */
  readonly ids: readonly string[];
  /** The first of them. */
  readonly cards: readonly TopologyCard[];
  /** Every component of this place without the filters. */
  readonly total: number;
  /** How many of those that match are left out because somebody hid them. */
  readonly hidden: number;
  readonly choices: TopologyChoices;
}
