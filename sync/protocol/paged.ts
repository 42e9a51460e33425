import * as v from 'valibot';
import type { Claim, Part } from './claim.ts';

/** Sources of rows that are not pulled (entities.md 3): a closed list, so that a page never builds a request. */
export const pagedSources = [
  'changes',
  'job-history',
  'catalog-summary',
  'scraper-runs',
  'deleted-configs',
  'playbook-runs',
  'log-components',
] as const;
/** Name of a source. */
export type PagedSource = (typeof pagedSources)[number];

const text = v.pipe(v.string(), v.maxLength(4_000));
/** Ids of items, each kept or left out (`!`). */
const uuidList = v.pipe(
  text,
  v.regex(/^!?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:,!?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})*$/iu),
);
const isDescending = v.optional(v.boolean(), true);

/**
 * Changes of catalog items (`POST /catalog/changes`). Lists are the server's: `a,b*,!c`; `tags` is a label selector.
 * With the `id` of one item they are its own and, by `recursive`, those of what is related to it up to five steps away;
 * `id` may also be such a list. What people wrote (`summary`, `source`, `externalCreatedBy`) is URI-encoded, item by item.
 */
const changesQuery = v.strictObject({
  id: v.optional(uuidList),
  recursive: v.optional(v.picklist(['none', 'upstream', 'downstream', 'all'])),
  configType: v.optional(text),
  type: v.optional(text),
  severity: v.optional(text),
  createdBy: v.optional(text),
  externalCreatedBy: v.optional(text),
  summary: v.optional(text),
  source: v.optional(text),
  tags: v.optional(text),
  includeDeleted: v.optional(v.boolean(), false),
  sortBy: v.optional(
    v.picklist(['created_at', 'name', 'change_type', 'summary', 'source', 'count']),
    'created_at',
  ),
  isDescending,
});

/** Runs of the server's jobs (`job_histories`). Lists as above; `resourceId` with its type for those of one resource. */
const jobHistoryQuery = v.strictObject({
  name: v.optional(text),
  status: v.optional(text),
  resourceType: v.optional(text),
  resourceId: v.optional(text),
  minDurationMs: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  sortBy: v.optional(
    v.picklist(['created_at', 'name', 'status', 'duration_millis', 'time_start']),
    'created_at',
  ),
  isDescending,
});

/**
 * Items of the catalog gathered by type (`POST /catalog/summary`), with what only the server counts: changes, findings and
 * costs of 30 days. `health` and `status` are lists as above; of `labels` every pair holds. One page, whatever its size;
 * the id of a row is its type, or with `groupBy` (`type` and keys of tags) the list of their values as JSON.
 */
const catalogSummaryQuery = v.strictObject({
  groupBy: v.optional(v.pipe(v.array(text), v.minLength(1), v.maxLength(16))),
  deleted: v.optional(v.boolean(), false),
  health: v.optional(text),
  status: v.optional(text),
  labels: v.optional(v.record(text, text)),
});

/** The last run of each scraper there is (`config_scrapers_with_status`); the id of a row is the scraper's. */
const scraperRunsQuery = v.strictObject({});

/** Components that have logs (`components_with_logs`), by name. */
const logComponentsQuery = v.strictObject({});

const uuid = v.pipe(v.string(), v.uuid());
/**
 * Runs of playbooks (`playbook_runs`), last created first, without parameters and what their steps gave; with the playbook's
 * names. The ids narrow them to one playbook and to what they ran on; the range is that of their start, or before they
 * have one of the moment they were asked for.
 */
const playbookRunsQuery = v.strictObject({
  playbookId: v.optional(uuid),
  componentId: v.optional(uuid),
  configId: v.optional(uuid),
  checkId: v.optional(uuid),
  status: v.optional(text),
});

const pair = v.strictObject({ key: text, value: text, isExcluded: v.optional(v.boolean(), false) });

/**
 * Deleted items of the catalog (`config_items`), which no device keeps. `health` and `status` are lists as above; of the
 * included pairs of one key one holds, of the excluded ones none; every word of `search` is part of name, type or
 * description.
 */
const deletedConfigsQuery = v.strictObject({
  type: v.optional(text),
  health: v.optional(text),
  status: v.optional(text),
  tags: v.optional(v.pipe(v.array(pair), v.maxLength(100))),
  labels: v.optional(v.pipe(v.array(pair), v.maxLength(100))),
  search: v.optional(text),
  sortBy: v.optional(
    v.picklist(['deleted_at', 'name', 'type', 'status', 'created_at', 'updated_at']),
    'deleted_at',
  ),
  isDescending,
});

const queries = {
  changes: changesQuery,
  'job-history': jobHistoryQuery,
  'catalog-summary': catalogSummaryQuery,
  'scraper-runs': scraperRunsQuery,
  'deleted-configs': deletedConfigsQuery,
  'playbook-runs': playbookRunsQuery,
  'log-components': logComponentsQuery,
} as const;

/** What is asked of each source; what has a default may be left out. */
export interface PagedQueries {
  readonly changes: v.InferOutput<typeof changesQuery>;
  readonly 'job-history': v.InferOutput<typeof jobHistoryQuery>;
  readonly 'catalog-summary': v.InferOutput<typeof catalogSummaryQuery>;
  readonly 'scraper-runs': Readonly<Record<string, never>>;
  readonly 'deleted-configs': v.InferOutput<typeof deletedConfigsQuery>;
  readonly 'playbook-runs': v.InferOutput<typeof playbookRunsQuery>;
  readonly 'log-components': Readonly<Record<string, never>>;
}

/** A time range as a person chose it (`now-2d` or a time), and the two moments (ISO) it means now; null: open. */
export interface AskedRange {
  readonly from: string;
  readonly to: string;
  readonly fromAt: string | null;
  readonly toAt: string | null;
}

const rangeSchema = v.strictObject({
  from: text,
  to: text,
  fromAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  toAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});

const placeSchema = {
  range: v.nullable(rangeSchema),
  /** From 1. */
  page: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000)),
};

const questionSchema = v.variant('source', [
  v.strictObject({ source: v.literal('changes'), query: queries.changes, ...placeSchema }),
  v.strictObject({ source: v.literal('job-history'), query: queries['job-history'], ...placeSchema }),
  v.strictObject({ source: v.literal('catalog-summary'), query: queries['catalog-summary'], ...placeSchema }),
  v.strictObject({ source: v.literal('scraper-runs'), query: queries['scraper-runs'], ...placeSchema }),
  v.strictObject({ source: v.literal('deleted-configs'), query: queries['deleted-configs'], ...placeSchema }),
  v.strictObject({ source: v.literal('playbook-runs'), query: queries['playbook-runs'], ...placeSchema }),
  v.strictObject({ source: v.literal('log-components'), query: queries['log-components'], ...placeSchema }),
]);

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
