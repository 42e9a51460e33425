import * as v from 'valibot';

/** A column that always has text: ids, titles and timestamps. Timestamps stay the server's own text (B21). */
export const text = v.string();
/** Text or NULL; a column the server left out counts as NULL. */
export const maybeText = v.nullish(v.string(), null);
/** Boolean or NULL. */
export const maybeFlag = v.nullish(v.boolean(), null);
/** Number or NULL. */
export const maybeNumber = v.nullish(v.number(), null);
/** Any JSON value or NULL; its shape is judged where it is shown, never here (D24). */
export const maybeJson = v.nullish(v.unknown(), null);

/** Overlap of the cursors of user tables: statement timeout with a wide margin (D10, reference schema.md 2.4). */
export const USER_OVERLAP_MS = 300_000;
