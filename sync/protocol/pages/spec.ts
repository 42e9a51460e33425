import * as v from 'valibot';
import type { JsonRow } from '../op.ts';
import type { Param } from '../query-text.ts';

/** A text of a question; lists are the server's: `a,b*,!c`. */
export const text = v.pipe(v.string(), v.maxLength(4_000));
/** Whether the greatest come first. */
export const isDescending = v.optional(v.boolean(), true);

const placeSchema = {
  /** A time range as a person chose it (`now-2d` or a time), and the two moments it means now; null: open. */
  range: v.nullable(
    v.strictObject({
      from: text,
      to: text,
      fromAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
      toAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
    }),
  ),
  /** From 1. */
  page: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000)),
};

/** What one page is asked for: its place, and the moments (ISO) between which its reading holds still; null: open. */
export interface PagePlace {
  readonly page: number;
  readonly size: number;
  readonly fromAt: string | null;
  readonly toAt: string | null;
}

/** What an answer says: rows as they came, and how many there are in all. */
export interface PageAnswer {
  readonly rows: readonly unknown[];
  readonly total: number | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** Rows of a table or a view: read with their number in all. Parameters go out in this order and name their columns (D22). */
export interface TablePages<Q> {
  readonly kind: 'read';
  /** Below `/api`. */
  readonly path: string;
  readonly params: (query: Q, place: PagePlace) => readonly Param[];
}

/** Rows that a service answers: a POST that changes nothing. What of the body is undefined or empty is left out. */
export interface ServicePages<Q> {
  readonly kind: 'service';
  /** Below `/api`. */
  readonly path: string;
  readonly body: (query: Q, place: PagePlace) => Readonly<Record<string, unknown>>;
  /** Reads the answer; null where it is none of this source. */
  readonly read: (rows: readonly JsonRow[], query: Q) => PageAnswer | null;
}

/** How the pages of one source are asked for, and how its answers are read. */
export type PageWire<Q> = TablePages<Q> | ServicePages<Q>;

type QuerySchema = v.GenericSchema<Record<string, unknown>>;
type Entries<S extends string, Q extends QuerySchema> = typeof placeSchema & {
  readonly source: v.LiteralSchema<S, undefined>;
  readonly query: Q;
};

/** Everything there is to know of one source of rows that are not pulled (entities.md 3). */
export interface PagedSpec<S extends string, Q extends QuerySchema> {
  readonly source: S;
  /** One page of it, as the page asks. */
  readonly question: v.StrictObjectSchema<Entries<S, Q>, undefined>;
  readonly wire: PageWire<v.InferOutput<Q>>;
  /** Its pages are in memory alone, and in none without a server: contact data is on no disk (D22, entities.md 3). */
  readonly isUnkept?: true | undefined;
}

/** Describes a source: its name, what may be asked of it, and how that is asked. */
export function definePages<const S extends string, const Q extends QuerySchema>(
  source: S,
  query: Q,
  wire: PageWire<v.InferOutput<Q>>,
  { isUnkept }: Pick<PagedSpec<S, Q>, 'isUnkept'> = {},
): PagedSpec<S, Q> {
  return {
    source,
    question: v.strictObject({ source: v.literal(source), query, ...placeSchema }),
    wire,
    isUnkept,
  };
}

/** The part of a table's rows that is one page. */
export function limits({ page, size }: PagePlace): readonly Param[] {
  return [
    ['limit', String(size)],
    ['offset', String((page - 1) * size)],
  ];
}

/** Conditions of lists as they are typed, by column; what is empty asks for nothing. */
export function listFilters(lists: Readonly<Record<string, string | undefined>>): readonly Param[] {
  return filtered(lists).map(([column, list]) => [`${column}.filter`, list]);
}

/** Columns that have exactly this value; what is empty asks for nothing. */
export function equals(values: Readonly<Record<string, string | undefined>>): readonly Param[] {
  return filtered(values).map(([column, value]) => [column, `eq.${value}`]);
}

function filtered(values: Readonly<Record<string, string | undefined>>): readonly Param[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
}
