import { describe, expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';
import { SyncError } from '../errors.ts';
import type { Ports } from '../ports.ts';

/** Locks of the next tab whose lock can be taken away, as `steal` does: the request rejects, its callback runs on. */
function stealable(scene: Scene): () => void {
  let steal: () => void = () => undefined;
  scene.wrap = (ports: Ports): Ports => ({
    ...ports,
    locks: {
      ...ports.locks,
      request: (name, hold, cancel) =>
        Promise.race([
          ports.locks.request(name, hold, cancel),
          new Promise<never>((_resolve, reject) => {
            steal = () => reject(new SyncError({ kind: 'bug', message: 'AbortError: the lock was stolen' }));
          }),
        ]),
    },
  });
  return () => steal();
}

describe('a lock that is taken away', () => {
  it('[LED7] ends the term at once; the thief leads, and what was in flight takes effect once', async () => {
    const scene = new Scene();
    const steal = stealable(scene);
    const robbed = await scene.open();
    scene.wrap = (ports) => ports;
    const next = await scene.open();
    scene.world.conditions.minDelayMs = 3000;
    scene.world.conditions.maxDelayMs = 3000;
    const id = await scene.comment(robbed, 'in flight');
    await scene.run(300);
    expect((await scene.op(id)).state).toBe('sending');
    steal();
    await scene.run(10_000);
    expect([robbed.engine.status().isLeader, next.engine.status().isLeader]).toEqual([false, true]);
    await scene.run(60_000);
    expect(await scene.op(id)).toMatchObject({ state: 'done' });
    expect(scene.effects('comments', 'insert')).toBe(1);
    // The robbed one waits in the queue again.
    scene.world.killTab(next);
    await scene.run(2000);
    expect(robbed.engine.status().isLeader).toBe(true);
  });

  it('[LED7] while the term begins, the term ends before it did anything', async () => {
    const scene = new Scene();
    const steal = stealable(scene);
    const robbed = scene.world.openTab();
    scene.wrap = (ports) => ports;
    const next = scene.world.openTab();
    await scene.world.run(1);
    steal();
    await scene.run(2000);
    expect([robbed.engine.status().isLeader, next.engine.status().isLeader]).toEqual([false, true]);
  });
});

describe('failover', () => {
  it('[LED8] a visible tab leads and has sent what waited within two seconds of the leader’s death', async () => {
    const scene = new Scene();
    const first = await scene.open();
    const second = await scene.open();
    const id = await scene.comment(first, 'from the one that dies');
    scene.world.killTab(first);
    const diedAt = scene.world.scheduler.nowMs;
    let ledAt: number | null = null;
    await scene.world.run(30_000, async () => {
      if (second.engine.status().isLeader) ledAt ??= scene.world.scheduler.nowMs;
    });
    expect((ledAt ?? Number.POSITIVE_INFINITY) - diedAt).toBeLessThanOrEqual(2000);
    expect(await scene.op(id)).toMatchObject({ state: 'done' });
    expect(scene.effects('comments', 'insert')).toBe(1);
  });
});
