import * as v from 'valibot';
import type { JsonRow } from '../op.ts';
import { own } from '../own.ts';
import { definePages, text } from './spec.ts';

/** How far back it counts (C1). */
const SINCE = '30d';

const query = v.strictObject({
  groupBy: v.optional(v.pipe(v.array(text), v.minLength(1), v.maxLength(16))),
  deleted: v.optional(v.boolean(), false),
  health: v.optional(text),
  status: v.optional(text),
  labels: v.optional(v.record(text, text)),
});

/**
 * Items of the catalog gathered by type (api-endpoints-catalog C1), with what only the server counts: changes, findings and
 * costs of 30 days. `health` and `status` are lists; of `labels` every pair holds. One page, whatever its size; the id of
 * a row is its type, or with `groupBy` (`type` and keys of tags) the list of their values as JSON.
 */
export const catalogSummary = definePages('catalog-summary', query, {
  kind: 'service',
  path: '/catalog/summary',
  body: (asked) => ({
    groupBy: asked.groupBy ?? ['type'],
    deleted: asked.deleted,
    filter: asked.labels,
    health: asked.health,
    status: asked.status,
    changes: { since: SINCE },
    analysis: { since: SINCE },
    cost: SINCE,
  }),
  read: (rows, { groupBy }) => {
    const idOf = (row: JsonRow): unknown =>
      groupBy === undefined ? row['type'] : JSON.stringify(groupBy.map((name) => own(row, name) ?? null));
    return { rows: rows.map((row) => ({ ...row, id: idOf(row) })), total: rows.length, extra: null };
  },
});
