import { useCallback, useMemo, useRef, useState } from 'react';
import { SyncError } from '#sync/errors.ts';
import type { PagedRow, PagePart } from '#sync/protocol/paged.ts';
import { usePage } from '#src/platform/replica/use-page.ts';
import type { Problem, RowSource } from './row-source.ts';
import type { Params } from './search-spec.ts';
import { claimOf, linesOf, PAGE_MAX_AGE_MS, rowsOf, type PagedAsked } from './use-paged-rows.ts';

/** So many rows before the end the next page is asked for (spec 2: "near the bottom"). */
const NEAR_END = 20;
const NO_ROWS: readonly PagedRow[] = [];
const NO_PROBLEMS: readonly Problem[] = [];

/** Pages after the first one, of one reading of it. */
interface More {
  readonly reading: string;
  readonly rows: readonly PagedRow[];
  readonly pages: number;
  /** Why the next one could not be read, and the place in the list at which that was tried. */
  readonly failed: { readonly end: number; readonly message: string } | null;
}

/**
 * The source of a list whose rows stay on the server: page after page, the next one as soon as its end comes near. The
 * question is that of the first page; read anew it begins anew, and with it the list.
 */
export function useScrolledRows<Row, P extends Params>({
  question,
  toRow,
}: PagedAsked<Row>): RowSource<Row, P> {
  const { part, isBehind, refresh, readPage } = usePage(question, PAGE_MAX_AGE_MS);
  const reading = JSON.stringify([question, part.is === 'found' ? part.claim.asOf : null]);
  const first = part.is === 'found' ? part.value.rows : NO_ROWS;
  const total = part.is === 'found' ? part.value.total : null;
  const none = useMemo((): More => ({ reading, rows: NO_ROWS, pages: 0, failed: null }), [reading]);
  const [held, setHeld] = useState(none);
  const more = held.reading === reading ? held : none;
  const raw = useMemo(() => distinct([...first, ...more.rows]), [first, more.rows]);
  const rows = useMemo(() => rowsOf(raw, toRow), [raw, toRow]);
  const lines = useMemo(() => linesOf(rows), [rows]);
  const asking = useRef('');
  const isWhole = total === null || first.length + more.rows.length >= total;
  const show = useCallback(
    (_first: number, end: number): void => {
      const page = more.pages + 2;
      const key = `${page} ${reading}`;
      const isAsked = asking.current === key || more.failed?.end === end;
      if (isBehind || isWhole || isAsked || end < lines.length - NEAR_END) return;
      asking.current = key;
      void readPage(page).then((next) => {
        asking.current = '';
        setHeld(withPage(more, next, end));
      });
    },
    [more, reading, isBehind, isWhole, lines.length, readPage],
  );
  const error = useMemo(() => (part.is === 'failed' ? new SyncError(part.error) : undefined), [part]);
  const problems = useMemo(
    () =>
      more.failed === null
        ? NO_PROBLEMS
        : [{ text: 'The next rows could not be read', error: { message: more.failed.message } }],
    [more.failed],
  );
  return {
    claim: claimOf(part),
    error,
    isStale: isBehind || (part.is === 'found' && part.claim.reason !== null),
    total,
    counted: countedWords(lines.length, total),
    hidden: null,
    lines,
    show,
    toggle: null,
    order: null,
    press: null,
    problems,
    pages: null,
    refresh,
    all: () => Promise.resolve({ rows: rows.map(({ row }) => row), isWhole }),
  };
}

/** Rows that were written meanwhile move others to the next page: each is listed once. */
function distinct(rows: readonly PagedRow[]): readonly PagedRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function withPage(more: More, next: PagePart, end: number): More {
  if (next.is === 'found')
    return { ...more, rows: [...more.rows, ...next.value.rows], pages: more.pages + 1, failed: null };
  return { ...more, failed: { end, message: messageOf(next) } };
}

function messageOf(part: Exclude<PagePart, { is: 'found' }>): string {
  if (part.is === 'failed') return part.error.message;
  return (part.is === 'not-here' ? part.reason : null) ?? 'Not reachable now.';
}

function countedWords(count: number, total: number | null): string {
  if (count === 0 || total === null) return '';
  return total > count
    ? `Showing ${count.toLocaleString()} of ${total.toLocaleString()}`
    : `Showing ${count.toLocaleString()}`;
}
