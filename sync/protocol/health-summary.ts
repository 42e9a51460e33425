import * as v from 'valibot';
import { maybeNumber, maybeText, text } from './fields.ts';
import type { JsonRow } from './op.ts';
import { own } from './own.ts';

const labels = v.nullish(v.record(v.string(), v.unknown()), null);

/**
 * One row of `checks_summary` as the server sends it (reference H1). Uptime and latency are over the last hour of runs,
 * or the single newest run (semantics 1.1); `p97` is never filled by the server of 2024, `agent_id` neither.
 */
export const summaryRowSchema = v.object({
  id: text,
  canary_id: maybeText,
  canary_name: maybeText,
  canary_namespace: maybeText,
  agent_id: maybeText,
  name: v.nullish(v.string(), ''),
  namespace: maybeText,
  type: maybeText,
  status: maybeText,
  description: maybeText,
  endpoint: maybeText,
  icon: maybeText,
  owner: maybeText,
  severity: maybeText,
  labels,
  uptime: v.nullish(
    v.object({ passed: maybeNumber, failed: maybeNumber, last_pass: maybeText, last_fail: maybeText }),
    null,
  ),
  latency: v.nullish(
    v.object({ p99: maybeNumber, p97: maybeNumber, p95: maybeNumber, p50: maybeNumber, avg: maybeNumber }),
    null,
  ),
  last_runtime: maybeText,
  last_transition_time: maybeText,
  silenced_at: maybeText,
});
/** One check of the server's summary. */
export type SummaryRow = v.InferOutput<typeof summaryRowSchema>;

const answerSchema = v.object({
  checks_summary: v.nullish(v.array(v.unknown()), null),
  checks: v.nullish(v.array(v.unknown()), null),
});

/** Rows of an answer, and how many of them did not fit their schema; null when it is no summary at all (D24). */
export function readSummaryAnswer(
  body: unknown,
): { readonly rows: readonly SummaryRow[]; readonly badRows: number } | null {
  const answer = v.safeParse(answerSchema, body);
  if (!answer.success) return null;
  const given = answer.output.checks_summary ?? answer.output.checks ?? [];
  const rows = given.flatMap((raw) => {
    const row = v.safeParse(summaryRowSchema, raw);
    return row.success ? [row.output] : [];
  });
  return { rows, badRows: given.length - rows.length };
}

/** When the checks of a canary run, as its spec says. */
export const scheduleRowSchema = v.object({ id: text, schedule: maybeText, interval: maybeText });
/** One line of the schedules. */
export type ScheduleRow = v.InferOutput<typeof scheduleRowSchema>;

/** Everything the server computes about health, as it is kept on this device under `health-summary`. */
export interface HealthSummary {
  readonly rows: readonly SummaryRow[];
  readonly schedules: readonly ScheduleRow[];
  /** Server time of the schedules, which are asked for less often; null where they never came. */
  readonly schedulesAsOf: string | null;
}

const textColumns = [
  'id',
  'canary_id',
  'canary_name',
  'canary_namespace',
  'agent_id',
  'name',
  'namespace',
  'type',
  'status',
  'description',
  'endpoint',
  'icon',
  'owner',
  'severity',
  'last_runtime',
  'last_transition_time',
  'silenced_at',
] as const satisfies readonly (keyof SummaryRow)[];
const uptimeColumns = ['passed', 'failed', 'last_pass', 'last_fail'] as const;
const latencyColumns = ['p99', 'p97', 'p95', 'p50', 'avg'] as const;

/** A column as a list of its distinct values and places in it: names repeat, and ten thousand rows are read at a start. */
interface Column {
  readonly values: readonly unknown[];
  readonly at: readonly number[];
}

function columnOf(cells: readonly unknown[]): Column {
  const places = new Map<unknown, number>();
  const values: unknown[] = [];
  const at = cells.map((cell) => {
    const value = cell ?? null;
    const key = typeof value === 'object' ? `\u0000${JSON.stringify(value)}` : value;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, values.length);
    values.push(value);
    return values.length - 1;
  });
  return { values, at };
}

const isIndex = (value: unknown): boolean => Number.isInteger(value);
const columnSchema = v.object({
  values: v.array(v.unknown()),
  at: v.custom<readonly number[]>((value) => Array.isArray(value) && value.every(isIndex)),
});
const storedSchema = v.object({
  v: v.literal(1),
  count: v.number(),
  columns: v.record(v.string(), columnSchema),
  schedules: v.array(scheduleRowSchema),
  schedulesAsOf: v.nullable(v.string()),
});

/** The summary as JSON text for the cache. */
export function packSummary({ rows, schedules, schedulesAsOf }: HealthSummary): string {
  const columns: Record<string, Column> = {};
  for (const name of textColumns) columns[name] = columnOf(rows.map((row) => row[name]));
  for (const name of uptimeColumns) columns[name] = columnOf(rows.map(({ uptime }) => uptime?.[name]));
  for (const name of latencyColumns) columns[name] = columnOf(rows.map(({ latency }) => latency?.[name]));
  columns['labels'] = columnOf(rows.map((row) => row.labels));
  columns['hasUptime'] = columnOf(rows.map(({ uptime }) => uptime !== null));
  columns['hasLatency'] = columnOf(rows.map(({ latency }) => latency !== null));
  return JSON.stringify({ v: 1, count: rows.length, columns, schedules, schedulesAsOf });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A damaged body reads as none (I23: nothing is claimed of it); the next pull writes it again.
    return null;
  }
}

/** The summary of a cached text; null when it is damaged or of another version, which reads as never pulled. */
export function unpackSummary(text: string): HealthSummary | null {
  const stored = v.safeParse(storedSchema, parsed(text));
  if (!stored.success) return null;
  const { columns, count, schedules, schedulesAsOf } = stored.output;
  const cell = (name: string, at: number): unknown => {
    const column = own(columns, name);
    return column?.values[column.at[at] ?? -1] ?? null;
  };
  const textCell = (name: string, at: number): string | null => {
    const value = cell(name, at);
    return typeof value === 'string' ? value : null;
  };
  const numberCell = (name: string, at: number): number | null => {
    const value = cell(name, at);
    return typeof value === 'number' ? value : null;
  };
  const rows: SummaryRow[] = [];
  for (let at = 0; at < count; at += 1) {
    const id = textCell('id', at);
    if (id === null) return null;
    const labelCell = cell('labels', at);
    rows.push({
      id,
      canary_id: textCell('canary_id', at),
      canary_name: textCell('canary_name', at),
      canary_namespace: textCell('canary_namespace', at),
      agent_id: textCell('agent_id', at),
      name: textCell('name', at) ?? '',
      namespace: textCell('namespace', at),
      type: textCell('type', at),
      status: textCell('status', at),
      description: textCell('description', at),
      endpoint: textCell('endpoint', at),
      icon: textCell('icon', at),
      owner: textCell('owner', at),
      severity: textCell('severity', at),
      labels: typeof labelCell === 'object' ? (labelCell as JsonRow | null) : null, // values are judged where they are shown
      uptime:
        cell('hasUptime', at) === true
          ? {
              passed: numberCell('passed', at),
              failed: numberCell('failed', at),
              last_pass: textCell('last_pass', at),
              last_fail: textCell('last_fail', at),
            }
          : null,
      latency:
        cell('hasLatency', at) === true
          ? {
              p99: numberCell('p99', at),
              p97: numberCell('p97', at),
              p95: numberCell('p95', at),
              p50: numberCell('p50', at),
              avg: numberCell('avg', at),
            }
          : null,
      last_runtime: textCell('last_runtime', at),
      last_transition_time: textCell('last_transition_time', at),
      silenced_at: textCell('silenced_at', at),
    });
  }
  return { rows, schedules, schedulesAsOf };
}
