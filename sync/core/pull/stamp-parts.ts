import { compareServerTime } from './server-time.ts';

/** Rows of one part: as few counts as possible, and few enough that what cancels out in one is rare. */
const PART_ROWS = 1000;

/** Rows whose stamp is after one moment and not after another; null means unbounded. */
export interface StampPart {
  readonly after: string | null;
  readonly upTo: string | null;
  /** How many of them are here. */
  readonly rows: number;
}

/**
 * Splits rows by their stamps into parts of about a thousand, equal stamps together. Whoever changes a row moves it to
 * another part, and whoever deletes one leaves a part with one row less.
 */
export function stampParts(stamps: readonly string[], partRows: number = PART_ROWS): readonly StampPart[] {
  const sorted = stamps.toSorted(compareServerTime);
  const parts: StampPart[] = [];
  let after: string | null = null;
  let begin = 0;
  while (begin < sorted.length) {
    const upTo: string = sorted[Math.min(begin + partRows, sorted.length) - 1] ?? '';
    const next = sorted.findIndex(
      (stamp, at) => at >= begin + partRows && compareServerTime(stamp, upTo) > 0,
    );
    const end = next < 0 ? sorted.length : next;
    parts.push({ after, upTo: next < 0 ? null : upTo, rows: end - begin });
    after = upTo;
    begin = end;
  }
  return parts;
}
