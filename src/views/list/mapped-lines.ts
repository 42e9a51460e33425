import type { RowList } from '#src/ui/table/data-table.tsx';
import type { Line } from './row-source.ts';

type Values = readonly (string | null)[];

/** The lines of a list with more known of their rows, and its groups in other words; each is made once. */
export function mappedLines<Row extends object>(
  lines: RowList<Line<Row>>,
  more: (row: Row) => Row,
  words: (values: Values) => Values = (values) => values,
): RowList<Line<Row>> {
  const made = new Map<object, Line<Row>>();
  const mapped = (line: Line<Row> | undefined): Line<Row> | undefined => {
    if (line === undefined) return undefined;
    const from = line.kind === 'group' ? line : line.row;
    if (from === null || from === undefined) return line;
    const known = made.get(from);
    if (known !== undefined) return known;
    const next: Line<Row> =
      line.kind === 'group' ? { ...line, values: words(line.values) } : { ...line, row: more(from as Row) }; // as: the row of this line
    made.set(from, next);
    return next;
  };
  return {
    length: lines.length,
    at: (index) => mapped(lines.at(index)),
    // A row is looked for by its id, which it keeps: making ten thousand of them would hold up the list.
    findIndex: (fits) =>
      lines.findIndex((line) => fits(line.kind === 'group' ? (mapped(line) ?? line) : line)),
  };
}
