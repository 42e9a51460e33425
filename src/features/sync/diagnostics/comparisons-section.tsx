import type { ReactElement } from 'react';
import type { ReconcileReport } from '#sync/protocol/diagnostics.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { collectionName } from './collection-labels.ts';
import { PanelTable, type PanelColumn } from '../panel-table.tsx';

const COLUMNS: readonly PanelColumn<ReconcileReport>[] = [
  {
    id: 'tbl',
    header: 'Collection',
    cell: ({ tbl, isOpen }) => (
      <>
        {collectionName(tbl)}
        {isOpen && <span className="block text-caption text-muted">not settled, compared again soon</span>}
      </>
    ),
  },
  { id: 'swept', header: 'Compared', align: 'end', cell: ({ sweptAt }) => <Age at={sweptAt} /> },
  { id: 'drift', header: 'Differed', align: 'end', cell: ({ drift }) => drift },
  { id: 'deleted', header: 'Removed', align: 'end', cell: ({ deleted }) => deleted },
  { id: 'trips', header: 'Held back', align: 'end', cell: ({ trips }) => trips },
];

/** Whole comparisons with the server since this tab began to sync: what no cursor shows. */
export function ComparisonsSection({ lines }: { lines: readonly ReconcileReport[] }): ReactElement {
  if (lines.length === 0) {
    return <p className="text-table text-muted">Nothing has been compared since this tab began to sync.</p>;
  }
  return <PanelTable columns={COLUMNS} label="Comparisons" rowId={({ tbl }) => tbl} rows={lines} />;
}
