import type { PackedApplied, PackedWrite } from '../../ports.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { DeltaRow } from './delta.ts';
import type { Head, PackedLine } from './page.ts';
import { byText, cutPages, lineOf, readLines } from './page.ts';
import type { Places, PackedTx } from './tables.ts';
import { getPacked } from './read.ts';
import { PackedEdits } from './tables.ts';
import { withoutColumns } from './types.ts';

/** From so many changed rows on a page is written at once: one put of a page costs about as much as ten rows. */
const PAGE_WORTH = 25;

/** Rows of a write that differ from what is stored, and keys of it that are there to remove. */
interface Difference {
  readonly changed: readonly PackedLine[];
  readonly removed: readonly string[];
  readonly inserted: number;
}

function isSame(
  line: PackedLine,
  delta: DeltaRow | undefined,
  place: { head: Head; at: number } | undefined,
) {
  if (delta !== undefined) return delta.text === line.text;
  if (place === undefined) return false;
  const { head, at } = place;
  return head.hashes[2 * at] === line.high && head.hashes[2 * at + 1] === line.low;
}

function differenceOf(
  puts: ReadonlyMap<string, PackedLine>,
  remove: readonly string[],
  deltas: ReadonlyMap<string, DeltaRow>,
  places: Places,
): Difference {
  const isThere = (id: string): boolean => {
    const delta = deltas.get(id);
    return delta === undefined ? places.has(id) : delta.text !== null;
  };
  const changed = [...puts.values()].filter(
    (line) => !isSame(line, deltas.get(line.id), places.get(line.id)),
  );
  return {
    changed,
    removed: [...new Set(remove)].filter((id) => !puts.has(id) && isThere(id)),
    inserted: changed.filter((line) => !isThere(line.id)).length,
  };
}

/** Changed rows by the page they belong to; `new` are rows of no page yet (`append` only). */
function groupByPage(
  tx: PackedTx,
  lines: readonly PackedLine[],
  places: Places,
): { readonly owned: ReadonlyMap<string, PackedLine[]>; readonly fresh: readonly PackedLine[] } {
  const owned = new Map<string, PackedLine[]>();
  const fresh: PackedLine[] = [];
  for (const line of lines) {
    const page = places.get(line.id)?.head.page ?? (tx.isRange ? tx.coverOf(line.id) : undefined);
    const group = page === undefined ? undefined : owned.get(page);
    if (page === undefined) fresh.push(line);
    else if (group === undefined) owned.set(page, [line]);
    else group.push(line);
  }
  return { owned, fresh };
}

/** Lines of a page with newer ones in their place, in id order. */
export function mergeLines(old: readonly PackedLine[], fresh: readonly PackedLine[]): readonly PackedLine[] {
  const byId = new Map(old.map((line) => [line.id, line]));
  for (const line of fresh) byId.set(line.id, line);
  return [...byId.values()].sort((a, b) => byText(a.id, b.id));
}

/** The present lines of pages by name; a damaged page is noted and reads as empty. */
export async function linesOfPages(
  tx: PackedTx,
  heads: readonly Head[],
): Promise<ReadonlyMap<string, readonly PackedLine[]>> {
  if (heads.length === 0) return new Map();
  const raws: unknown[] = await tx.db.table('packed_pages').bulkGet(heads.map((head) => [tx.tbl, head.page]));
  return new Map(
    heads.map((head, at) => {
      const lines = readLines(raws[at], head);
      if (lines === undefined) tx.damage.pages.push(head.page);
      return [head.page, lines ?? []];
    }),
  );
}

/** Writes the groups that are worth a page as pages; what is left is for the delta. */
async function writePages(
  tx: PackedTx,
  edits: PackedEdits,
  changed: readonly PackedLine[],
  places: Places,
  at: number,
): Promise<readonly PackedLine[]> {
  const { owned, fresh } = groupByPage(tx, changed, places);
  const left: PackedLine[] = [];
  const sorted = (lines: readonly PackedLine[]): PackedLine[] => lines.toSorted((a, b) => byText(a.id, b.id));
  if (fresh.length >= PAGE_WORTH) edits.putPages(cutPages(sorted(fresh)), at);
  else left.push(...fresh);
  const worth = [...owned].filter(([, lines]) => lines.length >= PAGE_WORTH);
  for (const [, lines] of owned) if (lines.length < PAGE_WORTH) left.push(...lines);
  const heads = worth.length > 0 ? await tx.heads(worth.map(([page]) => page)) : new Map<string, Head>();
  const isBehind = (head: Head, lines: readonly PackedLine[]): boolean => {
    const { last } = head;
    return tx.isRange && lines.every((line) => line.id > last);
  };
  const mixed = worth
    .map(([page, lines]) => ({ head: heads.get(page), lines }))
    .flatMap(({ head, lines }) => (head === undefined || isBehind(head, lines) ? [] : [head]));
  const old = await linesOfPages(tx, mixed);
  for (const [page, lines] of worth) {
    const present = old.get(page);
    if (!heads.has(page)) left.push(...lines);
    else if (present === undefined) edits.putPages(cutPages(sorted(lines)), at);
    else edits.putPages(cutPages(mergeLines(present, lines)), at, page);
  }
  return left;
}

/** Rows that only lose columns, as they are to be stored. */
async function thinned(tx: PackedTx, { thin }: PackedWrite): Promise<readonly JsonRow[]> {
  if (thin === undefined) return [];
  const rows = await getPacked(tx, thin.ids);
  return [...rows.values()].map((row) => withoutColumns(row, thin.columns));
}

/**
 * Applies a write inside a transaction over the packed tables. Big groups of rows become pages, scattered ones go to
 * the delta, which always wins over the pages. Removals stay in the delta until compaction, so that readers hear of
 * them.
 */
export async function applyPacked(tx: PackedTx, write: PackedWrite): Promise<PackedApplied> {
  const rows = [...(await thinned(tx, write)), ...write.put];
  const puts = new Map(rows.map(lineOf).map((line) => [line.id, line]));
  const ids = [...new Set([...puts.keys(), ...write.remove])];
  const [deltas, places] = [await tx.deltas(ids), await tx.places(ids)];
  const { changed, removed, inserted } = differenceOf(puts, write.remove, deltas, places);
  const { version: before, count: countBefore } = tx.meta;
  const nothing = { changed: 0, removed: 0, before, version: before, count: countBefore };
  if (tx.isDamaged || changed.length + removed.length === 0) return nothing;
  const at = before + 1;
  const edits = new PackedEdits(tx);
  const left = await writePages(tx, edits, changed, places, at);
  const inDelta = new Set(left.map((line) => line.id));
  let deltaRows = tx.meta.deltaRows;
  const putDelta = (id: string, text: string | null): void => {
    edits.putDelta({ id, text, at });
    if (!deltas.has(id)) deltaRows += 1;
  };
  for (const { id } of changed) {
    if (inDelta.has(id) || !deltas.has(id)) continue;
    edits.dropDelta(id);
    deltaRows -= 1;
  }
  for (const line of left) putDelta(line.id, line.text);
  for (const id of removed) putDelta(id, null);
  if (tx.isDamaged) return nothing;
  const count = countBefore + inserted - removed.length;
  await edits.store({ version: at, count, deltaRows });
  tx.directories.learn(tx.tbl, before, at, puts.keys());
  return { changed: changed.length, removed: removed.length, before, version: at, count };
}
