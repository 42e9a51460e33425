import type { ConfigLine } from '#sync/protocol/tables/evidence-payload.ts';

/** Lines around a chosen one that are shown with it (spec: evidence line context). */
export const CONTEXT_LINES = 3;
/** Lines shown of evidence in which nothing was selected. */
const FIRST_LINES = 12;

/** Lines that stand together, after `skipped` that are not shown. The last part may have no lines. */
export interface Excerpt {
  readonly skipped: number;
  readonly lines: readonly ConfigLine[];
}

/** Selected lines with their surroundings; without a selection the beginning. */
export function excerptOf(lines: readonly ConfigLine[]): readonly Excerpt[] {
  const chosen = lines.flatMap((line, at) => (line.isSelected ? [at] : []));
  const isShown = (at: number): boolean =>
    chosen.length === 0 ? at < FIRST_LINES : chosen.some((each) => Math.abs(each - at) <= CONTEXT_LINES);
  const parts: { skipped: number; lines: ConfigLine[] }[] = [];
  let skipped = 0;
  let open: ConfigLine[] | null = null;
  for (const [at, line] of lines.entries()) {
    if (!isShown(at)) {
      open = null;
      skipped += 1;
      continue;
    }
    if (open === null) {
      open = [];
      parts.push({ skipped, lines: open });
      skipped = 0;
    }
    open.push(line);
  }
  return skipped === 0 ? parts : [...parts, { skipped, lines: [] }];
}
