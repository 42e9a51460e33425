import type { FeedArm } from '../core/pull/cursor.ts';
import type { SetPart } from '../core/outbox/set-parts.ts';
import type { HttpRequest } from '../ports.ts';
import { keyColumnsOf } from '../protocol/keys.ts';
import type { WireSpec } from '../protocol/table.ts';
import { listed } from '../protocol/query-text.ts';
import { readRequest, scopeOf, selectOf } from './postgrest.ts';
import type { Param } from '../protocol/query-text.ts';
import type { RequestContext } from './postgrest.ts';

/** Rows one look may bring; where more has moved the pages of the feed are cheaper. */
export const LOOK_ROWS = 100;

/** One reason for which a row belongs to a look: a marker at or after a moment, and what else must be true of it. */
export interface LookArm extends FeedArm {
  readonly from: string;
  readonly bound?: { readonly column: string; readonly from: string } | undefined;
}

/** What a look asks for: the arms of a feed, and rows that have not come to their end (F-active). */
export interface Look {
  readonly columns: readonly string[];
  readonly arms: readonly LookArm[];
  readonly unfinished?: { readonly column: string; readonly except: readonly string[] } | undefined;
}

/** The same moment in fewer bytes: a path is sent in full with every request, also over HTTP/2 (T11). */
function shortTime(time: string): string {
  return time.replace(/\+00:00$/, 'Z');
}

type Term = readonly [column: string, operator: string, value: string];

function lookParts({ arms, unfinished }: Look): readonly (readonly Term[])[] {
  const open: readonly Term[][] =
    unfinished === undefined ? [] : [[[unfinished.column, 'not.in', listed(unfinished.except)]]];
  return [
    ...open,
    ...arms.map(({ marker, onlyNullUpdated, from, bound }): readonly Term[] => [
      ...(onlyNullUpdated ? [['updated_at', 'is', 'null'] as const] : []),
      [marker, 'gte', shortTime(from)],
      ...(bound === undefined ? [] : [[bound.column, 'gte', shortTime(bound.from)] as const]),
    ]),
  ];
}

/** The terms of one part inside a logic tree; a time has neither commas nor brackets and needs no quotes there. */
function logicOf(part: readonly Term[]): string {
  const terms = part.map((term) => term.join('.'));
  return terms.length === 1 ? terms.join('') : `and(${terms.join(',')})`;
}

/**
 * Everything the arms of a feed would bring, in one request and in few columns (D10.6), with the server's own count: only
 * an answer that holds as many rows as were counted holds them all.
 */
export function lookRequest(spec: WireSpec, context: RequestContext, look: Look): HttpRequest {
  const parts = lookParts(look);
  const [only = []] = parts;
  const plain = only.map(([column, operator, value]): Param => [column, `${operator}.${value}`]);
  const where: readonly Param[] = parts.length === 1 ? plain : [['or', `(${parts.map(logicOf).join(',')})`]];
  const query = [
    selectOf([...new Set([...keyColumnsOf(spec), ...look.columns])]),
    ...scopeOf(spec, context, false),
    ...where,
    ['limit', String(LOOK_ROWS)] as const,
  ];
  return readRequest(spec, context, query, true);
}

/** How many rows meet these conditions: one key and the count. */
export function countWhereRequest(
  spec: WireSpec,
  context: RequestContext,
  where: readonly Param[],
): HttpRequest {
  const params: readonly Param[] = [
    selectOf(keyColumnsOf(spec)),
    ...scopeOf(spec, context, true),
    ...where,
    ['limit', '1'],
  ];
  return readRequest(spec, context, params, true);
}

/** How many rows have none of the given values, a membership set (F-state). */
export function exceptCountRequest(
  spec: WireSpec,
  context: RequestContext,
  set: { readonly column: string; readonly except: readonly string[] },
): HttpRequest {
  return countWhereRequest(spec, context, [[set.column, `not.in.${listed(set.except)}`]]);
}

/** How many rows say this in these columns, with `after < key <= upTo`; null means unbounded (F-state). */
export function setCountRequest(
  spec: WireSpec,
  context: RequestContext,
  { values, after, upTo }: SetPart,
): HttpRequest {
  return countWhereRequest(spec, context, [
    ...values.map(([column, value]): Param => [column, value === null ? 'is.null' : `eq.${value}`]),
    ...(after === null ? [] : [[spec.key, `gt.${after}`] as const]),
    ...(upTo === null ? [] : [[spec.key, `lte.${upTo}`] as const]),
  ]);
}

/** How many rows have a stamp after one moment and not after another; null means unbounded (D12.1). */
export function stampCountRequest(
  spec: WireSpec,
  context: RequestContext,
  { after, upTo }: { readonly after: string | null; readonly upTo: string | null },
): HttpRequest {
  const begin: readonly Param[] = after === null ? [] : [['updated_at', `gt.${shortTime(after)}`]];
  const end: readonly Param[] = upTo === null ? [] : [['updated_at', `lte.${shortTime(upTo)}`]];
  return countWhereRequest(spec, context, [...begin, ...end]);
}
