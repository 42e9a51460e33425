import * as v from 'valibot';
import type { Claim } from './claim.ts';
import { keptAsSchema } from './kept-list.ts';

const short = v.pipe(v.string(), v.maxLength(1_000));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Columns checks can be told apart by, beside their label keys. `agent_id` is the id, or the empty text for this server. */
export const healthColumns = [
  'namespace',
  'agent_id',
  'canary_name',
  'name',
  'description',
  'type',
  'severity',
  'status',
] as const;
/**
 * What a list of checks can be sorted by; groups are sorted by the same of their aggregate. `failing` is by need: failing
 * checks first, the worst and latest of them at the top, and groups by the neediest of their checks.
 */
export const healthSorts = [
  ...healthColumns,
  'uptime',
  'latency',
  'last_runtime',
  'last_transition_time',
  'failing',
] as const;

const dimension = v.variant('kind', [
  v.object({ kind: v.literal('column'), column: v.picklist(healthColumns) }),
  v.object({ kind: v.literal('label'), key: short }),
]);
const pairs = v.pipe(v.array(v.object({ key: short, value: short })), v.maxLength(500));

/** How long a status stands without a newer run; a person may set it. */
export const checkLimitSchema = v.object({
  /** Planned runs that may be missing before it is called stale. */
  missedRuns: v.pipe(count, v.minValue(1)),
  /** It is called stale no sooner, however often its check runs. */
  leastMs: v.pipe(v.number(), v.finite(), v.minValue(0)),
});
/** How long a status stands without a newer run. */
export type CheckLimit = v.InferOutput<typeof checkLimitSchema>;
/** What holds while a person has set nothing else (ux 4.5). */
export const DEFAULT_CHECK_LIMIT: CheckLimit = { missedRuns: 3, leastMs: 5 * 60_000 };

/** What a health screen may ask; anything else is refused before it is looked at. */
export const healthQuerySchema = v.object({
  text: v.pipe(v.string(), v.maxLength(500)),
  /** What the tabs are made of. */
  tabBy: dimension,
  /** The chosen tab; null is All. */
  tab: v.nullable(short),
  groupBy: v.nullable(dimension),
  labels: v.object({ include: pairs, exclude: pairs }),
  hidePassing: v.boolean(),
  sort: v.nullable(v.object({ column: v.picklist(healthSorts), descending: v.boolean() })),
  /** Label key whose values make columns: every group then has one cell per value. */
  pivotBy: v.nullable(short),
  /** Server time in ms, a round minute: rows whose time is over by then count as stale. */
  nowMs: v.pipe(v.number(), v.finite()),
  /** When the time of a row is over. */
  limit: checkLimitSchema,
  /** Whole rows wanted with the answer: the first of what is shown. */
  withRows: v.pipe(count, v.maxValue(1_000)),
  /** Its answer is kept for the next start: of the list as it opens, or of the one that was looked at last. */
  keepAs: v.optional(keptAsSchema),
});

/**
 * A question about the checks of this device. `text`: every word is part of name, description or endpoint, whatever the
 * case. `labels`: for every key of `include` one of its values, and none of `exclude`. `sort`: missing values last, equal
 * ones by name and id; null is by name. The tab `none` is that of the checks without a value.
 */
export type HealthQuery = v.InferOutput<typeof healthQuerySchema>;
/** A column or a label key. */
export type HealthDimension = v.InferOutput<typeof dimension>;
/** By which moment and which limit a status is called stale. */
export type HealthMoment = Pick<HealthQuery, 'nowMs' | 'limit'>;
/** Column of a sort. */
export type HealthSort = (typeof healthSorts)[number];
/** Name of the tab or group of the checks without a value. */
export const NO_VALUE = 'none';
/** Name of the tab or group of the checks whose value has not arrived on this device yet. */
export const VALUE_AWAITED = 'loading…';
/** What checks of the server itself are listed under where tabs are agents. */
export const LOCAL_LABEL = 'local';

/** Runs that passed and failed in the last hour, or the single newest run where there was none (semantics 1.1). */
export interface Uptime {
  readonly passed: number;
  readonly failed: number;
  readonly lastPass: string | null;
  readonly lastFail: string | null;
}

/** Milliseconds over the same runs; null where the server does not say. */
export interface Latency {
  readonly p99: number | null;
  readonly p97: number | null;
  readonly p95: number | null;
  readonly p50: number | null;
  readonly avg: number | null;
}

/** One check as the lists show it: its row, its canary and agent, and the newest summary known of it. */
export interface HealthRow {
  readonly id: string;
  readonly canaryId: string | null;
  readonly canaryName: string | null;
  /** Of the check, else of its canary. */
  readonly namespace: string | null;
  readonly name: string;
  readonly type: string | null;
  readonly description: string | null;
  readonly endpoint: string | null;
  readonly icon: string | null;
  readonly owner: string | null;
  readonly severity: string | null;
  /** `healthy`, `unhealthy`, any other text of a newer server; null before the first run. */
  readonly status: string | null;
  /** Labels of the canary, overlaid by those of the check. */
  readonly labels: Readonly<Record<string, string>>;
  /** Null for the server itself. */
  readonly agentId: string | null;
  /** The id where the name is not here; null for the server itself. */
  readonly agentName: string | null;
  readonly uptime: Uptime | null;
  readonly latency: Latency | null;
  readonly lastRuntime: string | null;
  readonly lastTransition: string | null;
  readonly silencedAt: string | null;
  /** Time between two runs by its canary's schedule; null when that is unknown or there is none. */
  readonly intervalMs: number | null;
  /** Server time (ISO) at which the status was known to be so. */
  readonly statusAsOf: string | null;
  /** Server time (ISO) of uptime and latency; `isComputed` where they were computed here. */
  readonly summaryAsOf: string | null;
  readonly isComputed: boolean;
  /** `lastRuntime` in ms, read once: every question compares it for thousands of checks. */
  readonly ranAtMs: number | null;
  /** Server time (ISO) since which its agent has said nothing; null while it speaks, or for the server itself. */
  readonly agentSilentSince: string | null;
  /** Its canary has not arrived yet: what it has of the canary (namespace, name, labels) is not known, and not absent. */
  readonly isCanaryAwaited?: true | undefined;
}

/** How many checks pass; `unknown` are those whose status is neither. */
export interface HealthCounts {
  readonly total: number;
  readonly passing: number;
  readonly failing: number;
  readonly unknown: number;
  /** Of all of them, those whose time is over at the moment and by the limit of the question. */
  readonly stale: number;
}

/** Several checks as one: `good` all pass, `bad` all fail, `mixed` both, `unknown` no status or no check. */
export interface HealthAggregate extends HealthCounts {
  readonly health: 'good' | 'mixed' | 'bad' | 'unknown';
  /** Sums; null where no member has any. */
  readonly uptime: Pick<Uptime, 'passed' | 'failed'> | null;
  /** Means of the members that have them; null where none has. */
  readonly latency: Latency | null;
  readonly lastRuntime: string | null;
  readonly lastTransition: string | null;
  /** The worst of its members. */
  readonly severity: string | null;
}

/** Checks with the same value; `ids` in the asked order. Without a grouping there is one group with a null value. */
export interface HealthGroup {
  readonly value: string | null;
  readonly aggregate: HealthAggregate;
  readonly ids: readonly string[];
  /** By value of the pivot's label; empty without a pivot. */
  readonly cells: Readonly<Record<string, HealthAggregate>>;
}

/** A tab with the checks that the other filters let through; tabs without any stay. */
export interface HealthTab extends HealthCounts {
  readonly value: string;
  /** What to call it: the value, or the name of the agent it is the id of, LOCAL_LABEL for the server itself. */
  readonly label: string;
}

/** Values of one label key among all checks, by text. */
export interface HealthLabel {
  readonly key: string;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** Collections of rows a list of checks is made of. */
export const healthTables = ['checks', 'canaries', 'agents'] as const;
/** Name of one of them. */
export type HealthTable = (typeof healthTables)[number];

/** What is told when something the list of checks is made of was written; null stands for any of the rows. */
export const healthChangeSchema = v.variant('tbl', [
  v.object({ tbl: v.picklist(healthTables), ids: v.nullable(v.array(v.string())) }),
  v.object({ tbl: v.picklist(['summary', 'runs', 'feeds']) }),
]);
/** One such message. */
export type HealthChange = v.InferOutput<typeof healthChangeSchema>;

/**
 * What came of asking for the server's summary. `fresh`: the one that is here is young enough. Refused `idle`: nothing is
 * asked for now (nobody looks, no network, no session), which the status of the device says; `failed`: the server did
 * not give one.
 */
export type HealthRefresh =
  | { readonly kind: 'pulled' | 'fresh' }
  | { readonly kind: 'refused'; readonly why: 'idle' | 'failed'; readonly reason: string };

/** What may be claimed of an answer: of which version it is, how whole, and how old (I23, I24). */
export interface HealthState extends Claim {
  readonly version: number;
  /** Server time of the newest summary; null when none was ever pulled. */
  readonly summaryAsOf: string | null;
}

/** Answer of a list of checks: ids and counts of everything, whole rows of the first. */
export interface HealthAnswer extends HealthState {
  /** Every check of this device. */
  readonly all: HealthCounts;
  /** Those that text, labels and tab let through, hidden passing ones included. */
  readonly filtered: HealthCounts;
  /** By their labels, `none` and `local` at their places; All is not among them. */
  readonly tabs: readonly HealthTab[];
  readonly labels: readonly HealthLabel[];
  readonly groups: readonly HealthGroup[];
  readonly pivotValues: readonly string[];
  readonly rows: readonly HealthRow[];
}

/** Aggregates as numbers and texts, each at its place. */
export interface PackedSums {
  readonly numbers: Float64Array;
  readonly severities: readonly (string | null)[];
  /** Last run and last transition of each. */
  readonly ran: readonly (string | null)[];
  readonly turned: readonly (string | null)[];
}

/** Groups as numbers and texts: ten thousand objects take a page longer to receive than to draw. */
export interface PackedGroups {
  readonly values: readonly (string | null)[];
  /** Ids of all groups, one after the other, and where those of each end. */
  readonly ids: readonly string[];
  readonly ends: Int32Array;
  readonly wholes: PackedSums;
  /** Null without a pivot; `ends` of the cells of each group, `at` the place of their value in `values`. */
  readonly cells: {
    readonly values: readonly string[];
    readonly at: Int32Array;
    readonly ends: Int32Array;
    readonly wholes: PackedSums;
  } | null;
}

/** An answer on its way from the worker to the page. */
export interface PackedHealthAnswer extends Omit<HealthAnswer, 'groups'> {
  readonly groups: PackedGroups;
}
