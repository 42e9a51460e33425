import { isTableName } from '#sync/protocol/table.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { World } from './world.ts';

/** [WRT7] what somebody typed into a change that has failed stands in a draft. */
export async function checkTyped(world: World): Promise<void> {
  // A damaged disk may have lost it, which is told.
  if (world.damage !== null) return;
  const texts = (await world.journal.drafts()).map(({ text }) => text);
  for (const op of await world.journal.read({ ids: [...world.accepted] })) {
    if (op.state !== 'failed' || op.undoes !== undefined || !isTableName(op.tbl)) continue;
    for (const column of tables[op.tbl].write?.typed ?? []) {
      const typed = op.patch[column];
      if (typeof typed !== 'string' || typed.trim() === '' || texts.some((text) => text.includes(typed)))
        continue;
      world.violations.push(`WRT7 ${op.tbl} ${op.rowId}: "${typed}" is in no draft`);
    }
  }
}
