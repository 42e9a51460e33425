import type { LogLine, LogValue } from '#workers/contracts/diagnostics.ts';
import type { LogEntry } from './log.ts';

/** Ids, codes, names of tables, methods and paths; no spaces, so no sentence and no value of a row. */
const CODE = /^[\w.:/~-]{1,80}$/u;
const LEFT_OUT = '(text)';

function redacted(value: unknown): LogValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' && CODE.test(value) ? value : LEFT_OUT;
}

/** Kept events as they may be shown and exported: messages of unknown origin could quote what a server sent (D22). */
export function logLines(entries: readonly LogEntry[]): readonly LogLine[] {
  return entries.map(({ atMs, level, code, fields }) => ({
    at: atMs,
    level,
    code,
    fields: Object.fromEntries(Object.entries(fields ?? {}).map(([name, value]) => [name, redacted(value)])),
  }));
}
