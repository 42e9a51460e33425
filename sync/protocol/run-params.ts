import * as v from 'valibot';
import { SyncError } from '../errors.ts';

/** What a run is on: at most one of them (reference L9). */
export const runSubjectSchema = v.variant('kind', [
  v.object({ kind: v.literal('check'), id: v.pipe(v.string(), v.uuid()) }),
  v.object({ kind: v.literal('component'), id: v.pipe(v.string(), v.uuid()) }),
  v.object({ kind: v.literal('config'), id: v.pipe(v.string(), v.uuid()) }),
]);
/** What a run is on. */
export type RunSubject = v.InferOutput<typeof runSubjectSchema>;

/** Which parameters a run of this playbook on that thing takes, with the defaults that the server makes of it. */
export const runQuestionSchema = v.object({
  playbookId: v.pipe(v.string(), v.uuid()),
  subject: runSubjectSchema,
});
/** Which parameters a run takes. */
export type RunQuestion = v.InferOutput<typeof runQuestionSchema>;

/** Checks what came from the page. Throws SyncError `bug`. */
export function parseRunQuestion(question: unknown): RunQuestion {
  const parsed = v.safeParse(runQuestionSchema, question);
  if (parsed.success) return parsed.output;
  throw new SyncError({ kind: 'bug', message: 'The page asked for parameters of nothing' });
}

const maybeText = v.optional(v.nullable(v.string()));
/** A document may write `default: 3`, `min: "2"`. */
const scalar = v.optional(v.nullable(v.union([v.string(), v.number(), v.boolean()])));

const choiceSchema = v.union([
  v.pipe(
    v.object({ label: maybeText, value: v.union([v.string(), v.number(), v.boolean()]) }),
    v.transform(({ label, value }) => ({ label: label ?? String(value), value: String(value) })),
  ),
  v.pipe(
    v.string(),
    v.transform((value) => ({ label: value, value })),
  ),
]);

const filterSchema = v.object({ types: v.optional(v.nullable(v.array(v.string()))) });

const propertiesSchema = v.object({
  language: v.fallback(maybeText, null),
  jsonSchemaUrl: v.fallback(maybeText, null),
  size: v.fallback(maybeText, null),
  options: v.fallback(v.optional(v.nullable(v.array(choiceSchema))), null),
  /** Which things may be chosen: selectors, of which the types are looked at here. */
  filter: v.fallback(v.optional(v.nullable(v.union([filterSchema, v.array(filterSchema)]))), null),
  multiline: v.fallback(scalar, null),
  minLength: v.fallback(scalar, null),
  maxLength: v.fallback(scalar, null),
  regex: v.fallback(maybeText, null),
  format: v.fallback(maybeText, null),
  min: v.fallback(scalar, null),
  max: v.fallback(scalar, null),
});

const paramSchema = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  label: v.fallback(maybeText, null),
  description: v.fallback(maybeText, null),
  type: v.fallback(maybeText, null),
  required: v.fallback(v.optional(v.nullable(v.boolean())), null),
  default: v.fallback(scalar, null),
  properties: v.fallback(v.optional(v.nullable(propertiesSchema)), null),
});

/** One parameter of a playbook (spec 001 section 3), as its definition or the server names it. */
export type RunParam = v.InferOutput<typeof paramSchema>;

/** More are no form. */
const MAX_PARAMS = 200;
const paramsSchema = v.nullable(v.pipe(v.array(paramSchema), v.maxLength(MAX_PARAMS)));

/** Parameters out of a document or an answer; undefined where it holds something else. */
export function readRunParams(value: unknown): readonly RunParam[] | undefined {
  const read = v.safeParse(paramsSchema, value ?? null);
  return read.success ? (read.output ?? []) : undefined;
}

/** What the server made of a question; never stored: a default may hold what no device should (D22). */
export type RunAnswer =
  | { readonly kind: 'params'; readonly params: readonly RunParam[] }
  | { readonly kind: 'unanswered'; readonly why: 'offline' | 'refused'; readonly reason: string };
