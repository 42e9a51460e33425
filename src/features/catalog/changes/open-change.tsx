import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import type { Line } from '#src/views/list/row-source.ts';
import type { RowList } from '#src/ui/table/data-table.tsx';
import { useListedRow } from '#src/views/list/use-listed-row.ts';
import { usePlace } from '#src/views/list/use-place.ts';
import type { Change } from './change-row.ts';
import type { ChangeDialogProps } from './dialog/change-dialog.tsx';

interface OpenChangeProps {
  /** Of any list of changes. */
  address: {
    readonly view: { readonly changeId: string | undefined };
    readonly change: (part: { changeId: string | undefined }, options: { replace: boolean }) => void;
  };
  lines: RowList<Line<Change>>;
  onBack: () => void;
}

/** The dialog of a change over the list it was opened from; its neighbours are those of the page that is listed. */
export function OpenChange({ address, lines, onBack }: OpenChangeProps): ReactElement | null {
  const { view, change } = address;
  const { changeId } = view;
  const handleClose = usePlace(changeId, onBack, () => change({ changeId: undefined }, { replace: true }));
  const { row, previous, next } = useListedRow(lines, changeId);
  if (changeId === undefined) return null;
  // One step of Back leads to the list, however many changes were looked at.
  const show = (id: string): void => change({ changeId: id }, { replace: true });
  return (
    <Suspense fallback={null}>
      <ChangeDialog
        changeId={changeId}
        row={row}
        onClose={handleClose}
        onNext={next === undefined ? undefined : () => show(next)}
        onPrevious={previous === undefined ? undefined : () => show(previous)}
      />
    </Suspense>
  );
}

export const loadChangeDialog = async (): Promise<{ default: ComponentType<ChangeDialogProps> }> => {
  const { ChangeDialog: component } = await import('./dialog/change-dialog.tsx');
  return { default: component };
};
const ChangeDialog = lazy(loadChangeDialog);
