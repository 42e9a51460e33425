import * as v from 'valibot';

const maybeText = v.fallback(v.optional(v.nullable(v.string()), null), null);
const itemSchema = v.object({ name: maybeText, type: maybeText });
const facts = {
  id: v.string(),
  config_id: maybeText,
  analyzer: maybeText,
  analysis_type: maybeText,
  severity: maybeText,
  status: maybeText,
  summary: maybeText,
  source: maybeText,
  first_observed: maybeText,
  last_observed: maybeText,
};
const rowSchema = v.object(facts);
const bodySchema = v.object({
  ...facts,
  config: v.fallback(v.optional(v.nullable(itemSchema), null), null),
  message: maybeText,
  analysis: v.optional(v.unknown()),
});

/** The item of the catalog that an insight is about. */
export type InsightItem = v.InferOutput<typeof itemSchema>;

/** One insight; its item is undefined while it is being read, and null where this device has none. */
export interface Insight extends v.InferOutput<typeof rowSchema> {
  readonly item: InsightItem | null | undefined;
}

/** What it says beside what is in the list. */
export interface InsightContent {
  readonly message: string | null;
  readonly analysis: unknown;
}

/** Reads a row of this device; undefined for what is none. */
export function readInsight(raw: unknown): Insight | undefined {
  const row = v.safeParse(rowSchema, raw);
  return row.success ? { ...row.output, item: undefined } : undefined;
}

/** Reads a row of the catalog as the item of an insight; null for what is none. */
export function readItem(raw: unknown): InsightItem | null {
  const item = v.safeParse(itemSchema, raw);
  return item.success ? item.output : null;
}

/** Reads a body of the kind `analysis`; undefined for what is none. */
export function readBody(
  raw: unknown,
): { readonly insight: Insight; readonly content: InsightContent } | undefined {
  const body = v.safeParse(bodySchema, raw);
  if (!body.success) return undefined;
  const { config, message, analysis, ...insight } = body.output;
  return {
    insight: { ...insight, item: config },
    content: { message: message === '' ? null : message, analysis },
  };
}

/** What an insight is called, whole. */
export function insightTitle({ summary, analyzer }: Insight): string {
  if (summary !== null && summary !== '') return summary;
  return analyzer === null || analyzer === '' ? 'Insight' : analyzer;
}

/** Spec 2: "Insight message text is truncated to 500 characters". */
const MAX_CHARACTERS = 500;

/** As the list has it; the dialog has the whole. */
export function shortText(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  // Half of a character at the end is none.
  return `${text.slice(0, MAX_CHARACTERS).replace(/\p{Surrogate}$/u, '')}…`;
}

/** The item's name; its id where nobody knows it. */
export function itemName({ item, config_id: id }: Insight): string {
  if (item?.name !== null && item?.name !== undefined && item.name !== '') return item.name;
  return item === undefined ? '' : (id?.slice(0, 8) ?? '–');
}
