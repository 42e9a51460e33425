import * as v from 'valibot';
import { SyncError } from '../errors.ts';
import type { JsonRow } from './op.ts';

/** A flag may hold anything; a person sees and types text. */
const valueSchema = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))),
);
const words = v.nullish(v.string(), '');
const flagSchema = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  value: v.optional(valueSchema, ''),
  description: words,
  source: words,
});

/** One feature flag as a person sees it (reference F1); it is stored nowhere. */
export type Flag = v.InferOutput<typeof flagSchema>;

/** A flag of the file beside the server: nobody changes it from here (spec 2: "read-only"). */
export function isLocalFlag({ source }: Pick<Flag, 'source'>): boolean {
  return source === 'local';
}

const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(400));
/** What goes into an address must fit into one. */
const value = v.pipe(v.string(), v.maxLength(4000));

const questionSchema = v.variant('kind', [
  v.object({ kind: v.literal('list') }),
  v.object({ kind: v.literal('add'), name, value }),
  /** `seen`: the value that the person had before them. */
  v.object({ kind: v.literal('update'), name, value, seen: value }),
  v.object({ kind: v.literal('remove'), name, seen: value }),
]);

/** All flags, or one change of one of them. */
export type FlagQuestion = v.InferOutput<typeof questionSchema>;
/** A change of one flag. */
export type FlagWrite = Exclude<FlagQuestion, { kind: 'list' }>;

/** Checks what came from the page. Throws SyncError `bug`. */
export function parseFlagQuestion(question: unknown): FlagQuestion {
  const parsed = v.safeParse(questionSchema, question);
  if (parsed.success) return parsed.output;
  throw new SyncError({ kind: 'bug', message: 'The page asked for no flag' });
}

/** Flags out of an answer, by name; undefined where it holds something else. */
export function readFlags(rows: readonly JsonRow[]): readonly Flag[] | undefined {
  const read = v.safeParse(v.array(flagSchema), rows);
  return read.success ? read.output : undefined;
}

/** What the server made of a question about flags; never stored. */
export type FlagAnswer =
  | { readonly kind: 'flags'; readonly flags: readonly Flag[]; readonly asOf: string | null }
  | { readonly kind: 'done' }
  /** Somebody else was there first, and nothing was written; null: there is no such flag any more. */
  | { readonly kind: 'clash'; readonly now: string | null }
  /** `lost`: no answer came, and the server does not show the change. `unknown`: nobody can tell. */
  | {
      readonly kind: 'unanswered';
      readonly why: 'offline' | 'forbidden' | 'failed' | 'lost' | 'unknown';
      readonly reason: string;
    };
