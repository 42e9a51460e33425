import * as v from 'valibot';
import { keptAsSchema } from './kept-list.ts';
import { packedNames } from './packed.ts';
import type { Claim } from './claim.ts';

const column = v.pipe(v.string(), v.maxLength(64));
const value = v.nullable(v.pipe(v.string(), v.maxLength(1_000)));
const values = v.pipe(v.array(value), v.maxLength(2_000));
const pairs = v.pipe(
  v.array(v.object({ key: v.pipe(v.string(), v.maxLength(400)), value })),
  v.maxLength(200),
);
const edge = v.nullable(v.union([v.pipe(v.string(), v.maxLength(64)), v.pipe(v.number(), v.finite())]));
const key = v.pipe(v.string(), v.maxLength(400));
const dimension = v.object({ column, key: v.optional(key) });
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Ids of rows that somebody else knows something of. */
const idSet = v.object({
  value: key,
  ids: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(20_000)),
});
const grouping = v.object({
  ...dimension.entries,
  before: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(8))),
  edges: v.exactOptional(
    v.pipe(
      v.array(v.union([v.pipe(v.string(), v.maxLength(64)), v.pipe(v.number(), v.finite())])),
      v.maxLength(16),
    ),
  ),
  sets: v.exactOptional(v.pipe(v.array(idSet), v.maxLength(64))),
});
/**
 * What rows are gathered by: a column, one `key` of pairs, of a text the part `before` a mark, or how many of the `edges` a
 * time or a number is before. With `sets` whatever the column: the value of the set that has the row.
 */
export type AskedDimension = v.InferOutput<typeof grouping>;

const filter = v.variant('kind', [
  v.object({ kind: v.literal('values'), column, include: values, exclude: values }),
  v.object({ kind: v.literal('pairs'), column, include: pairs, exclude: pairs }),
  v.object({ kind: v.literal('range'), column, from: edge, to: edge }),
]);

/** Id of a group: its values, in the order of what it is grouped by. */
const groupId = v.pipe(v.string(), v.maxLength(8_000));

/** Names of the collections that have an index. */
export const indexNameSchema = v.picklist(packedNames);

/** Ids of a window's rows. */
export const idsSchema = v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(1_000));

/** What a screen may ask an index; anything else is refused before it is looked at. */
export const indexQuerySchema = v.object({
  filters: v.pipe(v.array(filter), v.maxLength(16)),
  text: v.pipe(v.string(), v.maxLength(500)),
  isNear: v.exactOptional(v.boolean()),
  isByFit: v.exactOptional(v.boolean()),
  sort: v.nullable(v.object({ column, descending: v.boolean() })),
  /** Its groups are kept for the next start. */
  keepAs: v.exactOptional(keptAsSchema),
  offset: count,
  limit: v.pipe(count, v.maxValue(1_000)),
  facets: v.pipe(v.array(v.object({ ...dimension.entries, limit: count })), v.maxLength(16)),
  groups: v.nullable(
    v.object({
      by: v.pipe(v.array(grouping), v.minLength(1), v.maxLength(8)),
      split: v.pipe(v.array(column), v.maxLength(3)),
      limit: count,
    }),
  ),
  lines: v.exactOptional(
    v.nullable(
      v.object({
        by: v.pipe(v.array(grouping), v.minLength(1), v.maxLength(8)),
        /** Whether groups are open, but for those named. */
        isOpen: v.boolean(),
        except: v.pipe(v.array(groupId), v.maxLength(2_000)),
        offset: count,
        limit: v.pipe(count, v.maxValue(1_000)),
      }),
    ),
  ),
});

/**
 * A question to an index. `values`: one of `include` (any when empty) and none of `exclude`; null stands for "no
 * value". `pairs`: for every key of `include` one of its pairs, and none of `exclude`; a null value stands for any.
 * `range`: `from <= x < to`, times as server text, null unbounded; rows without a value are outside. `text`: every
 * word is part of one of the searched columns, whatever the case; of `pairs` part of a value, or `key=value` with the end
 * of the one and the beginning of the other. With `isNear` a word that few rows have is also found with one slip in it.
 * `sort`: missing values last, equal ones by id; null sorts by id. With `isByFit` rows that fit the text better come
 * first, of those alike the ones in worse health, and only then as `sort` says. `lines` is a window of the list of groups, by their values, and under each open one its rows in order.
 */
export type IndexQuery = v.InferOutput<typeof indexQuerySchema>;
/** One filter of a question. */
export type IndexFilter = IndexQuery['filters'][number];

/** Rows per value. */
export interface ValueCount {
  readonly value: string | null;
  readonly count: number;
}

/**
 * Values of a column among the rows that every filter but its own lets through, most frequent first, then by text. Of
 * a `pairs` column without a key the values are `key=value`.
 */
export interface Facet {
  readonly column: string;
  readonly key: string | null;
  readonly values: readonly ValueCount[];
  /** Distinct values, those beyond the limit included. */
  readonly distinct: number;
}

/** One line of a grouped list. */
export type IndexLine =
  | {
      readonly is: 'group';
      readonly id: string;
      readonly values: readonly (string | null)[];
      readonly count: number;
      readonly isOpen: boolean;
    }
  | { readonly is: 'row'; readonly id: string };

/** The same for the same values, in every answer. */
export function groupIdOf(values: readonly (string | null)[]): string {
  return JSON.stringify(values);
}

/** Rows with the same values, most first, then by text; `splits` counts them by the asked columns. */
export interface Group {
  readonly id: string;
  readonly values: readonly (string | null)[];
  readonly count: number;
  readonly splits: readonly (readonly ValueCount[])[];
}

/** Answer of the columns alone. */
export interface IndexAnswer {
  readonly ids: readonly string[];
  readonly total: number;
  /** Rows of the collection, whatever the filters. */
  readonly all: number;
  readonly facets: readonly Facet[];
  readonly groups: readonly Group[];
  readonly groupTotal: number;
  readonly lines: readonly IndexLine[];
  /** Lines of the whole list: every group, and the rows of the open ones. */
  readonly lineTotal: number;
  /** Words of the text that rows were found for which do not have them, only something near them. */
  readonly near: readonly string[];
}

/** Answer with what it may claim (I23): of which version it is, whether it is whole, and how old. */
export interface IndexResult extends IndexAnswer, IndexState {}

/** What a listener of an index hears: the version it would be answered from, and what may be claimed about it. */
export interface IndexState extends Claim {
  readonly version: number;
}
