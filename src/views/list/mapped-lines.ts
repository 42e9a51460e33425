import type { RowList } from '#src/ui/data-table.tsx';
import type { Line } from './row-source.ts';

/** The lines of a list with more known of their rows; each is made once. */
export function mappedLines<Row extends object>(
  lines: RowList<Line<Row>>,
  more: (row: Row) => Row,
): RowList<Line<Row>> {
  const made = new Map<Row, Line<Row>>();
  const mapped = (line: Line<Row> | undefined): Line<Row> | undefined => {
    if (line === undefined || line.kind === 'group' || !line.row) return line;
    const known = made.get(line.row);
    if (known !== undefined) return known;
    const next = { ...line, row: more(line.row) };
    made.set(line.row, next);
    return next;
  };
  return {
    length: lines.length,
    at: (index) => mapped(lines.at(index)),
    findIndex: (fits) => lines.findIndex((line) => fits(mapped(line) ?? line)),
  };
}
