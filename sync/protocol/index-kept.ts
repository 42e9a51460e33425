import * as v from 'valibot';
import { deviceClaim } from './claim.ts';
import { readKeptList } from './kept-list.ts';
import type { IndexQuery, IndexResult } from './index-query.ts';

/* Groups as an index answered them last, so that the next start has something to show before the worker is up. */

const value = v.nullable(v.string());
const keptSchema = v.object({
  v: v.literal(1),
  question: v.string(),
  asOf: v.nullable(v.string()),
  lacks: v.array(
    v.object({
      what: v.picklist(['older', 'deleted', 'tags', 'related', 'not-read', 'too-large', 'secret']),
      since: v.optional(v.string()),
    }),
  ),
  total: v.number(),
  all: v.number(),
  groups: v.array(
    v.object({
      id: v.string(),
      values: v.array(value),
      count: v.number(),
      splits: v.array(v.array(v.object({ value, count: v.number() }))),
    }),
  ),
  groupTotal: v.number(),
});

/** Groups as they lie on the device. */
export type KeptIndex = v.InferInput<typeof keptSchema>;

/** What makes two questions the same. */
export function keptIndexQuestion({ keepAs: _name, ...asked }: IndexQuery): string {
  return JSON.stringify(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is kept of an answer; null of one that is not whole, or empty, or of more than groups. */
export function keptIndex(query: IndexQuery, result: IndexResult): KeptIndex | null {
  const { state, asOf, lacks, total, all, groups, groupTotal } = result;
  if (state !== 'complete' || groups.length === 0 || query.limit > 0) return null;
  return {
    v: 1,
    question: keptIndexQuestion(query),
    asOf,
    lacks: [...lacks],
    total,
    all,
    groups: groups.map((group) => ({
      ...group,
      values: [...group.values],
      splits: group.splits.map((split) => [...split]),
    })),
    groupTotal,
  };
}

/** What was kept, if it can be read and answers this question. */
export function readKeptIndex(text: string, query: IndexQuery): IndexResult | null {
  const kept = readKeptList(keptSchema, text, keptIndexQuestion(query));
  if (kept === null) return null;
  const { v: _version, question: _question, asOf, lacks, ...answer } = kept;
  const nothing = { ids: [], facets: [], lines: [], lineTotal: 0, near: [] };
  // Of no state that a worker tells.
  return { version: 0, ...deviceClaim('complete', asOf, lacks), ...nothing, ...answer };
}
