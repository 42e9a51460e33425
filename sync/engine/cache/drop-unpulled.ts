import { isTableName } from '../../protocol/table.ts';
import { neverPulled } from '../pull/table.ts';
import type { Runtime } from '../runtime.ts';

/**
 * What an earlier version pulled and this one does not leaves the device with the first term: it would only grow old
 * (entities 3). A row with an unsent change stays until that has ended.
 */
export async function dropUnpulled({ ports, pulled, packed = [] }: Runtime, epoch: number): Promise<void> {
  const { cache, log } = ports;
  const names = new Set<string>([...pulled, ...packed].map(({ name }) => name));
  for (const { tbl, status } of await cache.feeds()) {
    if (status === 'never' || names.has(tbl) || !isTableName(tbl)) continue;
    const refs = (await cache.ids(tbl, null, null)).map((id) => ({ tbl, id }));
    const dropped = await cache.mutate(refs, epoch, (at) => {
      const deleteRows = refs.filter((ref) => at(ref).shadow === undefined);
      return { deleteRows, feed: neverPulled(tbl), result: deleteRows.length };
    });
    log.event('info', 'cache.unpulled', { tbl, rows: dropped });
  }
}
