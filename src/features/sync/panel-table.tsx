import { Fragment, type ReactElement, type ReactNode } from 'react';
import { cx } from '#src/ui/class-names.ts';
import { KEY_SCROLLABLE } from '#src/ui/layout/key-scrollable.ts';

export interface PanelColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'end';
}

interface PanelTableProps<Row> {
  label: string;
  /** The first one names the row. */
  columns: readonly PanelColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Under the row, over its whole width. */
  note?: (row: Row) => ReactNode;
}

/** A short table of facts inside the panel; wider than the panel it scrolls by itself. */
export function PanelTable<Row>({ label, columns, rows, rowId, note }: PanelTableProps<Row>): ReactElement {
  const edge = (at: number): string => (at === columns.length - 1 ? '' : 'pe-4');
  return (
    <section aria-label={label} className="overflow-x-auto" {...KEY_SCROLLABLE}>
      <table className="w-full text-table">
        <thead>
          <tr className="text-caption text-muted">
            {columns.map(({ id, header, align }, at) => (
              <th
                className={cx(
                  'py-1 font-medium whitespace-nowrap',
                  align === 'end' ? 'text-end' : 'text-start',
                  edge(at),
                )}
                key={id}
                scope="col"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={rowId(row)}>
              <tr className="border-t border-line align-top">
                {columns.map(({ id, cell, align }, at) =>
                  at === 0 ? (
                    <th className={cx('py-1.5 text-start font-normal', edge(at))} key={id} scope="row">
                      {cell(row)}
                    </th>
                  ) : (
                    <td
                      className={cx(
                        'py-1.5',
                        align === 'end' && 'tabular text-end whitespace-nowrap',
                        edge(at),
                      )}
                      key={id}
                    >
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
              {note !== undefined && (
                <tr>
                  <td className="tabular pb-1.5 text-caption text-muted wrap-any" colSpan={columns.length}>
                    {note(row)}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}
