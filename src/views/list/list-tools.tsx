import type { ReactElement } from 'react';
import type { TableLayout } from '#src/lib/table-layout.ts';
import { shownColumns } from '#src/ui/table/column-layout.ts';
import { ColumnsButton } from '#src/ui/table/columns-button.tsx';
import { ExportMenu } from './export-menu.tsx';
import type { PrintHead } from './printed-list.tsx';
import type { ListColumn } from './list-spec.ts';
import type { RowSource } from './row-source.ts';
import type { Params } from './search-spec.ts';

export interface ListToolsProps<Row> {
  /** Of files: "boats". */
  name: string;
  columns: readonly ListColumn<Row>[];
  /** Null where the columns have no room to be chosen. */
  layout: TableLayout | null;
  onLayoutChange: (layout: TableLayout) => void;
  isEmpty: boolean;
  printHead: PrintHead;
  all: RowSource<Row, Params>['all'];
}

/** What a person makes of a list: its columns, and a file of it. Not in the first bundle. */
export function ListTools<Row>(props: ListToolsProps<Row>): ReactElement {
  const { name, columns, layout, onLayoutChange, isEmpty, all, printHead } = props;
  return (
    <>
      {layout !== null && <ColumnsButton columns={columns} layout={layout} onLayoutChange={onLayoutChange} />}
      <ExportMenu
        all={all}
        columns={columns}
        name={name}
        printColumns={shownColumns(columns, layout ?? undefined)}
        printHead={printHead}
        reason={isEmpty ? 'No rows are listed' : undefined}
      />
    </>
  );
}
