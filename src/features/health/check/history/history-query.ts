import * as v from 'valibot';
import type { IndexFilter, IndexQuery } from '#sync/protocol/index-query.ts';
import { frozenRunSchema, type FrozenRun } from '#sync/protocol/tables/evidence-payload.ts';
import { parseDurationFilter } from '#src/lib/duration-filter.ts';

/** Statuses a history can be narrowed to; on the wire 1 and 0 (spec, section 7). */
export const RUN_STATUSES = ['all', 'healthy', 'unhealthy'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Spec 2.4: page size 50, options 50/100/200. */
export const PAGE_SIZES = [50, 100, 200] as const;
export const DEFAULT_PAGE_SIZE = 50;

export interface HistoryFilters {
  readonly status: RunStatus;
  /** A preset or a free value that ends in ms or s; empty is All. */
  readonly duration: string;
}

export const NO_FILTERS: HistoryFilters = { status: 'all', duration: '' };

export function isFiltered({ status, duration }: HistoryFilters): boolean {
  return status !== 'all' || parseDurationFilter(duration).kind === 'atLeast';
}

interface Window {
  readonly checkId: string;
  /** RFC 3339. */
  readonly from: string;
  readonly filters: HistoryFilters;
  readonly offset: number;
  readonly limit: number;
}

/** The question for one page of the history, newest first. A duration that is none filters nothing. */
export function historyQuery({ checkId, from, filters, offset, limit }: Window): IndexQuery {
  const duration = parseDurationFilter(filters.duration);
  const found: IndexFilter[] = [
    { kind: 'values', column: 'check_id', include: [checkId], exclude: [] },
    { kind: 'range', column: 'time', from, to: null },
  ];
  if (filters.status !== 'all') {
    const wanted = filters.status === 'healthy' ? 'true' : 'false';
    found.push({ kind: 'values', column: 'status', include: [wanted], exclude: [] });
  }
  if (duration.kind === 'atLeast')
    found.push({ kind: 'range', column: 'duration', from: duration.durationMs, to: null });
  return {
    filters: found,
    text: '',
    sort: { column: 'time', descending: true },
    offset,
    limit,
    facets: [],
    groups: null,
  };
}

/** Rows of `check_statuses` as runs in their order; what is no run is left out. */
export function runsOfRows(rows: readonly unknown[]): readonly FrozenRun[] {
  return rows.flatMap((row) => {
    const parsed = v.safeParse(frozenRunSchema, row);
    return parsed.success ? [parsed.output] : [];
  });
}
