import * as v from 'valibot';

const countsSchema = v.record(v.string(), v.record(v.string(), v.number()));

/** Counts by name: one row a name, one column for everything that is counted of any. */
interface Summary {
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    /** As the columns; undefined where it was not counted. */
    readonly counts: readonly (number | undefined)[];
  }[];
}

/** Reads `{type: {added: 1, updated: 2}}`; undefined for what is nothing of the kind. */
export function readSummary(value: unknown): Summary | undefined {
  const read = v.safeParse(countsSchema, value);
  if (!read.success) return undefined;
  const entries = Object.entries(read.output).map(
    ([name, of]) => [name, new Map(Object.entries(of))] as const,
  );
  const columns = [...new Set(entries.flatMap(([, of]) => [...of.keys()]))];
  if (columns.length === 0) return undefined;
  return {
    columns,
    rows: entries
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, of]) => ({ name, counts: columns.map((column) => of.get(column)) })),
  };
}
