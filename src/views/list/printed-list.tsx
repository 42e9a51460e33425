import type { ReactElement } from 'react';
import { createPortal } from 'react-dom';
import type { FileColumn } from './list-file.ts';

/** So many rows stand on paper; whoever needs all of more takes a file. */
const MAX_PRINTED = 2_000;

/** What is said of the rows over them. */
export interface PrintHead {
  readonly title: string;
  /** What they are filtered by: "Kind: sail". */
  readonly filters: readonly string[];
  /** Of when they are; null where nobody knows. */
  readonly asOf: string | null;
}

interface PrintedListProps<Row> extends PrintHead {
  columns: readonly FileColumn<Row>[];
  rows: readonly Row[];
  isWhole: boolean;
}

/** A list as it is printed: every row, which the list on the screen never has, and nothing to press. */
export function PrintedList<Row>(props: PrintedListProps<Row>): ReactElement {
  const { title, filters, asOf, columns, rows } = props;
  return createPortal(
    <article className="hidden text-[9pt] leading-snug print:block" data-print-root>
      <h1 className="text-[14pt] font-semibold">{title}</h1>
      <p>
        {[countWords(props), ...filters, asOf === null ? null : `as of ${printedText(asOf)}`]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
      <table className="mt-2 w-full border-collapse">
        <thead>
          <tr>
            {columns.map(({ header }) => (
              <th
                className="border-b border-current py-1 pe-3 text-start align-bottom"
                key={header}
                scope="col"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_PRINTED).map((row, at) => (
            <tr className="break-inside-avoid" key={at}>
              {columns.map(({ header, text }) => (
                <td className="border-b border-line-strong py-1 pe-3 align-top wrap-break-word" key={header}>
                  {printedText(text(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </article>,
    document.body,
  );
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u;

/** A file has the times of the server to the letter; who reads paper has a clock of their own. */
function printedText(text: string): string {
  if (!TIME.test(text) || Number.isNaN(Date.parse(text))) return text;
  return new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

function countWords<Row>({ rows, isWhole }: Pick<PrintedListProps<Row>, 'rows' | 'isWhole'>): string {
  const here = rows.length.toLocaleString();
  if (rows.length > MAX_PRINTED) return `The first ${MAX_PRINTED.toLocaleString()} of ${here} rows`;
  if (!isWhole) return `${here} rows; there are more on the server`;
  return rows.length === 1 ? '1 row' : `${here} rows`;
}
