import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { IncidentListRow, OpView } from '#sync/read/types.ts';
import { DataTable } from '#src/ui/data-table.tsx';
import { incidentPath } from './commands.ts';
import { incidentColumns, rowSync, type MarkedRow } from './incident-columns.tsx';
import { recallPosition, rememberPosition, type ListPosition } from './list-position.ts';
import { changesByIncident } from './marks.ts';
import { useOpenOps } from './queries.ts';
import { ReadFailedBar } from './view-notices.tsx';

interface IncidentTableProps {
  rows: readonly IncidentListRow[];
  empty: ReactNode;
  entryKey: string;
}

/** The list. Leaving remembers row and scroll of this history entry; coming back puts both where they were. */
export function IncidentTable({ rows, empty, entryKey }: IncidentTableProps): ReactElement {
  const ops = useOpenOps();
  const marked = useMemo(() => {
    const changes = changesByIncident(ops.value ?? NOT_READ);
    return rows.map((row) => ({ ...row, changes: changes.get(row.id) }));
  }, [rows, ops.value]);
  const frameRef = useRef<HTMLDivElement>(null);
  const [start] = useState(() => recallPosition(entryKey));
  const latest = useRef<ListPosition>(start ?? { activeId: '', scrollTop: 0 });

  useLayoutEffect(() => {
    const scroller = frameRef.current?.firstElementChild;
    if (start === undefined || !(scroller instanceof HTMLElement)) return undefined;
    scroller.scrollTop = start.scrollTop;
    // After the frame has moved focus to the page's heading: Back means this row.
    const timer = setTimeout(() => {
      scroller.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [start]);

  useEffect(() => {
    const frame = frameRef.current;
    const keep = (): void => {
      const scrollTop = frame?.firstElementChild?.scrollTop ?? 0;
      latest.current = { ...latest.current, scrollTop };
    };
    frame?.addEventListener('scroll', keep, { capture: true, passive: true });
    return () => {
      frame?.removeEventListener('scroll', keep, { capture: true });
      if (latest.current.activeId !== '') rememberPosition(entryKey, latest.current);
    };
  }, [entryKey]);

  return (
    <>
      {ops.status === 'failed' && (
        <div className="px-page pb-2">
          <ReadFailedBar error={ops.error}>
            Which incidents have changes that are not on the server could not be read, so marks may be missing
          </ReadFailedBar>
        </div>
      )}
      <div className="flex min-h-0 flex-1 flex-col" ref={frameRef}>
        <DataTable
          isFullBleed
          activeId={start?.activeId}
          className="flex-1"
          columns={incidentColumns}
          empty={empty}
          label="Incidents"
          rowClassName={rowClassName}
          rowHref={rowHref}
          rowId={rowId}
          rows={marked}
          onActiveChange={(activeId) => {
            latest.current = { ...latest.current, activeId };
          }}
        />
      </div>
    </>
  );
}

/** The rows stand without marks until the outbox has been read; a failed read is said above them. */
const NOT_READ: readonly OpView[] = [];

function rowId(row: MarkedRow): string {
  return row.id;
}

function rowHref(row: MarkedRow): string {
  return incidentPath(row.id);
}

/** A dashed edge, so that a row whose change is not on the server is found by looking down the list. */
function rowClassName(row: MarkedRow): string {
  return rowSync(row) === undefined ? '' : 'shadow-[inset_2px_0_0_var(--border-control)]';
}
