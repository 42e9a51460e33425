import type { Engine } from '#sync/engine/engine-contract.ts';
import { tables } from '#sync/protocol/tables.ts';

/** Somebody has a screen of everything that is pulled only for those who look. */
export async function visitAll(engine: Engine): Promise<void> {
  for (const { name, keep } of Object.values(tables))
    if (keep === 'visited') await engine.watch({ table: name });
}
