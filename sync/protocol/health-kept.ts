import { deviceClaim } from './claim.ts';
import * as v from 'valibot';
import { readKeptList } from './kept-list.ts';
import { healthColumns } from './health.ts';
import type { HealthAnswer, HealthCounts, HealthDimension, HealthQuery } from './health.ts';

/* The list as it was answered last, so that the next start has something to show before the worker is up. */

const MINUTE_MS = 60_000;

const count = v.number();
const maybeText = v.nullable(v.string());
const maybeNumber = v.nullable(v.number());
/** How many of those that are fresh stay so until which minute. */
const fresh = v.array(v.tuple([v.number(), count]));
const counts = { total: count, passing: count, failing: count, unknown: count, stale: count };
const countsSchema = v.object({ ...counts, fresh });
const latency = v.nullable(
  v.object({ p99: maybeNumber, p97: maybeNumber, p95: maybeNumber, p50: maybeNumber, avg: maybeNumber }),
);
const aggregate = v.object({
  ...counts,
  fresh,
  health: v.picklist(['good', 'mixed', 'bad', 'unknown']),
  uptime: v.nullable(v.object({ passed: count, failed: count })),
  latency,
  lastRuntime: maybeText,
  lastTransition: maybeText,
  severity: maybeText,
});
const row = v.object({
  id: v.string(),
  canaryId: maybeText,
  canaryName: maybeText,
  namespace: maybeText,
  name: v.string(),
  type: maybeText,
  description: maybeText,
  endpoint: maybeText,
  icon: maybeText,
  owner: maybeText,
  severity: maybeText,
  status: maybeText,
  labels: v.record(v.string(), v.string()),
  agentId: maybeText,
  agentName: maybeText,
  uptime: v.nullable(v.object({ passed: count, failed: count, lastPass: maybeText, lastFail: maybeText })),
  latency,
  lastRuntime: maybeText,
  lastTransition: maybeText,
  silencedAt: maybeText,
  intervalMs: maybeNumber,
  statusAsOf: maybeText,
  summaryAsOf: maybeText,
  isComputed: v.boolean(),
  ranAtMs: maybeNumber,
  agentSilentSince: maybeText,
  isCanaryAwaited: v.optional(v.literal(true)),
});

const keptSchema = v.object({
  v: v.literal(2),
  question: v.string(),
  state: v.picklist(['never', 'partial', 'complete', 'forbidden', 'skew']),
  asOf: maybeText,
  summaryAsOf: maybeText,
  all: countsSchema,
  filtered: countsSchema,
  tabs: v.array(v.object({ ...counts, value: v.string(), label: v.string() })),
  labels: v.array(v.object({ key: v.string(), values: v.array(v.object({ value: v.string(), count })) })),
  groups: v.array(v.object({ value: maybeText, aggregate, ids: v.array(v.string()) })),
  rows: v.array(row),
});

/** An answer as it is kept: what one screen of it shows, with how long its counts hold. */
export type KeptHealth = v.InferOutput<typeof keptSchema>;
/** Minutes and how many checks are fresh until then. */
export type KeptFresh = v.InferOutput<typeof fresh>;

/** What makes two questions the same, whenever they are asked. */
export function keptQuestion(query: HealthQuery): string {
  const { text, tabBy, tab, groupBy, labels, hidePassing, sort, limit } = query;
  const pairs = (list: HealthQuery['labels']['include']): unknown =>
    list.map(({ key, value }) => [key, value]);
  return JSON.stringify([
    text,
    placeOf(tabBy),
    tab,
    groupBy && placeOf(groupBy),
    pairs(labels.include),
    pairs(labels.exclude),
    hidePassing,
    sort && [sort.column, sort.descending],
    // Counts of what is stale hold by this limit only.
    [limit.missedRuns, limit.leastMs],
  ]);
}

function placeOf(by: HealthDimension): readonly [number, string] {
  return by.kind === 'label' ? [-1, by.key] : [healthColumns.indexOf(by.column), ''];
}

/** The minute a status is fresh until: in the next one it is stale. */
export function freshMinute(freshUntilMs: number): number {
  return Math.floor(freshUntilMs / MINUTE_MS);
}

/** Counts at a later minute: what was fresh is so no longer than it was said to be. */
function aged<T extends HealthCounts & { readonly fresh: KeptFresh }>(
  { fresh: until, ...kept }: T,
  nowMs: number,
): Omit<T, 'fresh'> {
  const over = until.reduce((sum, [minute, checks]) => (nowMs / MINUTE_MS > minute ? sum + checks : sum), 0);
  return { ...kept, stale: kept.stale + over };
}

/** What was kept, if it can be read and answers this question; `nowMs` is a round minute, as in a question. */
export function readKept(text: string, question: string): KeptHealth | null {
  return readKeptList(keptSchema, text, question);
}

/** The kept answer as of a minute. */
export function keptAnswer(kept: KeptHealth, nowMs: number): HealthAnswer {
  const { state, asOf, summaryAsOf, tabs, labels, rows } = kept;
  return {
    // Of no state that a worker tells.
    version: 0,
    ...deviceClaim(state, asOf),
    summaryAsOf,
    all: aged(kept.all, nowMs),
    filtered: aged(kept.filtered, nowMs),
    tabs,
    labels,
    groups: kept.groups.map(({ value, aggregate: whole, ids }) => ({
      value,
      ids,
      aggregate: aged(whole, nowMs),
      cells: {},
    })),
    pivotValues: [],
    rows,
  };
}
