import * as v from 'valibot';
import type { PackedName } from '../../protocol/packed.ts';
import type { PackedLine } from './page.ts';
import { byText, lineOf, PAGE_BYTES, readRow, WIDE } from './page.ts';

/** Rows of a segment: one put costs about as much as ten rows, and a changed row rewrites what is left of its old one. */
const SEGMENT_ROWS = 50;
/** When rows leave more segments than this, the others of all of them are sorted into new ones. */
const MOST_REWRITTEN = 8;

/** A row that is newer than its page, or null for one that is gone. */
export interface DeltaRow {
  readonly id: string;
  readonly text: string | null;
  /** Version that wrote it, or a later one. */
  readonly at: number;
  readonly segment: number;
}

const segmentSchema = v.object({
  tbl: v.string(),
  segment: v.number(),
  at: v.number(),
  ids: v.string(),
  texts: v.string(),
});

/** Some rows of the delta on disk, one line each; an empty line stands for a row that is gone. */
export type SegmentRecord = v.InferOutput<typeof segmentSchema>;

/** Rows of a segment from disk; undefined when damaged. Whether its texts are rows, their reader finds out. */
export function readSegment(raw: unknown): readonly DeltaRow[] | undefined {
  const parsed = v.safeParse(segmentSchema, raw);
  if (!parsed.success) return undefined;
  const { segment, at } = parsed.output;
  const ids = parsed.output.ids.split('\n');
  const texts = parsed.output.texts.split('\n');
  if (ids.length !== texts.length) return undefined;
  return ids.map((id, place) => ({
    id,
    text: texts[place] === '' ? null : (texts[place] ?? null),
    at,
    segment,
  }));
}

/** Number of a segment that cannot be read; its key tells. */
export function numberOfDamaged(raw: unknown): number {
  const segment: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'segment') : undefined;
  return typeof segment === 'number' ? segment : -1;
}

/** Line of a row of the delta; undefined when it is damaged or gone. */
export function lineOfDelta({ id, text }: DeltaRow): PackedLine | undefined {
  const row = text === null ? undefined : readRow(text, id);
  return row === undefined ? undefined : lineOf(row);
}

/** A segment as it goes to disk. */
export function segmentOf(tbl: PackedName, segment: number, rows: readonly DeltaRow[]): SegmentRecord {
  return {
    tbl,
    segment,
    // The latest of them: a reader may hear of a row once more, and must not miss one.
    at: Math.max(...rows.map((row) => row.at)),
    ids: rows.map((row) => row.id).join('\n'),
    texts: rows.map((row) => row.text ?? '').join('\n'),
  };
}

/** Rows in id order, cut into what fits a segment. */
function cut(rows: readonly DeltaRow[]): readonly (readonly DeltaRow[])[] {
  const parts: DeltaRow[][] = [];
  let part: DeltaRow[] = [];
  let bytes = 0;
  for (const row of rows.toSorted((a, b) => byText(a.id, b.id))) {
    const size = row.id.length + (row.text?.length ?? 0) * (WIDE.test(row.text ?? '') ? 2 : 1);
    if (part.length > 0 && (part.length >= SEGMENT_ROWS || bytes + size > PAGE_BYTES)) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(row);
    bytes += size;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/** Segments to write and to drop. */
export interface SegmentPlan {
  readonly put: readonly SegmentRecord[];
  readonly drop: readonly number[];
}

/**
 * Puts rows into new segments and takes them and `gone` out of the ones they were in, so that no row is in two.
 * `touched` are the whole segments of those rows; `next` gives numbers that were never used.
 */
export function planSegments(
  tbl: PackedName,
  rows: readonly DeltaRow[],
  gone: ReadonlySet<string>,
  touched: ReadonlyMap<number, readonly DeltaRow[]>,
  next: () => number,
): SegmentPlan {
  const left = new Set(rows.map((row) => row.id));
  const staying = [...touched].map(
    ([segment, old]) => [segment, old.filter((row) => !left.has(row.id) && !gone.has(row.id))] as const,
  );
  const fresh = (of: readonly DeltaRow[]): SegmentRecord[] =>
    cut(of).map((part) => segmentOf(tbl, next(), part));
  if (touched.size > MOST_REWRITTEN) {
    const sorted = staying.flatMap(([, old]) => old);
    return { put: [...fresh(rows), ...fresh(sorted)], drop: [...touched.keys()] };
  }
  const kept = staying.filter(([, old]) => old.length > 0);
  return {
    put: [...fresh(rows), ...kept.map(([segment, old]) => segmentOf(tbl, segment, old))],
    drop: staying.filter(([, old]) => old.length === 0).map(([segment]) => segment),
  };
}
