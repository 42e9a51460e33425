import type { LogLine } from '#sync/protocol/log.ts';
import { own } from '#sync/protocol/own.ts';
import { withoutAnsi } from '#src/lib/ansi.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SPELLINGS: Readonly<Record<string, LogLevel>> = {
  fatal: 'fatal',
  panic: 'fatal',
  emerg: 'fatal',
  emergency: 'fatal',
  alert: 'fatal',
  critical: 'fatal',
  crit: 'fatal',
  error: 'error',
  err: 'error',
  severe: 'error',
  warning: 'warn',
  warn: 'warn',
  notice: 'info',
  information: 'info',
  info: 'info',
  debug: 'debug',
  fine: 'debug',
  verbose: 'trace',
  trace: 'trace',
};

/** Labels that say the level. */
export const LEVEL_LABELS = ['level', 'severity', 'lvl', 'loglevel', 'log_level', 'detected_level'];
/** Where a line that has no label says its level: among its first words, in capitals or as `level=…`. */
const IN_TEXT =
  /(?:\b|_)(?:(FATAL|PANIC|EMERG|ALERT|CRITICAL|CRIT|ERROR|ERR|SEVERE|WARNING|WARN|NOTICE|INFO|DEBUG|TRACE)\b|(?:level|severity|lvl)["']?\s*[=:]\s*["']?(\w+))/u;
const FIRST_CHARS = 160;

/** The level of a line by its labels, else by its first words; null where it says none. */
export function levelOf({ message, labels }: LogLine): LogLevel | null {
  for (const name of LEVEL_LABELS) {
    const found = own(SPELLINGS, (own(labels, name) ?? '').toLowerCase());
    if (found !== undefined) return found;
  }
  const [, capitals, pair] = IN_TEXT.exec(withoutAnsi(message.slice(0, FIRST_CHARS))) ?? [];
  return own(SPELLINGS, (capitals ?? pair ?? '').toLowerCase()) ?? null;
}
