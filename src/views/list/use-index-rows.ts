import { useCallback, useMemo, useState } from 'react';
import type { IndexLine, IndexQuery, IndexResult } from '#sync/protocol/index-query.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { IndexClient } from '#src/platform/replica/index-client.ts';
import { useIndexClient } from '#src/platform/replica/index-context.tsx';
import { useIndexQuery, useIndexRows as useRowsOf } from '#src/platform/replica/use-index.ts';
import type { RowList } from '#src/ui/table/data-table.tsx';
import type { Among } from './among.ts';
import type { Line, RowSource } from './row-source.ts';
import type { Params } from './search-spec.ts';
import { useInUse, type Order } from './use-held-order.ts';

/** What a list asks of an index, but for the window of it. */
export type IndexAsked = Pick<IndexQuery, 'filters' | 'text' | 'sort' | 'facets' | 'isNear' | 'isByFit'> & {
  /** What the rows are gathered by; empty for one list. */
  readonly groupBy: NonNullable<IndexQuery['lines']>['by'];
};

interface Asked<Row> {
  readonly tbl: PackedName;
  readonly asked: IndexAsked;
  /** Define at module scope. Undefined for what is no such row. */
  readonly toRow: (raw: JsonRow) => Row | undefined;
}

/** The source of a list, and what the other filters could choose. */
export type IndexRows<Row, P extends Params> = RowSource<Row, P> & {
  readonly result: IndexResult | undefined;
  /** The rows that were read: those in view, and some around them. */
  readonly inView: readonly Row[];
};

/** So many lines are asked for at once: a screen, and as much above and below it. */
const WINDOW = 200;
const STEP = 100;
/** Lines of a high screen, and what is drawn below it. */
const SCREEN = 64;
const EXPORT_STEP = 1_000;

interface OpenGroups {
  readonly question: string;
  readonly except: readonly string[];
}

/** The source of a list of any length that an index of this tab answers: only the lines in view are read. */
export function useIndexRows<Row, P extends Params>({ tbl, asked, toRow }: Asked<Row>): IndexRows<Row, P> {
  const question = JSON.stringify(asked);
  const [first, setFirst] = useState(0);
  const [held, setHeld] = useState<OpenGroups>({ question, except: [] });
  const except = held.question === question ? held.except : [];
  const offset = Math.max(0, Math.floor(first / STEP) * STEP - STEP / 2);
  const query = windowOf(asked, except, offset, WINDOW);
  const live = useIndexQuery(tbl, query);
  const result = live.value;
  const { window, order } = useWindow(result, live.isBehind, query);
  const rows = useKnownRows(tbl, window);
  const known = useMemo(() => knownLines(window, rows, toRow), [window, rows, toRow]);
  const lines = useMemo(() => linesOf(window, known), [window, known]);
  const inView = useMemo(
    () => known.flatMap((line) => (line.kind === 'row' && line.row ? [line.row] : [])),
    [known],
  );
  const index = useIndexClient();
  const show = useCallback((from: number) => setFirst(from), []);
  const toggle = useCallback(
    (groupId: string, isOpen: boolean) =>
      setHeld((before) => {
        const others = (before.question === question ? before.except : []).filter((id) => id !== groupId);
        return { question, except: isOpen ? [...others, groupId] : others };
      }),
    [question],
  );
  return {
    claim: result,
    error: live.error,
    isStale: false,
    total: result?.total ?? null,
    counted: result === undefined ? '' : countedWords(result),
    hidden: null,
    lines,
    show,
    toggle: asked.groupBy.length > 0 ? toggle : null,
    order,
    press: null,
    problems: [],
    among: { tbl, asked: amongOf(asked) },
    pages: null,
    refresh: null,
    all: async () => ({
      rows: await allRows(index, tbl, asked, toRow),
      isWhole: result?.state === 'complete',
    }),
    result,
    inView,
  };
}

function amongOf({ filters, text, isNear }: IndexAsked): Among['asked'] {
  return { filters, text, ...(isNear !== undefined && { isNear }) };
}

function countedWords({ total, near }: IndexResult): string {
  const close = near.map((word) => `“${word}”`).join(' and ');
  return `Showing ${total.toLocaleString()}${close === '' ? '' : ` that come close to ${close}`}`;
}

function windowOf(asked: IndexAsked, except: readonly string[], offset: number, limit: number): IndexQuery {
  const { groupBy, ...query } = asked;
  const isGrouped = groupBy.length > 0;
  return {
    ...query,
    offset: isGrouped ? 0 : offset,
    limit: isGrouped ? 0 : limit,
    groups: null,
    lines: isGrouped ? { by: groupBy, isOpen: false, except: [...except], offset, limit } : null,
  };
}

/** The lines that were read, and where they stand. */
interface Window {
  readonly offset: number;
  readonly length: number;
  readonly lines: readonly IndexLine[];
  readonly ids: readonly string[];
  readonly isGrouped: boolean;
}

/** An answer that is shown, and the newest one to the same question. */
interface HeldAnswer {
  readonly key: string;
  readonly query: IndexQuery;
  readonly shown: IndexResult | undefined;
  readonly newest: IndexResult | undefined;
}

/**
 * The lines of the last answer to a question that is still asked: where those of another one stand is not known any more.
 * While somebody is among them they stay where they are (ux need 14); what the cells show is current all the same.
 */
function useWindow(
  result: IndexResult | undefined,
  isBehind: boolean,
  query: IndexQuery,
): { readonly window: Window; readonly order: Order } {
  const { isInUse, inUse } = useInUse();
  const key = JSON.stringify(query);
  const [held, setHeld] = useState<HeldAnswer>({ key, query, shown: result, newest: result });
  const isNew = !isBehind && (held.newest !== result || held.key !== key);
  const isReleased = !isInUse && held.shown !== held.newest;
  let current = held;
  if (isNew || isReleased) {
    const next = isNew ? { key, query, newest: result } : held;
    const isKept = isInUse && held.key === next.key && !canFollow(held.shown, next.newest);
    current = { ...next, shown: isKept ? held.shown : next.newest };
    setHeld(current);
  }
  const { shown, newest, query: of } = current;
  const window = useMemo(() => linesIn(shown, of), [shown, of]);
  const resort = useCallback(() => setHeld((before) => ({ ...before, shown: before.newest })), []);
  return { window, order: { isBehind: shown !== newest, behindIn: 'rows', resort, inUse } };
}

/** Whether no line moves, or there is too little on this device yet to hold on to. */
function canFollow(shown: IndexResult | undefined, newest: IndexResult | undefined): boolean {
  if (shown?.state !== 'complete' || newest === undefined) return true;
  const [before, after] = [placesIn(shown), placesIn(newest)];
  return (
    before.length === 0 || (before.length === after.length && before.every((id, at) => id === after[at]))
  );
}

function placesIn({ ids, lines }: IndexResult): readonly string[] {
  return lines.length === 0 ? ids : lines.map(({ id }) => id);
}

function linesIn(answer: IndexResult | undefined, { lines: grouped, offset }: IndexQuery): Window {
  const isGrouped = grouped !== null && grouped !== undefined;
  if (answer === undefined) return { offset: 0, length: 0, lines: [], ids: [], isGrouped };
  const lines = isGrouped ? answer.lines : answer.ids.map((id): IndexLine => ({ is: 'row', id }));
  return {
    offset: isGrouped ? grouped.offset : offset,
    isGrouped,
    length: isGrouped ? answer.lineTotal : answer.total,
    lines,
    ids: lines.flatMap((line) => (line.is === 'row' ? [line.id] : [])),
  };
}

type KnownRows = ReadonlyMap<string, JsonRow | null>;
const NO_ROWS: KnownRows = new Map();
const NONE: readonly string[] = [];

type Answer = readonly (JsonRow | null)[] | undefined;

/** What was made of the last two answers. */
interface HeldRows {
  readonly shown: Answer;
  readonly others: Answer;
  readonly rows: KnownRows;
}

/**
 * The rows of a window: at the top of the list those of the first screen before the others, which lie in as many pages of
 * the store as there are rows. Those that were in view before stay known until all of these are.
 */
function useKnownRows(tbl: PackedName, { ids, offset }: Pick<Window, 'ids' | 'offset'>): KnownRows {
  const [near, rest] = useMemo(() => {
    const length = offset === 0 ? SCREEN : ids.length;
    return [ids.slice(0, length), ids.slice(length)];
  }, [ids, offset]);
  const first = useRowsOf(tbl, near);
  const shown = first.isBehind ? undefined : first.value;
  const others = useRowsOf(tbl, shown === undefined ? NONE : rest);
  const [held, setHeld] = useState<HeldRows>({ shown: undefined, others: undefined, rows: NO_ROWS });
  if (shown === undefined || (held.shown === shown && held.others === others.value)) return held.rows;
  const below = !others.isBehind && others.value?.length === rest.length ? others.value : undefined;
  const rows = new Map(below === undefined ? held.rows : []);
  near.forEach((id, at) => rows.set(id, shown[at] ?? null));
  if (below !== undefined) rest.forEach((id, at) => rows.set(id, below[at] ?? null));
  setHeld({ shown, others: others.value, rows });
  return rows;
}

function knownLines<Row>(
  { lines, isGrouped }: Window,
  rows: KnownRows,
  toRow: (raw: JsonRow) => Row | undefined,
): readonly Line<Row>[] {
  return lines.map((line): Line<Row> => {
    if (line.is === 'group') return { kind: 'group', ...line };
    const raw = rows.get(line.id);
    const row = raw === null || raw === undefined ? raw : (toRow(raw) ?? null);
    return { kind: 'row', id: line.id, row, isMember: isGrouped };
  });
}

function linesOf<Row>(
  { offset, length, isGrouped }: Window,
  known: readonly Line<Row>[],
): RowList<Line<Row>> {
  return {
    length,
    at: (index) => {
      if (index < 0 || index >= length) return undefined;
      // Further away nothing is read yet; it stands as a row without its cells.
      return known[index - offset] ?? { kind: 'row', id: `at ${index}`, row: undefined, isMember: isGrouped };
    },
    findIndex: (fits) => {
      const found = known.findIndex(fits);
      return found === -1 ? -1 : found + offset;
    },
  };
}

async function allRows<Row>(
  index: IndexClient,
  tbl: PackedName,
  asked: IndexAsked,
  toRow: (raw: JsonRow) => Row | undefined,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let offset = 0; ; offset += EXPORT_STEP) {
    const { ids } = await index.query(tbl, windowOf({ ...asked, groupBy: [] }, [], offset, EXPORT_STEP));
    if (ids.length === 0) return found;
    for (const raw of await index.rows(tbl, ids)) {
      const row = raw === null ? undefined : toRow(raw);
      if (row !== undefined) found.push(row);
    }
  }
}
