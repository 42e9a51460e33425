import * as v from 'valibot';
import type { JsonRow } from '../op.ts';

const maybe = v.fallback(v.optional(v.nullable(v.string())), undefined);

/** One run of a check inside a snapshot: a row of `check_statuses` without its key. */
export const frozenRunSchema = v.object({
  time: v.string(),
  status: v.fallback(v.nullable(v.boolean()), null),
  duration: v.fallback(v.nullable(v.number()), null),
  message: maybe,
  error: maybe,
});
/** One run of a check inside a snapshot. */
export type FrozenRun = v.InferOutput<typeof frozenRunSchema>;

/**
 * What the device knew of a thing when it became evidence, under `snapshot` of the payload and beside the keys of the wire
 * (reference api-endpoints-ops.md I). Other clients ignore it. Every field may be missing: an older client wrote none.
 */
export const snapshotSchema = v.object({
  /** Time of the device (RFC 3339) at which it was frozen. */
  at: v.string(),
  name: maybe,
  type: maybe,
  status: maybe,
  health: maybe,
  severity: maybe,
  reason: maybe,
  agent: maybe,
  since: maybe,
  summary: maybe,
  source: maybe,
  analyzer: maybe,
  message: maybe,
  change_type: maybe,
  created_at: maybe,
  diff: maybe,
  config_id: maybe,
  config_name: maybe,
  details: v.fallback(v.optional(v.record(v.string(), v.unknown())), undefined),
  runs: v.fallback(v.optional(v.array(frozenRunSchema)), undefined),
});
/** What the device knew of a thing when it became evidence. */
export type Snapshot = v.InferOutput<typeof snapshotSchema>;

/** One log line as evidence keeps it. */
export const logLineSchema = v.object({
  timestamp: v.fallback(v.string(), ''),
  message: v.fallback(v.string(), ''),
  labels: v.fallback(v.record(v.string(), v.unknown()), {}),
});
/** One log line as evidence keeps it. */
export type LogLine = v.InferOutput<typeof logLineSchema>;

/** The snapshot of a payload; null when it has none, or one nobody can read. */
export function snapshotOf(payload: JsonRow): Snapshot | null {
  const parsed = v.safeParse(snapshotSchema, payload['snapshot']);
  return parsed.success ? parsed.output : null;
}

/** A change and an insight have no name of their own and go by that of their catalog item. */
export function isOfConfig(type: string): boolean {
  return type === 'config_change' || type === 'config_analysis';
}

/**
 * What a payload calls the thing its evidence is about; null where it names none.
 */
export function nameInPayload(type: string, payload: JsonRow): string | null {
  const frozen = snapshotOf(payload);
  const names = isOfConfig(type) ? [frozen?.config_name] : [payload['configName'], frozen?.name];
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null;
}

/** Log lines of a payload: objects, or bare texts of other clients; what is neither is left out. */
export function logLinesOf(payload: JsonRow): readonly LogLine[] {
  return listOf(payload['lines']).flatMap((line) => {
    if (typeof line === 'string') return [{ timestamp: '', message: line, labels: {} }];
    const parsed = v.safeParse(logLineSchema, line);
    return parsed.success ? [parsed.output] : [];
  });
}

/** Places of the log lines that a person chose, among those around them; empty where the payload names none. */
export function selectedLogLines(payload: JsonRow): ReadonlySet<number> {
  const { selected } = payload;
  return new Set(Array.isArray(selected) ? selected.filter((at) => typeof at === 'number') : []);
}

/** Lines of a config with their numbers, those a person chose marked. */
export interface ConfigLine {
  readonly number: number;
  readonly text: string;
  readonly isSelected: boolean;
}

/**
 * Config lines of a payload, `{lines, selected_lines: {[at]: text}}`, with `at` counted from 0; a selection that only fits
 * counted from 1 is read so. A selection that fits neither way is shown by itself: the lines are of another version.
 */
export function configLinesOf(payload: JsonRow): readonly ConfigLine[] {
  const lines = listOf(payload['lines']).map((text) => (typeof text === 'string' ? text : ''));
  const selected = selectionOf(payload['selected_lines']);
  const first = [0, 1].find((base) => selected.every(([at, text]) => lines[at - base] === text));
  if (first === undefined) {
    return selected.map(([at, text]) => ({ number: at + 1, text, isSelected: true }));
  }
  const marked = new Set(selected.map(([at]) => at - first));
  return lines.map((text, at) => ({ number: at + 1, text, isSelected: marked.has(at) }));
}

/** Selected lines in their order. */
function selectionOf(value: unknown): readonly (readonly [number, string])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value)
    .map(([at, text]: [string, unknown]) => [Number(at), typeof text === 'string' ? text : ''] as const)
    .filter(([at]) => Number.isInteger(at) && at >= 0)
    .sort(([a], [b]) => a - b);
}

function listOf(lines: unknown): readonly unknown[] {
  if (Array.isArray(lines)) return lines;
  return typeof lines === 'string' ? lines.split('\n') : [];
}
