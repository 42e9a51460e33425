import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import type { RowList } from '#src/ui/table/data-table.tsx';
import type { Line } from '#src/views/list/row-source.ts';
import { useListedRow } from '#src/views/list/use-listed-row.ts';
import { usePlace } from '#src/views/list/use-place.ts';
import type { RunDialogProps } from './dialog/run-dialog.tsx';
import type { JobRun } from './job-row.ts';

interface OpenRunProps {
  /** Of any list of runs. */
  address: {
    readonly view: { readonly runId: string | undefined };
    readonly change: (part: { runId: string | undefined }, options: { replace: boolean }) => void;
  };
  lines: RowList<Line<JobRun>>;
  onBack: () => void;
}

/** The dialog of a run over the list it was opened from; its neighbours are those of the page that is listed. */
export function OpenRun({ address, lines, onBack }: OpenRunProps): ReactElement | null {
  const { view, change } = address;
  const { runId } = view;
  const handleClose = usePlace(runId, onBack, () => change({ runId: undefined }, { replace: true }));
  const { row, previous, next } = useListedRow(lines, runId);
  if (runId === undefined) return null;
  // One step of Back leads to the list, however many runs were looked at.
  const show = (id: string): void => change({ runId: id }, { replace: true });
  return (
    <Suspense fallback={null}>
      <RunDialog
        row={row}
        runId={runId}
        onClose={handleClose}
        onNext={next === undefined ? undefined : () => show(next)}
        onPrevious={previous === undefined ? undefined : () => show(previous)}
      />
    </Suspense>
  );
}

const RunDialog = lazy(async (): Promise<{ default: ComponentType<RunDialogProps> }> => {
  const { RunDialog: component } = await import('./dialog/run-dialog.tsx');
  return { default: component };
});
