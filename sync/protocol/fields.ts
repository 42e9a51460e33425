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
/** List of texts or NULL. */
export const maybeTexts = v.nullish(v.array(v.string()), null);
/** Overlap of the cursors of tables a scraper or an agent writes, on every tenth pull (D10.3). */
export const SCRAPER_OVERLAP_MS = 1_800_000;
/** How often rows whose columns change without a marker are read again (reference schema.md 2.4, canaries). */
export const REREAD_MS = 3_600_000;
/** Runs and their steps are kept for a week (D13). */
export const RUN_WINDOW_MS = 7 * 24 * 3_600_000;
