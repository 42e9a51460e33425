/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of any height, drawn in part, stand in no table: the roles of a grid are theirs */
import { flushSync } from 'react-dom';
import {
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import type { TableLayout } from '#src/lib/table-layout.ts';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { Button } from '#src/ui/button.tsx';
import { Spinner } from '#src/ui/marks/spinner.tsx';
import { AnchoredWindow } from '#src/ui/table/anchored-window.ts';
import { nextRowIndex } from '#src/ui/table/row-keys.ts';
import { useTableLayout } from '#src/views/list/use-table-layout.ts';
import { SIZED_COLUMNS } from './log-columns.ts';
import { LogHeader, widthOf } from './log-header.tsx';
import { LogRow, type RowHandlers } from './log-row.tsx';
import type { LogPicks } from './log-picks.ts';
import type { LogRow as Row, LogRows } from './log-view.ts';

/** So many rows before the end of what is here the next ones are read. */
const NEAR_END = 40;

interface LogTableProps {
  label: string;
  rows: LogRows;
  picks: LogPicks;
  isWrapped: boolean;
  wanted: RegExp | undefined;
  /** The last line of the stretch after which lines are being read. */
  readingAfter: number | null;
  /** Of the last line before the gap. */
  onReadGap: (after: number) => void;
  onNearEnd: () => void;
  onTop: (isAtTop: boolean) => void;
  /** After the last row: what else there is. */
  end: ReactNode;
  /** Leads to the top of the list, for who stands outside it. */
  topRef: Ref<() => void>;
}

/** Lines of logs, of any number: one tab stop, arrow keys, Space chooses, Shift extends, Enter opens. */
export function LogTable(props: LogTableProps): ReactElement {
  // Every drawing is told to the window, also one for which nothing else has changed.
  'use no memo';
  const { label, rows, picks, isWrapped, wanted, end, topRef } = props;
  const latest = useRef(props);
  const [layout, setLayout] = useTableLayout(storageKeys.logColumns);
  const [draft, setDraft] = useState<TableLayout | null>(null);
  const [rowWindow] = useState(() => new AnchoredWindow());
  // oxlint-disable-next-line react/refs -- no ref: a store, one of whose functions is one
  const drawn = useSyncExternalStore(rowWindow.subscribe, rowWindow.get);
  const { first, end: last } = AnchoredWindow.within(drawn, rows.count);
  const blockRef = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<number | null>(null);
  const held = useSyncExternalStore(picks.subscribe, picks.get);
  const handlers = useMemo<RowHandlers>(
    () => ({
      activate: setActiveKey,
      select: (key, isExtended) => {
        const now = latest.current;
        const anchor = now.picks.anchor();
        if (isExtended && anchor !== null) now.picks.add(keysBetween(now.rows, anchor, key));
        else now.picks.toggle(key);
        setActiveKey(key);
      },
      toggleOpen: (key) => latest.current.picks.toggleOpen(key),
    }),
    [],
  );
  useImperativeHandle(topRef, () => () => rowWindow.toTop(), [rowWindow]);
  const handleView = (from: number, to: number, count: number): void => {
    props.onTop(from === 0);
    if (to >= count - NEAR_END) props.onNearEnd();
  };

  const focusRow = (index: number): void => {
    const row = rows.at(index);
    if (row === undefined) return;
    flushSync(() => {
      if (row.is === 'line') setActiveKey(row.key);
      rowWindow.reveal(index);
    });
    const element = blockRef.current?.querySelector<HTMLElement>(`:scope > [aria-rowindex="${index + 2}"]`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'row') return;
    const index = Number(target.getAttribute('aria-rowindex')) - 2;
    const row = rows.at(index);
    if (handleRowKey(event, row, rows, picks)) return;
    const isExtending = event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp');
    const next = isExtending
      ? index + (event.key === 'ArrowDown' ? 1 : -1)
      : nextRowIndex(event, index, rows.count);
    if (next === undefined) return;
    event.preventDefault();
    focusRow(next);
    if (isExtending) extendTo(rows, picks, row, next);
  };

  const shown = draft ?? layout;
  const isActiveHere = activeKey !== null && rows.indexOf(activeKey) !== -1;
  const tabStop = isActiveHere ? activeKey : firstLineKey(rows, first);
  return (
    <div
      className="@container relative min-h-0 flex-1 overflow-auto scroll-pt-9 overscroll-contain [overflow-anchor:none]"
      ref={rowWindow.follow}
      style={Object.fromEntries(
        SIZED_COLUMNS.map((column) => [`--log-${column.id}`, `${widthOf(shown, column)}px`]),
      )}
    >
      <div
        aria-label={label}
        aria-multiselectable
        aria-rowcount={rows.count + 1}
        role="grid"
        tabIndex={-1}
        onKeyDown={handleKeyDown}
      >
        <div role="rowgroup">
          <LogHeader layout={shown} onDraft={setDraft} onLayout={setLayout} />
        </div>
        <div className="relative" role="rowgroup">
          <div
            className="absolute inset-x-0 top-0"
            ref={(block) => {
              // With every drawing: what happens from now on happens to these rows.
              blockRef.current = block;
              latest.current = props;
              rowWindow.drawnInto(block, rows.count, handleView);
            }}
            role="presentation"
          >
            {Array.from({ length: Math.max(0, last - first) }, (_none, at) => {
              const index = first + at;
              const row = rows.at(index);
              if (row === undefined) return null;
              if (row.is === 'gap')
                return (
                  <GapRow
                    index={index}
                    isReading={props.readingAfter === row.after}
                    key={row.key}
                    row={row}
                    onRead={props.onReadGap}
                  />
                );
              return (
                <LogRow
                  index={index}
                  isActive={row.key === tabStop}
                  isOpen={held.open.has(row.key)}
                  isSelected={held.selected.has(row.key)}
                  isWrapped={isWrapped}
                  key={row.key}
                  line={row.line}
                  lineKey={row.key}
                  on={handlers}
                  wanted={wanted}
                />
              );
            })}
          </div>
        </div>
      </div>
      {end}
    </div>
  );
}

/** Keys of a row itself; true where it was one. */
function handleRowKey(event: KeyboardEvent, row: Row | undefined, rows: LogRows, picks: LogPicks): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (row?.is === 'line' && isPlain && event.key === ' ') {
    const anchor = picks.anchor();
    if (event.shiftKey && anchor !== null) picks.add(keysBetween(rows, anchor, row.key));
    else picks.toggle(row.key);
  } else if (row?.is === 'line' && isPlain && event.key === 'Enter') picks.toggleOpen(row.key);
  else if (isPlain && event.key === 'Escape' && picks.get().selected.size > 0) picks.clear();
  else return false;
  event.preventDefault();
  return true;
}

/** Shift and an arrow: the row that is left and the one that is reached. */
function extendTo(rows: LogRows, picks: LogPicks, from: Row | undefined, to: number): void {
  const reached = rows.at(to);
  picks.add([from, reached].flatMap((row) => (row?.is === 'line' ? [row.key] : [])));
}

/** At most so many lines are chosen in one go. */
const MOST_CHOSEN = 5_000;

function keysBetween(rows: LogRows, one: number, other: number): readonly number[] {
  const [from, to] = [rows.indexOf(one), rows.indexOf(other)].sort((a, b) => a - b);
  if (from === undefined || to === undefined || from === -1) return [other];
  const keys: number[] = [];
  for (let at = from; at <= Math.min(to, from + MOST_CHOSEN); at += 1) {
    const row = rows.at(at);
    if (row?.is === 'line') keys.push(row.key);
  }
  return keys;
}

function firstLineKey(rows: LogRows, from: number): number | null {
  for (let at = from; at < from + 3; at += 1) {
    const row = rows.at(at);
    if (row?.is === 'line') return row.key;
  }
  return null;
}

interface GapRowProps {
  index: number;
  row: Extract<Row, { is: 'gap' }>;
  isReading: boolean;
  onRead: (after: number) => void;
}

/** Where lines are missing it is said. */
function GapRow({ index, row, isReading, onRead }: GapRowProps): ReactElement {
  return (
    <div
      aria-rowindex={index + 2}
      className="flex min-h-11 items-center gap-3 border-b border-line bg-panel px-page text-table text-muted outline-offset-[-2px]"
      role="row"
      tabIndex={-1}
    >
      <span className="flex flex-1 flex-wrap items-center gap-3" role="gridcell">
        {row.canRead
          ? 'Lines between these have not been read.'
          : 'Lines between these are not on this device, and the server no longer says where they are.'}
        {row.canRead && (
          <Button isPending={isReading} size="small" onPress={() => onRead(row.after)}>
            Read them
          </Button>
        )}
      </span>
    </div>
  );
}

/** While older lines are on their way. */
export function ReadingOlder(): ReactElement {
  return (
    <p className="flex items-center gap-2 px-page py-3 text-table text-muted" role="status">
      <Spinner label="Reading older lines" />
      <span aria-hidden>Reading older lines</span>
    </p>
  );
}
