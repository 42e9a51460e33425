import * as v from 'valibot';
import type { Claim, Part } from './claim.ts';
import { pagedSpecs } from './pages/registry.ts';
import type { PagedSource } from './pages/registry.ts';

/** A time range as a person chose it (`now-2d` or a time), and the two moments (ISO) it means now; null: open. */
export interface AskedRange {
  readonly from: string;
  readonly to: string;
  readonly fromAt: string | null;
  readonly toAt: string | null;
}

const questionSchema = v.variant(
  'source',
  Object.values(pagedSpecs).map(({ question }) => question),
);

/** One page of rows of a source. */
export type PageQuestion = v.InferOutput<typeof questionSchema>;
/** The same as a page says it: defaults may be left out. */
export type AskedPage = v.InferInput<typeof questionSchema>;

/** Reads a question from outside; throws what valibot throws where it is none. */
export function parsePageQuestion(asked: unknown): PageQuestion {
  return v.parse(questionSchema, asked);
}

/** Text that is the same for every page of one question, and for no other question: what is kept of it is found by it. */
export function questionKey({ source, query, range, size }: PageQuestion): string {
  const entries = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([source, entries, range === null ? null : [range.from, range.to], size]);
}

/** How the ids of what is kept of all questions of one source begin. */
export const sourceStart = (source: PagedSource): string => `${source} `;

const rowSchema = v.looseObject({ id: v.string() });
const keptPageSchema = v.object({
  page: v.number(),
  rows: v.array(rowSchema),
  total: v.nullable(v.number()),
  extra: v.nullable(v.record(v.string(), v.unknown())),
  unread: v.number(),
  asOf: v.nullable(v.string()),
});
const readingSchema = v.object({
  fromAt: v.nullable(v.string()),
  toAt: v.nullable(v.string()),
  pages: v.array(keptPageSchema),
});

/** A row of a page: whatever else it holds, it has an id. */
export type PagedRow = v.InferOutput<typeof rowSchema>;
/** One page as it was answered. */
export type KeptPage = v.InferOutput<typeof keptPageSchema>;
/** The pages of one question that hold still together: all of the time range that the first of them was asked for. */
export type Reading = v.InferOutput<typeof readingSchema>;

/** Reads what the disk has of a question; undefined where it cannot be read. */
export function parseReading(raw: unknown): Reading | undefined {
  const parsed = v.safeParse(readingSchema, raw);
  return parsed.success ? parsed.output : undefined;
}

/** True for a row of a page that can be told from the others. */
export function isPagedRow(raw: unknown): raw is PagedRow {
  return v.is(rowSchema, raw);
}

/** One page: its rows, how many there are in all (null: nobody said), and what else the server says of it. */
export interface Page {
  readonly page: number;
  readonly rows: readonly PagedRow[];
  readonly total: number | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** What is known of a page (I23, I24): never an empty list where nobody has answered. */
export type PagePart = Part<Page>;

/** The claim of a page, from where it came and with what it lacks. */
export function pageClaim(
  { asOf, unread }: Pick<KeptPage, 'asOf' | 'unread'>,
  basis: Claim['basis'],
  reason: string | null,
): Claim {
  return {
    state: unread === 0 ? 'complete' : 'partial',
    basis,
    asOf,
    lacks: unread === 0 ? [] : [{ what: 'not-read' }],
    reason,
  };
}
