import { own } from '../protocol/own.ts';
import type { HttpRequest } from '../ports.ts';
import type { FeedArm } from '../core/pull/cursor.ts';
import type { WireFacts, ProbeQuestion } from '../core/pull/wire-facts.ts';
import type { UndoneQuestion } from '../core/check/check.ts';
import type { JsonRow } from '../protocol/op.ts';
import { keyColumnsOf, keyParts } from '../protocol/keys.ts';
import { quoted, listed } from '../protocol/query-text.ts';
import type { Param } from '../protocol/query-text.ts';
import type { WireSpec } from '../protocol/table.ts';

/** Time a request may take; longer on a slow or metered link (D7). */
export const REQUEST_TIMEOUT_MS = 20_000;
/** Time a request may take while the link is constrained (D7). */
export const SLOW_REQUEST_TIMEOUT_MS = 60_000;
/** Rows asked for at once; below the server's silent cap of 2000 (B10). */
export const PAGE_ROWS = 1000;
/** Rows of a page while a packed collection is filled: as many as the server gives, half as many round trips (D11). */
export const BULK_PAGE_ROWS = 2000;

/** Circumstances that shape every request of an engine. */
export interface RequestContext {
  readonly userId: string;
  readonly isConstrained: boolean;
  /** What the schema probe found; without it only the columns every server has are asked for. */
  readonly wire?: WireFacts | undefined;
}

/** Percent-encodes a query value; commas and colons stay readable, a plus never stays a space (B21). */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/** The query of a path. */
export function queryOf(params: readonly Param[]): string {
  return params.map(([name, value]) => `${name}=${encode(value)}`).join('&');
}

/** How long an answer is waited for. */
export function timeoutOf(context: RequestContext): number {
  return context.isConstrained ? SLOW_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
}

/** A read below the API base; `withCount` asks for the exact number of rows. */
export function readRequest(
  spec: WireSpec,
  context: RequestContext,
  params: readonly Param[],
  withCount = false,
): HttpRequest {
  return {
    method: 'GET',
    path: `${spec.path}?${queryOf(params)}`,
    headers: { accept: 'application/json', ...(withCount ? { prefer: 'count=exact' } : {}) },
    timeoutMs: timeoutOf(context),
  };
}

/** Filters that belong to the feed itself: one's own row, and soft-deleted rows left out. */
export function scopeOf(spec: WireSpec, context: RequestContext, hidesDeleted: boolean): readonly Param[] {
  const own: readonly Param[] = spec.ownRow === true ? [[spec.key, `eq.${context.userId}`]] : [];
  const alive: readonly Param[] = hidesDeleted && spec.softDelete ? [['deleted_at', 'is.null']] : [];
  return [...own, ...alive];
}

/** The columns to ask for. */
export function selectOf(columns: readonly string[]): Param {
  return ['select', columns.join(',')];
}

const isNull = (column: string): string => `${column}.is.null`;
const equals = (column: string, value: string | null): string =>
  value === null ? isNull(column) : `${column}.eq.${quoted(value)}`;
/** Rows beyond a value; NULL sorts first, as `keyOrder` asks. */
const beyond = (column: string, value: string | null): string =>
  value === null ? `${column}.not.is.null` : `${column}.gt.${quoted(value)}`;

/** Condition "after this key" over one or more columns, as a part of a logic tree. */
function afterKey(columns: readonly string[], values: readonly (string | null)[]): string {
  const [column = '', ...restColumns] = columns;
  const [value = null, ...restValues] = values;
  if (restColumns.length === 0) return beyond(column, value);
  const rest = afterKey(restColumns, restValues);
  return `or(${beyond(column, value)},and(${equals(column, value)},${rest}))`;
}

/** The same as query parameters. */
function afterParams(spec: WireSpec, afterId: string | null): readonly Param[] {
  if (afterId === null) return [];
  if (spec.keyColumns === undefined) return [[spec.key, `gt.${afterId}`]];
  return [['and', `(${afterKey(spec.keyColumns, keyParts(spec, afterId))})`]];
}

/** Order by key: the first column of a natural key is never NULL, the others sort NULL first. */
function keyOrder(spec: WireSpec, direction: 'asc' | 'desc' = 'asc'): string {
  const nulls = direction === 'asc' ? 'nullsfirst' : 'nullslast';
  return keyColumnsOf(spec)
    .map((column, at) => (at === 0 ? `${column}.${direction}` : `${column}.${direction}.${nulls}`))
    .join(',');
}

/** The row with this key. */
export function keyParams(spec: WireSpec, id: string): readonly Param[] {
  const values = keyParts(spec, id);
  return keyColumnsOf(spec).map((column, at) => {
    const value = values[at] ?? null;
    return [column, value === null ? 'is.null' : `eq.${value}`] as const;
  });
}

/** Whether a row is the one with this key: an answer to a question for one row may hold another, or none of its columns. */
export function isRowWithKey(spec: WireSpec, row: JsonRow, id: string): boolean {
  const values = keyParts(spec, id);
  return keyColumnsOf(spec).every((column, at) => {
    const value = own(row, column) ?? null;
    return (typeof value === 'string' ? value : null) === (values[at] ?? null);
  });
}

/** Rows with one of these keys. */
function keysParam(spec: WireSpec, ids: readonly string[]): Param {
  if (spec.keyColumns === undefined) return [spec.key, `in.(${ids.map(quoted).join(',')})`];
  const columns = spec.keyColumns;
  const rows = ids.map((id) => {
    const values = keyParts(spec, id);
    return `and(${columns.map((column, at) => equals(column, values[at] ?? null)).join(',')})`;
  });
  return ['or', `(${rows.join(',')})`];
}

/** Columns to ask for on this server. */
export function columnsOn(spec: WireSpec, { wire }: RequestContext): readonly string[] {
  const there = (spec.optional ?? []).filter((column) => wire?.has(spec.path, column) === true);
  return there.length === 0 ? spec.columns : [...spec.columns, ...there];
}

/** Whether a relation has a column: no rows, just the name (decisions.md, the schema probe). */
export function columnRequest({ path, column }: ProbeQuestion, context: RequestContext): HttpRequest {
  return {
    method: 'GET',
    path: `${path}?${queryOf([selectOf([column]), ['limit', '0']])}`,
    headers: { accept: 'application/json' },
    timeoutMs: timeoutOf(context),
  };
}

/** Columns of an id digest: the key, the stamp where the table has one, and what changes without it (D12.2). */
export function digestColumns(spec: WireSpec): readonly string[] {
  const stamp = spec.columns.includes('updated_at') ? ['updated_at'] : [];
  return [...keyColumnsOf(spec), ...stamp, ...(spec.digest ?? [])];
}

/** Page of a walk by primary key (D11). `withCount` asks for the exact number of rows, once per pass. */
export function walkRequest(
  spec: WireSpec,
  context: RequestContext,
  page: {
    readonly afterId: string | null;
    readonly withCount?: boolean | undefined;
    readonly isDigest?: boolean;
  },
): HttpRequest {
  return readRequest(
    spec,
    context,
    [
      selectOf(page.isDigest === true ? digestColumns(spec) : columnsOn(spec, context)),
      ...scopeOf(spec, context, true),
      ...afterParams(spec, page.afterId),
      ['order', keyOrder(spec)],
      ['limit', String(PAGE_ROWS)],
    ],
    page.withCount,
  );
}

/**
 * Page of the rows whose column has none of the given values, by key (F-state, F-active, B3): small sets that are
 * listed whole. Rows without a value are not among them.
 */
export function exceptRequest(
  spec: WireSpec,
  context: RequestContext,
  set: { readonly column: string; readonly except: readonly string[]; readonly columns: readonly string[] },
  page: { readonly afterId: string | null; readonly withCount?: boolean | undefined },
): HttpRequest {
  return readRequest(
    spec,
    context,
    [
      selectOf([...new Set([...keyColumnsOf(spec), ...set.columns])]),
      ...scopeOf(spec, context, true),
      [set.column, `not.in.${listed(set.except)}`],
      ...afterParams(spec, page.afterId),
      ['order', keyOrder(spec)],
      ['limit', String(PAGE_ROWS)],
    ],
    page.withCount,
  );
}

/** Where a feed page starts: at a moment, or right after the last row of the page before. */
export type FeedPosition =
  | { readonly from: string }
  | { readonly afterValue: string; readonly afterId: string };

/**
 * Page of a cursor feed (D10), ordered by marker and key. The continuation is a compound condition, so rows that
 * share a marker are neither skipped nor repeated; rows without `updated_at` come by `created_at` (B5).
 */
export function feedRequest(
  spec: WireSpec,
  context: RequestContext,
  arm: FeedArm,
  position: FeedPosition,
  withCount = false,
): HttpRequest {
  const { marker } = arm;
  const nullArm: readonly Param[] = arm.onlyNullUpdated ? [['updated_at', 'is.null']] : [];
  const start: Param =
    'from' in position
      ? [marker, `gte.${position.from}`]
      : [
          'or',
          `(${marker}.gt.${quoted(position.afterValue)},` +
            `and(${marker}.eq.${quoted(position.afterValue)},` +
            `${afterKey(keyColumnsOf(spec), keyParts(spec, position.afterId))}))`,
        ];
  return readRequest(
    spec,
    context,
    [
      selectOf(columnsOn(spec, context)),
      ...scopeOf(spec, context, false),
      ...nullArm,
      start,
      ['order', `${marker}.asc,${keyOrder(spec)}`],
      ['limit', String(PAGE_ROWS)],
    ],
    withCount,
  );
}

/** Everything after a row in the order of a marker and the key, for pages that run either way (D10). */
export function afterMarker(
  spec: WireSpec,
  marker: string,
  last: { readonly value: string; readonly id: string },
  direction: 'asc' | 'desc' = 'asc',
): Param {
  const columns = keyColumnsOf(spec);
  const values = keyParts(spec, last.id);
  const rest =
    direction === 'asc'
      ? afterKey(columns, values)
      : `${columns.at(-1) ?? spec.key}.lt.${quoted(values.at(-1) ?? '')}`;
  const past = direction === 'asc' ? 'gt' : 'lt';
  const same = `and(${marker}.eq.${quoted(last.value)},${rest})`;
  return ['or', `(${marker}.${past}.${quoted(last.value)},${same})`];
}

/** Any page of a packed collection: the caller names columns, conditions and order. */
export interface PageQuery {
  readonly columns: readonly string[];
  readonly where: readonly Param[];
  /** Marker that orders the page before the key; by key alone without one. */
  readonly marker?: string | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly withCount?: boolean | undefined;
}

/** Request of such a page. */
export function pageRequest(spec: WireSpec, context: RequestContext, query: PageQuery): HttpRequest {
  const direction = query.direction ?? 'asc';
  const first = query.marker === undefined ? '' : `${query.marker}.${direction},`;
  const offset: readonly Param[] = query.offset === undefined ? [] : [['offset', String(query.offset)]];
  return readRequest(
    spec,
    context,
    [
      selectOf([...new Set([...keyColumnsOf(spec), ...query.columns])]),
      ...query.where,
      ['order', `${first}${keyOrder(spec, direction)}`],
      ['limit', String(query.limit ?? PAGE_ROWS)],
      ...offset,
    ],
    query.withCount,
  );
}

/** Rows with one of these keys, as a condition. */
export function oneOfKeys(spec: WireSpec, ids: readonly string[]): Param {
  return keysParam(spec, ids);
}

/** Rows after a key, as conditions; none for null. */
export function afterKeyOf(spec: WireSpec, afterId: string | null): readonly Param[] {
  return afterParams(spec, afterId);
}

/** Rows whose column has one of the given values; callers keep to `IDS_PER_REQUEST` (D10.6). */
export function rowsWhere(
  spec: WireSpec,
  context: RequestContext,
  column: string,
  values: readonly string[],
  options: {
    readonly isDigest?: boolean;
    readonly withCount?: boolean;
    readonly afterId?: string | null;
    /** Leaves softly deleted rows out also where rows are asked for by key. */
    readonly isAlive?: boolean;
  } = {},
): HttpRequest {
  const afterId = options.afterId ?? null;
  const isByKey = column === spec.key;
  return readRequest(
    spec,
    context,
    [
      selectOf(options.isDigest === true ? digestColumns(spec) : columnsOn(spec, context)),
      ...scopeOf(spec, context, !isByKey || options.isAlive === true),
      isByKey ? keysParam(spec, values) : [column, `in.(${values.map(quoted).join(',')})`],
      ...afterParams(spec, afterId),
      ['order', keyOrder(spec)],
      ['limit', String(PAGE_ROWS)],
    ],
    options.withCount,
  );
}

/** One row by key, as `checking` needs it (D7). */
export function rowRequest(spec: WireSpec, context: RequestContext, id: string): HttpRequest {
  return readRequest(spec, context, [
    selectOf(columnsOn(spec, context)),
    ...keyParams(spec, id),
    ['limit', '1'],
  ]);
}

/** Whether the changelog has a line of this status since a moment (core/check.ts, `undoneQuestion`). */
export function statusLogRequest(
  spec: WireSpec,
  context: RequestContext,
  question: UndoneQuestion,
): HttpRequest {
  return readRequest(spec, context, [
    selectOf(['id']),
    [question.column, `eq.${question.rowId}`],
    ['type', `eq.${question.type}`],
    ['description', `eq.${question.status}`],
    ['created_at', `gt.${question.since}`],
    ['limit', '1'],
  ]);
}

/** Exact number of rows of the feed: a GET with `limit=1`, because the proxy refuses HEAD (D12.1, decisions). */
export function countRequest(spec: WireSpec, context: RequestContext): HttpRequest {
  const params: readonly Param[] = [
    selectOf(keyColumnsOf(spec)),
    ...scopeOf(spec, context, true),
    ['limit', '1'],
  ];
  return readRequest(spec, context, params, true);
}

/** The newest rows of a table first, before its walk: the first useful screen (D11, T2). */
export function newestRequest(spec: WireSpec, context: RequestContext, limit: number): HttpRequest {
  return readRequest(spec, context, [
    selectOf(columnsOn(spec, context)),
    ...scopeOf(spec, context, true),
    ['order', `created_at.desc,${keyOrder(spec, 'desc')}`],
    ['limit', String(limit)],
  ]);
}

/** The whole list of a service that knows no paging. */
export function unpagedRequest(spec: WireSpec, context: RequestContext): HttpRequest {
  return {
    method: 'GET',
    path: spec.path,
    headers: { accept: 'application/json' },
    timeoutMs: timeoutOf(context),
  };
}

const WHOAMI = '/auth/whoami';

/** Whether this is the look at the session: it reads no view, and shows how the server as a whole is doing (D14). */
export function isWhoami({ path }: HttpRequest): boolean {
  return path === WHOAMI;
}

/** Who the session belongs to (reference server.md 3). */
export function whoamiRequest(context: RequestContext): HttpRequest {
  return {
    method: 'GET',
    path: WHOAMI,
    headers: { accept: 'application/json' },
    timeoutMs: timeoutOf(context),
  };
}
