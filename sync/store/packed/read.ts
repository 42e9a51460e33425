import type { JsonRow } from '../../protocol/op.ts';
import type { DeltaRow } from './delta.ts';
import { byText, Head, readRow, readRows, readTexts } from './page.ts';
import type { PackedTx } from './tables.ts';
import { wholeOf } from './tables.ts';
import type { PackedSink } from './types.ts';
import { packedStamp } from './types.ts';

/** Pages read at once: about two megabytes of text. */
const PAGES_PER_READ = 64;

/** A row of the delta; a damaged one is noted. */
function deltaRow(tx: PackedTx, delta: DeltaRow): JsonRow | undefined {
  const row = delta.text === null ? undefined : readRow(delta.text, delta.id);
  if (row === undefined && delta.text !== null) tx.damage.segments.push(delta.segment);
  return row;
}

/** Rows by key, those that are there (`PackedStore.get`). */
export async function getPacked(tx: PackedTx, ids: readonly string[]): Promise<Map<string, JsonRow>> {
  const found = new Map<string, JsonRow>();
  const deltas = await tx.deltas(ids);
  const places = await tx.places(ids.filter((id) => !deltas.has(id)));
  const pages = [...new Set([...places.values()].map(({ head }) => head.page))];
  const raws: unknown[] =
    pages.length === 0 ? [] : await tx.db.table('packed_pages').bulkGet(pages.map((page) => [tx.tbl, page]));
  const rawOf = new Map(pages.map((page, at) => [page, raws[at]]));
  for (const id of ids) {
    const delta = deltas.get(id);
    const place = places.get(id);
    let row: JsonRow | undefined;
    if (delta !== undefined) row = deltaRow(tx, delta);
    else if (place !== undefined) {
      const text = readTexts(rawOf.get(place.head.page), place.head)?.[place.at];
      row = text === undefined ? undefined : readRow(text, id);
      if (row === undefined) tx.damage.pages.push(place.head.page);
    }
    if (row !== undefined) found.set(id, row);
  }
  return found;
}

/** Digest lines of an id range (`PackedStore.lines`). */
export async function packedLines(
  tx: PackedTx,
  from: string | null,
  to: string | null,
): Promise<{ readonly id: string; readonly updatedAt: string | null }[]> {
  const isInside = (id: string): boolean => (from === null || id > from) && (to === null || id <= to);
  const first = tx.isRange && from !== null ? (tx.coverOf(from) ?? '') : '';
  const pages = tx.pages.filter((page) => page >= first && (!tx.isRange || to === null || page <= to));
  const stamps = new Map<string, string | null>();
  for (const head of (await tx.heads(pages)).values()) {
    const ofHead = head.stamps;
    head.ids.forEach((id, at) => {
      if (isInside(id)) stamps.set(id, ofHead[at] ?? null);
    });
  }
  for (const delta of (await tx.allDeltas()).values()) {
    if (!isInside(delta.id)) continue;
    const row = deltaRow(tx, delta);
    if (row === undefined) stamps.delete(delta.id);
    else stamps.set(delta.id, packedStamp(row));
  }
  return [...stamps].map(([id, updatedAt]) => ({ id, updatedAt })).sort((a, b) => byText(a.id, b.id));
}

/** Hands on the rows of pages that no delta record overrides. */
async function putPages(
  tx: PackedTx,
  heads: readonly Head[],
  deltas: ReadonlyMap<string, DeltaRow>,
  sink: PackedSink,
): Promise<void> {
  if (heads.length === 0) return;
  const raws: unknown[] = await tx.db.table('packed_pages').bulkGet(heads.map((head) => [tx.tbl, head.page]));
  heads.forEach((head, at) => {
    const rows = readRows(raws[at], head);
    if (rows === undefined) tx.damage.pages.push(head.page);
    else if (deltas.size === 0) sink.put(rows);
    else sink.put(rows.filter((_row, place) => !deltas.has(head.ids[place] ?? '')));
  });
}

function putDeltas(tx: PackedTx, deltas: Iterable<DeltaRow>, sink: PackedSink): void {
  const gone: string[] = [];
  const rows: JsonRow[] = [];
  for (const delta of deltas) {
    const row = deltaRow(tx, delta);
    if (row === undefined) gone.push(delta.id);
    else rows.push(row);
  }
  sink.put(rows);
  sink.remove(gone);
}

/** Heads of pages written after the version. */
async function changedHeads(tx: PackedTx, since: number): Promise<Head[]> {
  const raws: unknown[] = await tx.db
    .table('packed_heads')
    .where('[tbl+at]')
    .between([tx.tbl, since], wholeOf(tx.tbl)[1], false, true)
    .toArray();
  return raws.map((raw) => Head.read(raw)).filter((head) => head !== undefined);
}

/** Everything written after a version, or everything (`PackedLibrary.read`). */
export async function readPacked(tx: PackedTx, since: number | null, sink: PackedSink): Promise<number> {
  const { version, floor } = tx.meta;
  if (since === version) {
    sink.begin(false);
    return version;
  }
  const isFull = since === null || since < floor || since > version;
  sink.begin(isFull);
  if (isFull) {
    const deltas = await tx.allDeltas();
    for (let at = 0; at < tx.pages.length; at += PAGES_PER_READ) {
      const heads = await tx.heads(tx.pages.slice(at, at + PAGES_PER_READ));
      await putPages(tx, [...heads.values()], deltas, sink);
    }
    putDeltas(tx, deltas.values(), sink);
    return version;
  }
  const heads = await changedHeads(tx, since);
  // A page that was written anew may hold rows an older delta record overrides.
  if (heads.length > 0) await putPages(tx, heads, await tx.allDeltas(), sink);
  putDeltas(tx, await tx.deltasSince(since), sink);
  return version;
}
