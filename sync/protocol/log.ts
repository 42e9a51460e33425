import * as v from 'valibot';
import type { SyncErrorInfo } from '../errors.ts';
import { hasPemEdge, withoutSecrets, withoutSecretValue } from './secrets/texts.ts';

/*
 * Lines of logs (server.md, `POST /logs`): asked for by component, selector, query and range, answered newest first and page
 * by page. They are never pulled; what was read is kept in segments of some hundred lines (entities.md 3).
 */

const text = v.pipe(v.string(), v.maxLength(4_000));

const questionSchema = v.strictObject({
  componentId: v.pipe(v.string(), v.uuid()),
  /** Empty: the first of the component's. */
  selector: text,
  query: text,
  /** How far back from now, as the server spells it (`15m`, `2d`, `1mo`). */
  start: v.pipe(v.string(), v.regex(/^\d{1,6}[a-z]{1,2}$/u)),
});
/** What lines are asked for. */
export type LogQuestion = v.InferOutput<typeof questionSchema>;

/** Reads a question from outside; throws what valibot throws where it is none. */
export function parseLogQuestion(asked: unknown): LogQuestion {
  return v.parse(questionSchema, asked);
}

/** Text that is the same for one question and for no other. */
export function logKey({ componentId, selector, query, start }: LogQuestion): string {
  return JSON.stringify([componentId, selector, query, start]);
}

const labelsSchema = v.record(v.string(), v.string());
/** Labels of a line. */
export type LogLabels = v.InferOutput<typeof labelsSchema>;

/** One line as a person sees it. */
export interface LogLine {
  /** Milliseconds since 1970; null where the server named no time that can be read. */
  readonly at: number | null;
  readonly message: string;
  readonly labels: LogLabels;
}

/**
 * Lines as one text and lists of numbers, newest first: a hundred thousand of them cost little more than their characters,
 * in memory, on the way from the worker and on the disk. `ends` has where each message ends in `text`, `labelsOf` which of
 * `labels` it has.
 */
export interface PackedLines {
  readonly text: string;
  readonly ends: readonly number[];
  readonly times: readonly (number | null)[];
  readonly labels: readonly LogLabels[];
  readonly labelsOf: readonly number[];
}

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const packedSchema = v.pipe(
  v.object({
    text: v.string(),
    ends: v.array(whole),
    times: v.array(v.nullable(v.number())),
    labels: v.array(labelsSchema),
    labelsOf: v.array(whole),
  }),
  v.check(({ text: all, ends, times, labels, labelsOf }) => {
    const isLong = ends.length === times.length && ends.length === labelsOf.length;
    const isRising = ends.every((end, at) => end >= (ends[at - 1] ?? 0)) && (ends.at(-1) ?? 0) === all.length;
    return isLong && isRising && labelsOf.every((at) => at < labels.length);
  }),
);

/** Reads lines from the disk; undefined where they cannot be read. */
export function parsePackedLines(raw: unknown): PackedLines | undefined {
  const parsed = v.safeParse(packedSchema, raw);
  return parsed.success ? parsed.output : undefined;
}

/** Packs lines; equal labels are kept once. */
export function packLines(lines: Iterable<LogLine>): PackedLines {
  const texts: string[] = [];
  const ends: number[] = [];
  const times: (number | null)[] = [];
  const labels: LogLabels[] = [];
  const labelsOf: number[] = [];
  const known = new Map<string, number>();
  let end = 0;
  for (const { at, message, labels: own } of lines) {
    texts.push(message);
    end += message.length;
    ends.push(end);
    times.push(at);
    const key = JSON.stringify(own);
    const place = known.get(key) ?? labels.push(own) - 1;
    known.set(key, place);
    labelsOf.push(place);
  }
  return { text: texts.join(''), ends, times, labels, labelsOf };
}

const NO_LABELS: LogLabels = Object.freeze({});

/** One of the lines; a place that is none is an empty line. */
export function lineAt({ text: all, ends, times, labels, labelsOf }: PackedLines, at: number): LogLine {
  return {
    at: times[at] ?? null,
    message: all.slice(at === 0 ? 0 : ends[at - 1], ends[at]),
    labels: labels[labelsOf[at] ?? -1] ?? NO_LABELS,
  };
}

/** All of the lines, one after the other. */
export function* linesOf(packed: PackedLines): Generator<LogLine> {
  for (let at = 0; at < packed.ends.length; at += 1) yield lineAt(packed, at);
}

/** One page of lines, and what names the page after it: null where the server names none. */
export interface LogPage {
  readonly lines: PackedLines;
  readonly next: string | null;
  /** Server time (ISO) of the answer. */
  readonly asOf: string | null;
  /** Lines of the answer that could not be read. */
  readonly unread: number;
}

/** What came of asking for a page. `unknown-selector`: the component has no selector of that name. */
export type LogPart =
  | { readonly is: 'found'; readonly page: LogPage }
  | { readonly is: 'forbidden' }
  | { readonly is: 'unknown-selector' }
  | { readonly is: 'not-here'; readonly reason: string }
  | { readonly is: 'failed'; readonly error: SyncErrorInfo };

const segmentSchema = v.object({
  id: v.string(),
  count: whole,
  /** The page after it, where it is known; null at the end of what the server has, and where nobody knows. */
  next: v.nullable(v.string()),
  /** Whether the segment after it follows without a gap, or nothing does. */
  isJoined: v.boolean(),
});
/** A stretch of lines that is kept as one record. */
export type LogSegment = v.InferOutput<typeof segmentSchema>;

/** A segment that is to be kept. */
export interface NewSegment {
  readonly id: string;
  readonly lines: PackedLines;
}

const headSchema = v.object({
  question: questionSchema,
  /** Name of the component, for people. */
  name: v.string(),
  /** Server time (ISO) of the newest answer. */
  asOf: v.nullable(v.string()),
  /** Newest first. */
  segments: v.array(segmentSchema),
});
/** What is kept of one question, without the lines. */
export type LogHead = v.InferOutput<typeof headSchema>;

/** Reads what is kept of a question; undefined where it cannot be read. */
export function parseLogHead(raw: unknown): LogHead | undefined {
  const parsed = v.safeParse(headSchema, raw);
  return parsed.success ? parsed.output : undefined;
}

/** A head from the page, which is refused where it is none. */
export const checkLogHead = (raw: unknown): LogHead => v.parse(headSchema, raw);
/** Lines from the page, which are refused where they are none. */
export const checkPackedLines = (raw: unknown): PackedLines => v.parse(packedSchema, raw);

/** True for a question that may be kept; a person may have searched for a password. */
export function bearsNoSecret({ selector, query }: LogQuestion): boolean {
  return [selector, query].every((each) => withoutSecrets(each) === each);
}

/** Lines as they may be kept; the same object where nothing in them looks like a secret. */
export function keepable(packed: PackedLines): PackedLines {
  // Each message by itself: the end of one and the beginning of the next make no word together.
  const lines = [...linesOf(packed)];
  const isAmongPem = lines.some(({ message }) => hasPemEdge(message));
  const kept = lines.map((line) => ({ ...line, message: withoutSecrets(line.message, isAmongPem) }));
  const labels = packed.labels.map((each) =>
    Object.fromEntries(
      Object.entries(each).map(([key, value]): [string, string] => [key, withoutSecretValue(key, value)]),
    ),
  );
  const isClean =
    kept.every(({ message }, at) => message === lines[at]?.message) &&
    labels.every((each, at) => JSON.stringify(each) === JSON.stringify(packed.labels[at]));
  if (isClean) return packed;
  return packLines(
    kept.map((line, at) => ({ ...line, labels: labels[packed.labelsOf[at] ?? -1] ?? NO_LABELS })),
  );
}
