/** A unified diff of one hunk. A line with no second text is context. */
export function unified(first: string, lines: readonly (readonly [string, string | null])[]): string {
  const body = lines.flatMap(([before, after]) =>
    after === null ? [` ${before}`] : [`-${before}`, `+${after}`],
  );
  const length = lines.length + 1;
  return ['--- before', '+++ after', `@@ -1,${length} +1,${length} @@`, ` ${first}`, ...body, ''].join('\n');
}
