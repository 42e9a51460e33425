import * as v from 'valibot';
import type { JsonRow } from '../op.ts';

/** An id, or any other text without which an effect is none. */
export const id = v.pipe(v.string(), v.nonEmpty());

/** Time during which a prepared effect that runs something may be sent (ux 4.6, 6.6; it stands above the ten minutes of D8). */
export const RUN_TTL_MS = 15 * 60_000;
/** The same for effects whose moment does not matter, such as an invitation (ux 4.6). */
export const SLOW_TTL_MS = 24 * 3_600_000;

/** What came of the one request of an effect. `nothing`: the server certainly did not act. */
export type EffectAnswer =
  | { readonly is: 'done'; readonly result: JsonRow | null }
  /** `result`: what the server said about it, for the page that asked and nobody else (D22). */
  | { readonly is: 'refused'; readonly reason: string; readonly result?: JsonRow | null | undefined }
  | { readonly is: 'nothing'; readonly reason: string }
  /** `reason`: what was found out all the same. */
  | { readonly is: 'unknown'; readonly reason?: string | undefined };

/** Statuses after which an effect has certainly not happened, and a repeat would be refused again. */
export const REFUSED_STATUSES: ReadonlySet<number> = new Set([
  400, 403, 404, 405, 406, 409, 413, 414, 415, 422,
]);

/** Field → text of the team, or parameter → secret; known to the page that sends and to nobody after it. */
export type TeamTexts = Readonly<Record<string, string>>;

/** The one request of an effect, a POST of JSON where nothing else is said. */
export interface EffectCall {
  readonly method?: 'DELETE';
  /** Below `/api`; ids in it are encoded. */
  readonly path: string;
  /** Absent where nothing is sent. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly prefer?: string;
}

/** Texts that are asked for when it is sent and never kept (D22). */
export interface AskedTexts<R> {
  /** The request with them; null while one is missing. */
  readonly complete: (request: R, texts: TeamTexts) => R | null;
  /** What is said then. */
  readonly missing: string;
}

/** What of an answer is its own; the rest is judged by status and content type alone. */
export interface AnswerSpec {
  /**
   * Of a success, what may be kept (D22); undefined where the server cannot have said it, because a proxy may say yes in
   * its place. Without it everything is kept.
   */
  readonly read?: (result: JsonRow | null) => JsonRow | null | undefined;
  /** The server says in words why it refused. */
  readonly saysWhy?: true;
  /** Judges what is no success where it has meanings of its own. */
  readonly refusal?: (status: number, result: JsonRow | null) => EffectAnswer;
}

/** Who sends, and since when (server time) things are looked for that are there before. */
export interface Before {
  readonly userId: string;
  readonly since: string;
}

/** A question about what is there before an effect is sent; its answer undefined where nobody can tell. */
export interface BeforeQuestion {
  readonly path: string;
  readonly read: (rows: readonly JsonRow[]) => readonly string[] | undefined;
}

/** What is known of an effect without an answer. */
export interface Unanswered {
  readonly userId: string;
  /** Server times between which it reached the server; null where none was known. */
  readonly sentWithin: { readonly from: string; readonly to: string } | null;
  /** What was there before; undefined where nobody looked. */
  readonly before: readonly string[] | undefined;
  /** What other effects have made. */
  readonly others: readonly string[];
}

/** A question to a table whether an unanswered effect happened, and what its rows say. An empty answer proves nothing (I14). */
export interface LookupQuestion {
  readonly path: string;
  readonly judge: (rows: readonly JsonRow[]) => EffectAnswer;
}

/** How an effect is sent and what is made of its answer. */
export interface EffectWire<R> {
  /** How long it may wait for its person. */
  readonly ttlMs: number;
  /** The answer goes to the page that asked and nowhere else: it must not be stored (D22). */
  readonly hasSecretAnswer?: true;
  readonly texts?: AskedTexts<R>;
  /** `userId` is its person. */
  readonly send: (request: R, userId: string) => EffectCall;
  readonly answer?: AnswerSpec;
  readonly before?: (request: R, by: Before) => BeforeQuestion;
  /** Null where it cannot be told. Without it no table can tell. */
  readonly lookup?: (request: R, sent: Unanswered) => LookupQuestion | null;
}

/** What a screen says of an effect that waits for its person. */
export interface EffectSaid<R> {
  /** The verb on its button: "Run". */
  readonly verb: 'Run' | 'Approve' | 'Test' | 'Send' | 'Save' | 'Create' | 'Delete';
  /** Row whose state the person decides by, where that is on this device (ux 4.6). */
  readonly target?: (request: R) => { readonly tbl: 'checks' | 'incidents'; readonly id: string } | null;
  /** Names of the texts that are asked for when it is sent and never kept: only the screen that prepared it asks (D22). */
  readonly asked?: (request: R) => readonly string[];
  /** Why it is sent from its screen alone, where there are some. */
  readonly askedThere?: string;
}

type Fields = Readonly<Record<string, v.GenericSchema>>;

/** What a request for an effect holds. Nothing secret belongs in it: it is kept on the device. */
export function requestOf<const K extends string, const F extends Fields>(
  kind: K,
  fields: F,
): v.ObjectSchema<F & { readonly kind: v.LiteralSchema<K, undefined> }, undefined> {
  return v.object({ kind: v.literal(kind), ...fields });
}

/** A condition of a path: a column that has this value, or none. */
export function equal(column: string, value: string | undefined): string {
  return `${column}=${value === undefined ? 'is.null' : `eq.${encodeURIComponent(value)}`}`;
}
