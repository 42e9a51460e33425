import { startWalk } from '../../core/pull/cursor.ts';
import { isComparedWhole } from '../../core/pull/schedule.ts';
import { isTableName } from '../../protocol/table.ts';
import type { TableName } from '../../protocol/table.ts';
import { neverPulled } from '../pull/table.ts';
import type { Runtime } from '../runtime.ts';

/**
 * Drops the rows of a collection, its place and its age, in one step: it counts as never given, and is read from its
 * beginning the next time. A row with an unsent change stays until that has ended.
 */
export async function dropCollection(
  { ports: { cache, log }, tables }: Pick<Runtime, 'ports' | 'tables'>,
  tbl: TableName,
  epoch: number,
): Promise<void> {
  const refs = (await cache.ids(tbl, null, null)).map((id) => ({ tbl, id }));
  const hasPlace = isComparedWhole(tables[tbl]) && (await cache.cursor(tbl)) !== undefined;
  const asOf = (await cache.feeds()).find((feed) => feed.tbl === tbl)?.asOf ?? null;
  const dropped = await cache.mutate(refs, epoch, (at) => {
    const deleteRows = refs.filter((ref) => at(ref).shadow === undefined);
    const cursor = hasPlace ? startWalk(tbl, asOf) : undefined;
    return { deleteRows, cursor, feed: neverPulled(tbl), result: deleteRows.length };
  });
  log.event('info', 'cache.unpulled', { tbl, rows: dropped });
}

/**
 * What an earlier version pulled and this one does not leaves the device with the first term: it would only grow old
 * (entities 3).
 */
export async function dropUnpulled(runtime: Runtime, epoch: number): Promise<void> {
  const { ports, pulled, packed = [] } = runtime;
  const names = new Set<string>([...pulled, ...packed].map(({ name }) => name));
  for (const { tbl, status } of await ports.cache.feeds()) {
    if (status === 'never' || names.has(tbl) || !isTableName(tbl)) continue;
    await dropCollection(runtime, tbl, epoch);
  }
}
