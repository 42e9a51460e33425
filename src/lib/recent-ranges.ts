import * as v from 'valibot';
import { isSameTimeRange, timeRangeOf, type AbsoluteRange } from './time-range.ts';

/** Spec: "Up to 4 recent absolute ranges are stored locally." */
export const MAX_RECENT_RANGES = 4;

/** As stored: what is no range is left out, so that one damaged entry does not cost the others. */
export const recentRangesSchema = v.pipe(
  v.array(v.unknown()),
  v.transform((entries) => entries.flatMap((entry) => readRecent(entry)).slice(0, MAX_RECENT_RANGES)),
);

const storedSchema = v.object({ from: v.string(), to: v.string() });

function readRecent(entry: unknown): AbsoluteRange[] {
  const stored = v.safeParse(storedSchema, entry);
  if (!stored.success) return [];
  const range = timeRangeOf({ rangeType: 'absolute', ...stored.output });
  return range?.type === 'absolute' ? [range] : [];
}

/** The newest first, each once, four at most. */
export function withRecentRange(
  recent: readonly AbsoluteRange[],
  range: AbsoluteRange,
): readonly AbsoluteRange[] {
  return [range, ...recent.filter((other) => !isSameTimeRange(other, range))].slice(0, MAX_RECENT_RANGES);
}
