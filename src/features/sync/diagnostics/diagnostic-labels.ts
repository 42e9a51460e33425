import { own } from '#sync/protocol/own.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import type { Coverage } from '#sync/protocol/stored.ts';
import { isTableName } from '#sync/protocol/table.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { Completeness } from '#sync/protocol/claim.ts';
import { formatDuration } from '#src/lib/durations.ts';

/** Clocks closer than this count as the same: an answer is on its way for that long. */
const SAME_CLOCK_MS = 2000;

/** How this device's clock stands to the server's, in a sentence. */
export function skewWords(skewMs: number | null): string {
  if (skewMs === null) return 'Not compared with the server yet';
  if (Math.abs(skewMs) < SAME_CLOCK_MS) return 'Agrees with the server';
  const by = roughly(Math.abs(skewMs));
  return skewMs > 0 ? `${by} behind the server` : `${by} ahead of the server`;
}

/** "in 12s", "now", or that the group rests. */
export function dueWords(dueAt: number | null, nowMs: number, isResting: boolean): string {
  if (isResting) return 'resting';
  if (dueAt === null) return 'paused';
  return dueAt - nowMs < 1000 ? 'now' : `in ${roughly(dueAt - nowMs)}`;
}

/** A duration in its largest two units at most, seconds and up: "1m 30s", "3h 2m". */
export function roughly(durationMs: number): string {
  const whole = Math.max(1000, Math.round(durationMs / 1000) * 1000);
  return formatDuration(whole).split(' ').slice(0, 2).join(' ');
}

const STATUS_WORDS: Readonly<Record<Completeness, string>> = {
  never: 'Not on this device',
  partial: 'Downloading',
  complete: 'All of it',
  forbidden: 'Not for your role',
  skew: 'Other version of the server',
};

/** What is kept of a collection by design: all of it, a window, or what somebody opened. */
export type KeptPart =
  | { readonly is: 'all' }
  | { readonly is: 'window' }
  | { readonly is: 'opened' }
  /** What is not finished, whatever its age, and the rest of so many days. */
  | { readonly is: 'unfinished'; readonly windowMs: number };

/** What the engine keeps of a collection (D13); unknown names are kept whole. */
export function keptPart(tbl: string): KeptPart {
  if (isTableName(tbl)) {
    const { feed } = tables[tbl];
    return feed.kind === 'active' ? { is: 'unfinished', windowMs: feed.windowMs } : { is: 'all' };
  }
  const feed = Object.values(packedSpecs).find(({ name }) => name === tbl)?.feed;
  if (feed?.kind === 'open') return { is: 'unfinished', windowMs: feed.windowMs };
  if (feed?.kind === 'window' || feed?.kind === 'opened') return { is: feed.kind };
  return { is: 'all' };
}

/** How much of a collection is here; only what is complete may be called all of it (I23). */
export function coverageWords(
  part: KeptPart,
  status: Completeness,
  windows: readonly Coverage[],
  nowMs: number,
): string {
  if (part.is === 'opened') return openedWords(status, windows.length);
  if (status !== 'complete') return STATUS_WORDS[status];
  if (part.is === 'all') return STATUS_WORDS.complete;
  if (part.is === 'unfinished') return `Unfinished ones, and the last ${daysWords(part.windowMs)}`;
  const whole = windows.find(({ scopeKey }) => scopeKey === '');
  if (whole === undefined) return 'A part of it';
  if (whole.from === null) return whole.complete ? STATUS_WORDS.complete : 'The newest part';
  const span = `Last ${daysWords(nowMs - Date.parse(whole.from))}`;
  return whole.complete ? span : `${span}, as far as there was room`;
}

function openedWords(status: Completeness, count: number): string {
  if (status === 'forbidden' || status === 'skew') return STATUS_WORDS[status];
  if (count === 0) return 'Downloaded when opened';
  return count === 1 ? 'Of 1 item that was opened' : `Of ${count} items that were opened`;
}

function daysWords(spanMs: number): string {
  const days = Math.max(1, Math.round(spanMs / 86_400_000));
  return days === 1 ? 'day' : `${days} days`;
}

/** Name of a compression as the header said it. */
export function encodingWords(encoding: string | null): string {
  if (encoding === null) return 'not seen';
  return encoding === 'none' ? 'none' : encoding;
}

const REACH_WORDS: Readonly<Record<string, string>> = {
  unknown: 'Not asked yet',
  up: 'Answers',
  suspect: 'Missed one request',
  down: 'Does not answer',
  recovering: 'Answers again, being checked',
};

const SESSION_WORDS: Readonly<Record<string, string>> = {
  unknown: 'Not asked yet',
  ok: 'Signed in',
  doubt: 'In doubt, being checked',
  'signed-out': 'Signed out',
  'other-user': 'Somebody else is signed in',
};

const ATTENTION_WORDS: Readonly<Record<string, string>> = {
  focused: 'Fast: an incident is open',
  visible: 'Normal',
  idle: 'Slower: nobody was active here',
  hidden: 'Incidents only: no tab is visible',
  asleep: 'Resting: hidden for long',
  constrained: 'Sparing: the connection is metered',
};

/** Words of the leader; a newer version of the app may say others. */
export function leaderWords(kind: 'reach' | 'session' | 'attention', said: string | undefined): string {
  if (said === undefined) return 'Not known in this tab';
  const words = { reach: REACH_WORDS, session: SESSION_WORDS, attention: ATTENTION_WORDS }[kind];
  return own(words, said) ?? said;
}
