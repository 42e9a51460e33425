import { readCursor, readFeed } from '../cache/records.ts';
import type { DeltaRow } from './delta.ts';
import { lineOfDelta, readSegment, segmentOf } from './delta.ts';
import type { Head, PackedLine } from './page.ts';
import { byText, cutPages, readRow } from './page.ts';
import type { Damage, Places, PackedTx } from './tables.ts';
import { PackedEdits } from './tables.ts';
import { linesOfPages, mergeLines } from './write.ts';

/** Rows one slice of compaction takes from the delta for each page it may rewrite. */
const ROWS_PER_PAGE = 50;
/** The last page of an append-only collection takes more rows while it has fewer than this. */
const SHORT_PAGE = 64;

/** Delta records by the page that will take them; undefined for rows of no page. */
function byPage(
  tx: PackedTx,
  deltas: Iterable<DeltaRow>,
  places: Places,
): Map<string | undefined, DeltaRow[]> {
  const groups = new Map<string | undefined, DeltaRow[]>();
  for (const delta of deltas) {
    const page = places.get(delta.id)?.head.page ?? (tx.isRange ? tx.coverOf(delta.id) : tx.pages.at(-1));
    const group = groups.get(page);
    if (group === undefined) groups.set(page, [delta]);
    else group.push(delta);
  }
  return groups;
}

function mergeInto(
  tx: PackedTx,
  edits: PackedEdits,
  head: Head | undefined,
  old: readonly PackedLine[],
  deltas: readonly DeltaRow[],
): void {
  const gone = new Set(deltas.filter((delta) => delta.text === null).map((delta) => delta.id));
  const fresh: PackedLine[] = [];
  for (const delta of deltas) {
    const line = lineOfDelta(delta);
    if (line !== undefined) fresh.push(line);
    else if (delta.text !== null) tx.damage.segments.push(delta.segment);
  }
  const at = Math.max(
    head?.at ?? 0,
    ...deltas.filter((delta) => delta.text !== null).map((delta) => delta.at),
  );
  const isFull = !tx.isRange && old.length >= SHORT_PAGE;
  const known = new Set(head?.ids);
  // A full append-only page keeps its own rows and sends new ones to a page of their own.
  const own = isFull ? fresh.filter((line) => known.has(line.id)) : fresh;
  const merged = mergeLines(old, own).filter((line) => !gone.has(line.id));
  const rest = isFull ? fresh.filter((line) => !known.has(line.id)) : [];
  if (merged.length === 0 && head !== undefined) edits.dropPage(head.page);
  else if (merged.length > 0) edits.putPages(cutPages(merged), at, head?.page);
  if (rest.length > 0) edits.putPages(cutPages(mergeLines([], rest)), at);
}

/**
 * Moves one slice of the delta into pages, inside a transaction over the packed tables; returns the delta rows left.
 * Removals that leave the delta raise the floor: who has not heard of them reads everything again.
 */
export async function compactPacked(tx: PackedTx, maxPages: number): Promise<number> {
  const deltas = await tx.allDeltas();
  if (deltas.size === 0) return 0;
  const inOrder = [...deltas.values()]
    .sort((a, b) => byText(a.id, b.id))
    .slice(0, Math.max(1, maxPages) * ROWS_PER_PAGE);
  const places = await tx.places(inOrder.map((delta) => delta.id));
  const groups = [...byPage(tx, inOrder, places)].slice(0, Math.max(1, maxPages));
  const heads = await tx.heads(groups.map(([page]) => page).filter((page) => page !== undefined));
  if (tx.isDamaged) return tx.meta.deltaRows;
  const lines = await linesOfPages(tx, [...heads.values()]);
  const edits = new PackedEdits(tx);
  let moved = 0;
  let { floor } = tx.meta;
  for (const [page, group] of groups) {
    const head = page === undefined ? undefined : heads.get(page);
    mergeInto(tx, edits, head, lines.get(page ?? '') ?? [], group);
    for (const delta of group) {
      edits.dropDelta(delta.id);
      if (delta.text === null) floor = Math.max(floor, delta.at);
    }
    moved += group.length;
  }
  if (tx.isDamaged) return tx.meta.deltaRows;
  const deltaRows = deltas.size - moved;
  await edits.store({ floor, deltaRows });
  return deltaRows;
}

/** Keeps of damaged segments the rows that can be read. */
async function dropDamagedSegments({ db, tbl }: PackedTx, segments: readonly number[]): Promise<void> {
  for (const segment of segments) {
    const raw: unknown = await db.table('packed_delta').get([tbl, segment]);
    const rows = readSegment(raw)?.filter(({ id, text }) => text === null || readRow(text, id) !== undefined);
    if (rows === undefined || rows.length === 0) await db.table('packed_delta').delete([tbl, segment]);
    else await db.table('packed_delta').put(segmentOf(tbl, segment, rows));
  }
}

/**
 * Drops what cannot be read, inside a read-write transaction over the packed tables, `cursors` and `feeds`: the rows
 * are counted anew, the walk starts over and the feed says `partial` (D19).
 */
export async function dropDamaged(tx: PackedTx, damage: Damage): Promise<void> {
  const { db, tbl, meta } = tx;
  const pages = [...new Set(damage.pages)];
  await Promise.all([
    db.table('packed_heads').bulkDelete(pages.map((page) => [tbl, page])),
    db.table('packed_pages').bulkDelete(pages.map((page) => [tbl, page])),
    dropDamagedSegments(tx, [...new Set(damage.segments)]),
  ]);
  const left = new Set<string>();
  for (const head of (await tx.heads(tx.pages.filter((page) => !pages.includes(page)))).values()) {
    for (const id of head.ids) left.add(id);
  }
  const deltas = await tx.allDeltas();
  for (const { id, text } of deltas.values()) {
    if (text === null) left.delete(id);
    else left.add(id);
  }
  const version = meta.version + 1;
  const cursor = readCursor(await db.table('cursors').get(tbl));
  const feed = readFeed(await db.table('feeds').get(tbl));
  await Promise.all([
    db.table('packed_meta').put({
      ...meta,
      version,
      floor: version,
      count: left.size,
      deltaRows: deltas.size,
      damagedPages: meta.damagedPages + pages.length,
      layout: meta.layout + 1,
      deltaLayout: meta.deltaLayout + 1,
    }),
    cursor === undefined ? undefined : db.table('cursors').delete(tbl),
    feed === undefined || feed.status === 'forbidden'
      ? undefined
      : db
          .table('feeds')
          .put({ ...feed, status: 'partial', lastError: 'Damaged local data is pulled again' }),
  ]);
}
