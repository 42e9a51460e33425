/** One query parameter, not encoded. */
export type Param = readonly [name: string, value: string];

/** A value inside `in.(…)` or a logic tree: quoted, because dots, commas and brackets mean something there. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** A list for `in`: only what is more than a word needs quotes. */
export function listed(values: readonly string[]): string {
  return `(${values.map((value) => (/^[\w-]+$/.test(value) ? value : quoted(value))).join(',')})`;
}
