import type { ReactElement, ReactNode } from 'react';
import { KEY_SCROLLABLE } from '#src/ui/layout/key-scrollable.ts';
import { TypeMark } from '#src/ui/marks/type-mark.tsx';
import { readSummary } from './summary.ts';

interface SummaryTableProps {
  label: string;
  value: unknown;
  /** Stands where the value is no table of counts. */
  children: ReactNode;
}

/** What a run did, by the type of what it was done to. */
export function SummaryTable({ label, value, children }: SummaryTableProps): ReactElement {
  const summary = readSummary(value);
  if (summary === undefined) return <>{children}</>;
  const { columns, rows } = summary;
  return (
    <section aria-label={label} className="overflow-x-auto" {...KEY_SCROLLABLE}>
      <table aria-label={label} className="min-w-full text-table">
        <thead>
          <tr className="border-b border-line text-start text-caption text-muted">
            <th className="py-1.5 pe-4 text-start font-medium" scope="col">
              Type
            </th>
            {columns.map((column) => (
              <th className="px-3 py-1.5 text-end font-medium" key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, counts }) => (
            <tr className="h-8 border-b border-line" key={name}>
              <th className="pe-4 text-start font-medium whitespace-nowrap" scope="row">
                <TypeMark type={name} />
                {name}
              </th>
              {columns.map((column, at) => (
                <td className="tabular px-3 text-end" key={column}>
                  {counts[at]?.toLocaleString() ?? <span className="text-muted">–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
