import type { Engine } from '#sync/engine/engine-contract.ts';

/** Somebody reads and scrolls: that is activity, and asks for nothing. */
export function actIdly(engine: Engine): Promise<void> {
  return engine.unwatch({ table: 'incidents', id: 'none' });
}
