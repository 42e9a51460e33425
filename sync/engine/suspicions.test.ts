import { expect, it } from 'vitest';
import { incident1, root1, Scene } from '#tests/support/engine-world.ts';
import { otherUserId, simId } from '#tests/sim/facts.ts';
import { configItemPacked } from '../protocol/tables/config-item.ts';
import type { BulkParts } from './bulk/parts.ts';
import { removeGone } from './bulk/sweep.ts';

const MINUTE = 60_000;
/** More than may leave at once. */
const many = 60;

it('[REC4] the look at an open incident does not reset the wait of what was deleted elsewhere', async () => {
  const scene = new Scene();
  const { server, scheduler } = scene.world;
  for (let n = 1; n <= many; n += 1) {
    const row = { id: simId(30, n), comment: `c${n}`, incident_id: incident1, hypothesis_id: root1 };
    server.insert('comments', { ...row, created_by: otherUserId }, (scheduler.nowMs - MINUTE) * 1000);
  }
  const tab = await scene.open();
  await scene.settle(tab.engine.watch({ table: 'incidents', id: simId(10, 2) }), 5000);
  expect(await scene.local('comments', simId(30, many))).not.toBeNull();
  for (let n = 1; n <= many; n += 1) server.remove('comments', simId(30, n));
  // Its number differs within five minutes; the second pass comes two minutes after the first.
  await scene.run(12 * MINUTE);
  expect(await scene.local('comments', simId(30, many))).toBeNull();
  expect(await scene.local('comments', simId(12, 2))).not.toBeNull();
});

it('[REC4] a pass that finds every row again ends the suspicion of an earlier one', async () => {
  const at = { nowMs: 0 };
  const parts = {
    runtime: {
      ports: { clock: { nowMs: () => at.nowMs }, log: { event: () => undefined } },
      diagnostics: { tripped: () => undefined },
    },
    suspicions: new Map(),
  } as unknown as BulkParts; // what a pass that removes nothing needs of it
  const pass = (missing: number) => {
    const listed = 100 - missing;
    const facts = { listed, counted: listed, localRows: 100, missing };
    return removeGone(parts, configItemPacked, facts, Array.from({ length: missing }, String));
  };
  expect(await pass(100)).toBe(false);
  at.nowMs += 2 * MINUTE;
  expect(await pass(0)).toBe(true);
  at.nowMs += 60 * MINUTE;
  // The second glitch is the first pass again.
  expect(await pass(100)).toBe(false);
});
