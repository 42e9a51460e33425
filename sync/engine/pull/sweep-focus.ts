import { chunks, IDS_PER_REQUEST } from '../../core/pull/reconcile.ts';
import { baseOf } from '../../core/outbox/row-change.ts';
import type { TableName, TableSpec } from '../../protocol/table.ts';
import { rowsWhere } from '../../transport/postgrest.ts';
import type { Answer } from '../tabs/client.ts';
import { countBelow } from './sweep-counts.ts';
import { listPages, localLines, settleDiff } from './sweep.ts';
import type { SweepParts } from './sweep.ts';

/** Compares the rows below some parents: by their number, and where that differs or `mustList` says so by their keys. */
async function checkChildren(
  parts: SweepParts,
  spec: TableSpec,
  column: string,
  parents: readonly string[],
  mustList: boolean,
): Promise<Answer | null> {
  if (!mustList) {
    const { stop, isSame } = await countBelow(parts, spec, column, parents);
    if (stop !== null || isSame) return stop;
  }
  const fence = parts.lead.nextFence();
  const listing = await listPages(parts, spec, (afterId, withCount) =>
    rowsWhere(spec, parts.client.context(), column, parents, { isDigest: true, withCount, afterId }),
  );
  if (listing.stop !== null) return listing.stop;
  const rows = await Promise.all(parents.map((id) => parts.runtime.ports.cache.where(spec.name, column, id)));
  const ids = rows.flat().map((row) => String(row[spec.key]));
  // A row that is known but hangs elsewhere (or has no visible row) is looked up as well.
  const known = await localLines(parts, spec, [
    ...new Set([...ids, ...listing.lines.map((line) => line.id)]),
  ]);
  const local = known.filter((line) => ids.includes(line.id) || baseOf(line.snap) !== null);
  const localRows = await parts.runtime.ports.cache.count(spec.name);
  const among = `${column} ${parents.join(' ')}`;
  return (await settleDiff(parts, spec, listing, local, fence, localRows, among)).stop;
}

/** Focused check (D12.3): counts or lists again the rows under one root row, level by level. */
export async function checkSubtree(
  parts: SweepParts,
  root: TableSpec,
  rootId: string,
  mustList: boolean,
): Promise<Answer | null> {
  const specs = parts.runtime.pulled;
  const levels: { readonly table: TableName; readonly ids: readonly string[] }[] = [
    { table: root.name, ids: [rootId] },
  ];
  for (let level = levels.shift(); level !== undefined; level = levels.shift()) {
    const { table, ids } = level;
    for (const spec of specs) {
      const { parent } = spec;
      if (parent === undefined || parent.table !== table || spec.name === table) continue;
      const found: string[] = [];
      for (const part of chunks(ids, IDS_PER_REQUEST)) {
        const stop = await checkChildren(parts, spec, parent.column, part, mustList);
        if (stop !== null && stop.class !== 'forbidden') return stop;
        const rows = await Promise.all(
          part.map((id) => parts.runtime.ports.cache.where(spec.name, parent.column, id)),
        );
        found.push(...rows.flat().map((row) => String(row[spec.key])));
      }
      if (found.length > 0 && specs.some((other) => other.parent?.table === spec.name)) {
        levels.push({ table: spec.name, ids: found });
      }
    }
  }
  return null;
}
