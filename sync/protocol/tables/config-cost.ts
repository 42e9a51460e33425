import * as v from 'valibot';
import { maybeNumber, maybeText, text } from '../fields.ts';
import type { CostsElsewhere } from '../packed.ts';

/** The sums of one item in one currency, up to its last bill. Ordering: none; the view is made anew by the server. */
export const configCostSchema = v.object({
  config_id: text,
  billing_currency: maybeText,
  cost_30d: maybeNumber,
});

/**
 * Where the 2026 server keeps what items cost: a summary with one row per item and currency. It has no sum of seven
 * days, and several currencies have no sum at all.
 */
export const configCosts: CostsElsewhere = {
  wire: {
    path: '/db/config_cost_summary',
    columns: ['config_id', 'billing_currency', 'cost_30d'],
    key: '_k',
    keyColumns: ['config_id', 'billing_currency'],
    schema: configCostSchema,
    softDelete: false,
  },
  item: 'config_id',
  column: 'cost_total_30d',
  sum: 'cost_30d',
  everyMs: 3_600_000,
};
