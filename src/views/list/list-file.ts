/** A column as a file has it. */
export interface FileColumn<Row> {
  readonly header: string;
  readonly text: (row: Row) => string;
}

/** A table program runs a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/u;

/** Rows as comma-separated values (RFC 4180) with a byte-order mark, so that table programs read the letters right. */
export function csvOf<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ header }) => cell(header)),
    ...rows.map((row) => columns.map(({ text }) => cell(text(row)))),
  ];
  return `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as objects whose keys are the headers. */
export function recordsOf<Row>(
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
): readonly Readonly<Record<string, string>>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ header, text }) => [header, text(row)])));
}
