/** One stretch of a text and what stands there instead. */
export interface ChangedPart {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The shortest stretch that makes `after` of `before`: the cursor and what is folded stay where nothing changed. */
export function changedPart(before: string, after: string): ChangedPart | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
