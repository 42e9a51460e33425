import * as v from 'valibot';

const cutSchema = v.object({
  /** Keys that lead to the text. */
  path: v.array(v.string()),
  /** Where in the text that is here something is missing, and how many characters. */
  at: v.number(),
  missing: v.number(),
});
const cutsSchema = v.fallback(v.array(cutSchema), []);

/** A text of a body whose middle is not here (DOC12). */
export type Cut = v.InferOutput<typeof cutSchema>;

/** Key of a body under which it says what is missing of its texts; no column has that name. */
export const CUTS = 'cuts';

export function cutsOf(body: unknown): readonly Cut[] {
  return v.parse(cutsSchema, typeof body === 'object' && body !== null ? Reflect.get(body, CUTS) : []);
}
