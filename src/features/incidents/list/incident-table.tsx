import { useMemo, type ReactElement, type ReactNode } from 'react';
import type { IncidentListRow, OpView } from '#sync/read/types.ts';
import { useListPosition } from '#src/platform/list-position.ts';
import { useReadModel } from '#src/platform/read-model-context.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { incidentPath } from '../commands.ts';
import { incidentColumns, narrowColumns, rowSync, type MarkedRow } from './incident-columns.tsx';
import { beginIncident } from '../early-incident.ts';
import { changesByIncident } from '../marks.ts';
import { useOpenOps } from '../queries.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { ReadFailedBar } from '#src/views/view-notices.tsx';

interface IncidentTableProps {
  rows: readonly IncidentListRow[];
  empty: ReactNode;
  entryKey: string;
  /** Text the rows were searched for: another one is shown from its top. */
  search: string | undefined;
}

/** The list. Leaving remembers row and scroll of this history entry; coming back puts both where they were. */
export function IncidentTable({ rows, empty, entryKey, search }: IncidentTableProps): ReactElement {
  const isNarrow = useIsNarrow();
  const ops = useOpenOps();
  const marked = useMemo(() => {
    const changesOf = changesByIncident(ops.value ?? NOT_READ);
    return rows.map((row): MarkedRow => {
      const changes = changesOf.get(row.id);
      // Most have none, and thousands of copies would be thousands of rows on the page.
      return changes === undefined ? row : { ...row, changes };
    });
  }, [rows, ops.value]);
  const { frameRef, start, onActiveChange } = useListPosition('incidents', entryKey, search);
  const model = useReadModel();

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
          columns={isNarrow ? narrowColumns : incidentColumns}
          empty={empty}
          label="Incidents"
          question={search}
          startTop={start?.scrollTop}
          rowClassName={rowClassName}
          rowHref={rowHref}
          rowId={rowId}
          rowName={rowName}
          rows={marked}
          onActiveChange={onActiveChange}
          onRowPress={(row) => beginIncident(model, row.id)}
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

function rowName(row: MarkedRow): string {
  return row.title;
}

function rowHref(row: MarkedRow): string {
  return incidentPath(row.id);
}

/** A dashed edge, so that a row whose change is not on the server is found by looking down the list. */
function rowClassName(row: MarkedRow): string {
  return rowSync(row) === undefined ? '' : 'shadow-[inset_2px_0_0_var(--border-control)]';
}
