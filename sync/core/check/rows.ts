import type { HealthRow, Latency, Uptime } from '../../protocol/health.ts';
import type { HealthSummary, SummaryRow } from '../../protocol/health-summary.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { scheduleMs } from './schedule.ts';
import { silentSince } from './freshness.ts';
import type { RunSummary } from './summary.ts';
import { textAt } from '../outbox/json.ts';
import { compareServerTime, serverTimeToMs } from '../pull/server-time.ts';

/** The agent that stands for the server itself (spec, section 3). */
const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000';

/** A summary of this device or of the server with the server time it is true of. */
export interface Dated<T> {
  readonly value: T;
  readonly asOf: string | null;
}

/** Rows of a collection and the server time of its last pull. */
export interface DatedRows {
  readonly rows: readonly JsonRow[];
  readonly asOf: string | null;
}

/** Everything a device knows about checks. */
export interface HealthSources {
  /** `isWhole`: every check of that moment is among them. */
  readonly checks: DatedRows & { readonly isWhole: boolean };
  /** `isAwaited`: their first pull has not come to its end, so one that is not among them may still come. */
  readonly canaries: DatedRows & { readonly isAwaited?: boolean };
  readonly agents: DatedRows;
  /** The newest summary of the server. */
  readonly summary: Dated<HealthSummary> | null;
  /** What was computed here of the runs this device has, by check. */
  readonly computed: ReadonlyMap<string, Dated<RunSummary>>;
}

const isNewer = (a: string | null, b: string | null): boolean => compareServerTime(a, b) > 0;

const plainLabels = new WeakMap<object, Readonly<Record<string, string>>>();

/** Labels as texts; what is none is shown as JSON. Equal objects of many rows are read once. */
function labelsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  const known = plainLabels.get(value);
  if (known !== undefined) return known;
  const labels = Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null && item !== undefined)
      .map(([key, item]: [string, unknown]) => [key, typeof item === 'string' ? item : JSON.stringify(item)]),
  );
  plainLabels.set(value, labels);
  return labels;
}

function uptimeOf({ uptime }: SummaryRow): Uptime | null {
  if (uptime === null) return null;
  return {
    passed: uptime.passed ?? 0,
    failed: uptime.failed ?? 0,
    lastPass: uptime.last_pass,
    lastFail: uptime.last_fail,
  };
}

function latencyOf({ latency }: SummaryRow): Latency | null {
  if (latency === null) return null;
  const { p99, p97, p95, p50, avg } = latency;
  return { p99, p97, p95, p50, avg };
}

interface Numbers {
  readonly uptime: Uptime | null;
  readonly latency: Latency | null;
  readonly lastRuntime: string | null;
  readonly summaryAsOf: string | null;
  readonly isComputed: boolean;
}

const noNumbers: Numbers = {
  uptime: null,
  latency: null,
  lastRuntime: null,
  summaryAsOf: null,
  isComputed: false,
};

/** The server's numbers, or those computed here where they are of a later moment. */
function numbersOf(
  server: SummaryRow | undefined,
  serverAsOf: string | null,
  computed: Dated<RunSummary> | undefined,
): Numbers {
  const known: Numbers =
    server === undefined
      ? noNumbers
      : {
          uptime: uptimeOf(server),
          latency: latencyOf(server),
          lastRuntime: server.last_runtime,
          summaryAsOf: serverAsOf,
          isComputed: false,
        };
  if (computed === undefined || !isNewer(computed.asOf, known.summaryAsOf)) return known;
  const { uptime, latency, lastRun } = computed.value;
  const ran = lastRun?.time ?? null;
  return {
    uptime,
    latency,
    lastRuntime: isNewer(ran, known.lastRuntime) ? ran : known.lastRuntime,
    summaryAsOf: computed.asOf,
    isComputed: true,
  };
}

interface Known {
  readonly status: string | null;
  readonly lastTransition: string | null;
  readonly asOf: string | null;
}

/** The newest word on the status: the row, the server's summary, or the last run this device has seen. */
function statusOf(
  row: Dated<JsonRow> | null,
  summary: Dated<SummaryRow> | null,
  computed: Dated<RunSummary> | undefined,
  isOfRow: boolean,
): Known {
  const { value = null, asOf = null } = (isOfRow ? row : (summary ?? row)) ?? {};
  const newest: Known = {
    status: textAt(value, 'status'),
    lastTransition: textAt(value, 'last_transition_time'),
    asOf,
  };
  const lastRun = computed?.value.lastRun;
  if (computed === undefined || !lastRun || lastRun.status === null) return newest;
  if (!isNewer(computed.asOf, newest.asOf)) return newest;
  const status = lastRun.status ? 'healthy' : 'unhealthy';
  // When it turned is not told by a run alone: the time is that of the run that showed it.
  return {
    status,
    lastTransition: status === newest.status ? newest.lastTransition : lastRun.time,
    asOf: computed.asOf,
  };
}

interface Lookups {
  readonly canaries: ReadonlyMap<string, JsonRow>;
  readonly agents: ReadonlyMap<string, JsonRow>;
  readonly agentsAsOf: string | null;
  readonly areCanariesAwaited: boolean;
  readonly intervals: ReadonlyMap<string, number | null>;
  /** Compared once: it is the same for every check. */
  readonly isSummaryNewer: boolean;
}

const byId = (rows: readonly JsonRow[]): ReadonlyMap<string, JsonRow> =>
  new Map(rows.map((row) => [textAt(row, 'id') ?? '', row]));

const overlaid = new WeakMap<object, WeakMap<object, Readonly<Record<string, string>>>>();

/** Labels of the check over those of its canary; equal pairs share one object. */
function mergedLabels(canary: unknown, check: unknown): Readonly<Record<string, string>> {
  if (typeof canary !== 'object' || canary === null) return labelsOf(check);
  if (typeof check !== 'object' || check === null) return labelsOf(canary);
  const known = overlaid.get(canary)?.get(check);
  if (known !== undefined) return known;
  const merged = { ...labelsOf(canary), ...labelsOf(check) };
  const ofCanary = overlaid.get(canary) ?? new WeakMap<object, Readonly<Record<string, string>>>();
  overlaid.set(canary, ofCanary.set(check, merged));
  return merged;
}

interface Agent {
  readonly id: string | null;
  readonly name: string | null;
  readonly silentSince: string | null;
}

function agentOf(agentId: string | null, { agents, agentsAsOf }: Lookups): Agent {
  if (agentId === null || agentId === LOCAL_AGENT) return { id: null, name: null, silentSince: null };
  const row = agents.get(agentId);
  if (row === undefined) return { id: agentId, name: agentId, silentSince: null };
  const heard = { lastSeen: textAt(row, 'last_seen'), lastReceived: textAt(row, 'last_received') };
  return {
    id: agentId,
    name: textAt(row, 'name') ?? agentId,
    silentSince: silentSince(heard, agentsAsOf),
  };
}

/** Facts of a check: of its row where it is the newer word, else of the summary. */
function rowOf(
  id: string,
  row: Dated<JsonRow> | null,
  summary: Dated<SummaryRow> | null,
  computed: Dated<RunSummary> | undefined,
  lookups: Lookups,
): HealthRow {
  const isOfRow = row !== null && (summary === null || !lookups.isSummaryNewer);
  const facts: JsonRow = isOfRow ? row.value : (summary?.value ?? row?.value ?? {});
  const fallback: JsonRow = row?.value ?? {};
  const canaryId = textAt(facts, 'canary_id') ?? textAt(fallback, 'canary_id');
  const canary = canaryId === null ? undefined : lookups.canaries.get(canaryId);
  const agent = agentOf(textAt(fallback, 'agent_id') ?? textAt(facts, 'agent_id'), lookups);
  const { status, lastTransition, asOf } = statusOf(row, summary, computed, isOfRow);
  const numbers = numbersOf(summary?.value, summary?.asOf ?? null, computed);
  const intervalMs = canaryId === null ? null : (lookups.intervals.get(canaryId) ?? null);
  return {
    id,
    canaryId,
    canaryName: (canary && textAt(canary, 'name')) ?? summary?.value.canary_name ?? null,
    namespace:
      textAt(facts, 'namespace') ??
      (canary && textAt(canary, 'namespace')) ??
      summary?.value.canary_namespace ??
      null,
    name: textAt(facts, 'name') ?? '',
    type: textAt(facts, 'type'),
    description: textAt(facts, 'description'),
    endpoint: summary?.value.endpoint ?? null,
    icon: textAt(facts, 'icon'),
    owner: textAt(facts, 'owner'),
    severity: textAt(facts, 'severity'),
    status,
    labels: isOfRow ? mergedLabels(canary?.['labels'], facts['labels']) : labelsOf(facts['labels']),
    agentId: agent.id,
    agentName: agent.name,
    ...numbers,
    lastTransition,
    silencedAt: textAt(facts, 'silenced_at'),
    intervalMs,
    statusAsOf: asOf,
    ranAtMs: serverTimeToMs(numbers.lastRuntime),
    agentSilentSince: agent.silentSince,
    // The summary has the names and labels of the canary in it; a row does not.
    ...(isOfRow && lookups.areCanariesAwaited && canaryId !== null && canary === undefined
      ? { isCanaryAwaited: true }
      : {}),
  };
}

/**
 * All checks of this device as the lists show them. Of every fact the newest word counts: that of the row, of the
 * server's summary, or of the runs this device has. A check that only the summary has is shown unless the rows are
 * whole and newer; one that only the rows have has no numbers yet.
 */
export function healthRowsOf(sources: HealthSources): readonly HealthRow[] {
  const { checks, canaries, agents, summary, computed } = sources;
  const summaryRows = new Map((summary?.value.rows ?? []).map((row) => [row.id, row]));
  const lookups: Lookups = {
    canaries: byId(canaries.rows),
    areCanariesAwaited: canaries.isAwaited === true,
    agents: byId(agents.rows),
    agentsAsOf: agents.asOf,
    isSummaryNewer: isNewer(summary?.asOf ?? null, checks.asOf),
    intervals: new Map((summary?.value.schedules ?? []).map((each) => [each.id, scheduleMs(each)])),
  };
  const summaryAsOf = summary?.asOf ?? null;
  const dated = (id: string): Dated<SummaryRow> | null => {
    const value = summaryRows.get(id);
    return value === undefined ? null : { value, asOf: summaryAsOf };
  };
  const rows: HealthRow[] = [];
  const known = new Set<string>();
  for (const value of checks.rows) {
    const id = textAt(value, 'id');
    if (id === null) continue;
    known.add(id);
    rows.push(rowOf(id, { value, asOf: checks.asOf }, dated(id), computed.get(id), lookups));
  }
  if (checks.isWhole && !lookups.isSummaryNewer) return rows;
  for (const id of summaryRows.keys()) {
    if (!known.has(id)) rows.push(rowOf(id, null, dated(id), computed.get(id), lookups));
  }
  return rows;
}
