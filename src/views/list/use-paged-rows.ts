import { useMemo } from 'react';
import { SyncError } from '#sync/errors.ts';
import type { Claim } from '#sync/protocol/claim.ts';
import type { PagedRow, PagePart } from '#sync/protocol/paged.ts';
import { usePage, type ChosenPage } from '#src/platform/replica/use-page.ts';
import type { Line, RowSource } from './row-source.ts';
import type { Params } from './search-spec.ts';

const NO_ROWS: readonly PagedRow[] = [];

export interface PagedAsked<Row> {
  readonly question: ChosenPage;
  /** Define at module scope. Undefined for what is no such row. */
  readonly toRow: (raw: PagedRow) => Row | undefined;
}

/** Younger pages are not asked for again (spec 9: five minutes). */
export const PAGE_MAX_AGE_MS = 300_000;

/** The source of a list whose rows stay on the server: one page of them, with its age. */
export function usePagedRows<Row, P extends Params>({ question, toRow }: PagedAsked<Row>): RowSource<Row, P> {
  const { part, isBehind, refresh } = usePage(question, PAGE_MAX_AGE_MS);
  const raw = part.is === 'found' ? part.value.rows : NO_ROWS;
  const rows = useMemo(() => rowsOf(raw, toRow), [raw, toRow]);
  const lines = useMemo(() => linesOf(rows), [rows]);
  const total = part.is === 'found' ? part.value.total : null;
  const { size } = question;
  // While the next page is on its way the former one stands.
  const page = part.is === 'found' && isBehind ? part.value.page : question.page;
  const error = useMemo(() => (part.is === 'failed' ? new SyncError(part.error) : undefined), [part]);
  return {
    claim: claimOf(part),
    error,
    // It could not be renewed, or still answers another question.
    isStale: isBehind || (part.is === 'found' && part.claim.reason !== null),
    total,
    counted: '',
    hidden: null,
    lines,
    show: null,
    toggle: null,
    order: null,
    press: null,
    problems: [],
    pages: { page, size, total, count: lines.length },
    refresh,
    all: () =>
      Promise.resolve({ rows: rows.map(({ row }) => row), isWhole: total !== null && total <= rows.length }),
  };
}

interface RowOfPage<Row> {
  readonly id: string;
  readonly row: Row;
}

/** Rows of pages, without what is none. */
export function rowsOf<Row>(
  raw: readonly PagedRow[],
  toRow: PagedAsked<Row>['toRow'],
): readonly RowOfPage<Row>[] {
  return raw.flatMap((each) => {
    const row = toRow(each);
    return row === undefined ? [] : [{ id: each.id, row }];
  });
}

export function linesOf<Row>(rows: readonly RowOfPage<Row>[]): readonly Line<Row>[] {
  return rows.map(({ id, row }) => ({ kind: 'row', id, row, isMember: false }));
}

/** Undefined before anything is known. */
export function claimOf(part: PagePart): Claim | undefined {
  if (part.is === 'loading' || part.is === 'failed') return undefined;
  if (part.is === 'found') return part.claim;
  return {
    state: part.is === 'forbidden' ? 'forbidden' : 'never',
    basis: 'server',
    asOf: null,
    lacks: [],
    reason: part.is === 'not-here' ? part.reason : null,
  };
}
