import { Columns3, Minus, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { clampWidth, EMPTY_LAYOUT, withHidden, withWidth, type TableLayout } from '../../lib/table-layout.ts';
import { Button, IconButton } from '../button.tsx';
import { Checkbox } from '../forms/checkbox.tsx';
import { canHide, widthPxOf, type ColumnShape } from './column-layout.ts';
import { Popover } from '../overlays/popover.tsx';

const STEP_PX = 16;

interface ShownColumn extends ColumnShape {
  readonly header: string;
  readonly isHeaderHidden?: boolean | undefined;
}

export interface ColumnsButtonProps {
  columns: readonly ShownColumn[];
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
}

/** Which columns a table shows and how wide they are, for pointers that cannot drag and for keys. */
export function ColumnsButton({ columns, layout, onLayoutChange }: ColumnsButtonProps): ReactElement {
  const hiddenCount = columns.filter((column) => canHide(column) && layout.hidden.includes(column.id)).length;
  const isChanged = hiddenCount > 0 || Object.keys(layout.widths).length > 0;
  return (
    <Popover
      className="flex w-80 max-w-full flex-col gap-1"
      label="Columns"
      placement="bottom end"
      trigger={
        <IconButton
          icon={Columns3}
          label={hiddenCount === 0 ? 'Columns' : `Columns, ${hiddenCount} hidden`}
          variant="secondary"
        />
      }
    >
      <ul aria-label="Columns" className="flex flex-col">
        {columns.map((column) => (
          <ColumnLine column={column} key={column.id} layout={layout} onLayoutChange={onLayoutChange} />
        ))}
      </ul>
      <div className="mt-1 flex items-center gap-2 border-t border-line pt-2">
        <p className="min-w-0 flex-1 text-table text-muted">Drag an edge, or Shift + ← → on a header</p>
        <Button
          disabledReason={isChanged ? undefined : 'The columns are unchanged'}
          size="small"
          variant="ghost"
          onPress={() => onLayoutChange(EMPTY_LAYOUT)}
        >
          Reset
        </Button>
      </div>
    </Popover>
  );
}

interface ColumnLineProps extends Omit<ColumnsButtonProps, 'columns'> {
  column: ShownColumn;
}

function ColumnLine({ column, layout, onLayoutChange }: ColumnLineProps): ReactElement {
  const { id, header, isName } = column;
  const isHidden = canHide(column) && layout.hidden.includes(id);
  const px = widthPxOf(column, layout);
  const step = (by: number): void => onLayoutChange(withWidth(layout, id, clampWidth(px + by)));
  return (
    <li className="flex min-h-control-small items-center gap-1">
      <Checkbox
        className="min-w-0 flex-1 items-center!"
        disabledReason={canHide(column) ? undefined : 'Always shown'}
        isSelected={!isHidden}
        onChange={(isShown) => onLayoutChange(withHidden(layout, id, !isShown))}
      >
        {header}
      </Checkbox>
      {isName === true || isHidden || column.isHeaderHidden === true ? null : (
        <>
          <IconButton
            icon={Minus}
            label={`Narrower: ${header}`}
            size="small"
            onPress={() => step(-STEP_PX)}
          />
          <span className="tabular w-12 text-center text-table text-muted">{`${px} px`}</span>
          <IconButton icon={Plus} label={`Wider: ${header}`} size="small" onPress={() => step(STEP_PX)} />
        </>
      )}
    </li>
  );
}
