import { describe, expect, it } from 'vitest';
import { incident1, Scene } from '#tests/support/engine-world.ts';
import type { Tab } from '#tests/sim/world.ts';
import { SyncError } from '../../errors.ts';
import type { Ports } from '../../ports.ts';

interface Victim {
  readonly tab: Tab;
  /** Requests it has sent so far. */
  readonly sent: () => number;
  /** The lock goes to the next in the queue at once, whatever the victim is still doing: its request rejects. */
  readonly rob: () => void;
}

/** A tab whose lock can be taken away, as `steal` does it. */
function openVictim(scene: Scene): Victim {
  let refuse: (error: SyncError) => void = () => undefined;
  let sent = 0;
  scene.wrap = (ports: Ports): Ports => ({
    ...ports,
    http: {
      send: (request, cancel) => {
        // Whose session it was when it sent it asks all the same, and nothing else (AUT8).
        if (request.path !== '/auth/whoami') sent += 1;
        return ports.http.send(request, cancel);
      },
    },
    locks: {
      ...ports.locks,
      request: (name, hold, cancel) =>
        Promise.race([
          ports.locks.request(name, hold, cancel),
          new Promise<never>((_resolve, reject) => {
            refuse = reject;
          }),
        ]),
    },
  });
  const tab = scene.world.openTab();
  scene.wrap = (ports) => ports;
  return {
    tab,
    sent: () => sent,
    rob() {
      refuse(new SyncError({ kind: 'bug', message: 'the lock was stolen' }));
      scene.world.locks.kill(tab.owner);
    },
  };
}

describe('a lock that is taken away', () => {
  it('[LED7] ends the term at once; the thief leads, and what was in flight takes effect once', async () => {
    const scene = new Scene();
    const { tab: robbed, sent, rob } = openVictim(scene);
    const next = await scene.open();
    expect(robbed.engine.status().isLeader).toBe(true);
    scene.slowFromNextWrite(3000);
    const id = await scene.comment(robbed, 'in flight');
    // Pulls are on their way too; whether this one succeeds is not the question.
    robbed.engine.refresh().catch(() => undefined);
    await scene.run(300);
    expect((await scene.op(id)).state).toBe('sending');
    rob();
    const before = sent();
    await scene.run(4000);
    expect([robbed.engine.status().isLeader, next.engine.status().isLeader]).toEqual([false, true]);
    expect(sent()).toBe(before);
    await scene.run(60_000);
    expect(await scene.op(id)).toMatchObject({ state: 'done' });
    expect(scene.effects('comments', 'insert')).toBe(1);
    // The robbed one waits in the queue again.
    scene.world.killTab(next);
    await scene.run(2000);
    expect(robbed.engine.status().isLeader).toBe(true);
  });

  it('[LED7] while the term begins, the term ends before it sends anything', async () => {
    const scene = new Scene();
    const { tab: robbed, sent, rob } = openVictim(scene);
    const next = scene.world.openTab();
    await scene.run(1);
    rob();
    await scene.run(10_000);
    expect([robbed.engine.status().isLeader, next.engine.status().isLeader]).toEqual([false, true]);
    expect(sent()).toBe(0);
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

interface Sleeper {
  readonly tab: Tab;
  /** Timers and answers of the tab wait from now on. */
  readonly freeze: () => void;
  /** Everything that waited happens now, in order. */
  readonly thaw: () => void;
}

/** A tab the browser can freeze: its code stops, its lock and its requests do not. */
function openSleeper(scene: Scene): Sleeper {
  let held: (() => void)[] | null = null;
  const whenAwake = (run: () => void): void => {
    if (held === null) run();
    else held.push(run);
  };
  scene.wrap = (ports: Ports): Ports => ({
    ...ports,
    timers: { set: (run, delayMs) => ports.timers.set(() => whenAwake(run), delayMs) },
    http: {
      send: (request, cancel) =>
        new Promise((resolve, reject) => {
          ports.http.send(request, cancel).then(
            (response) => whenAwake(() => resolve(response)),
            (error: unknown) => whenAwake(() => reject(error)),
          );
        }),
    },
    bus: {
      ...ports.bus,
      listen: (receive) => ports.bus.listen((message) => whenAwake(() => receive(message))),
    },
  });
  const tab = scene.world.openTab();
  scene.wrap = (ports) => ports;
  return {
    tab,
    freeze: () => {
      held = [];
    },
    thaw: () => {
      const runs = held ?? [];
      held = null;
      for (const run of runs) run();
    },
  };
}

describe('a frozen tab', () => {
  it('[LED9] has missed nothing when it goes on: what was sent is settled, and the data is fresh', async () => {
    const scene = new Scene();
    const { tab, freeze, thaw } = openSleeper(scene);
    await scene.run(10_000);
    scene.slowFromNextWrite(1000);
    const id = await scene.comment(tab, 'before the lid was closed');
    await scene.run(300);
    expect((await scene.op(id)).state).toBe('sending');
    freeze();
    await scene.run(8 * 3_600_000);
    expect((await scene.op(id)).state).toBe('sending');
    scene.edit('incidents', incident1, { title: 'Changed in the night' });
    scene.world.conditions.minDelayMs = 20;
    scene.world.conditions.maxDelayMs = 20;
    thaw();
    await scene.settle(tab.engine.setVisible(true), 10_000);
    expect((await scene.op(id)).state).toBe('done');
    expect(scene.effects('comments', 'insert')).toBe(1);
    expect(await scene.local('incidents', incident1)).toMatchObject({ title: 'Changed in the night' });
    expect(tab.engine.status()).toMatchObject({ phase: 'live', isLeader: true });
  });

  it('[LED9] writes nothing of what it had begun when another tab has led meanwhile', async () => {
    const scene = new Scene();
    const { tab: zombie, freeze, thaw } = openSleeper(scene);
    await scene.run(10_000);
    scene.slowFromNextWrite(1000);
    const id = await scene.comment(zombie, 'answered while frozen');
    await scene.run(300);
    expect((await scene.op(id)).state).toBe('sending');
    freeze();
    const next = scene.world.openTab();
    // The browser took the lock from the frozen tab.
    scene.world.locks.kill(zombie.owner);
    await scene.run(60_000);
    expect(next.engine.status().isLeader).toBe(true);
    expect((await scene.op(id)).state).toBe('done');
    const { epoch } = await scene.world.journal.meta();
    const settled = await scene.op(id);
    thaw();
    await scene.run(60_000);
    expect(await scene.op(id)).toEqual(settled);
    expect((await scene.world.journal.meta()).epoch).toBe(epoch);
    expect(scene.effects('comments', 'insert')).toBe(1);
    expect([zombie.engine.status().isLeader, next.engine.status().isLeader]).toEqual([false, true]);
  });
});

describe('an engine whose storage refuses to lead', () => {
  it('[LED10] is stopped all the same, so that its databases can be closed', async () => {
    const scene = new Scene();
    const lost = new SyncError({ kind: 'storage-lost', message: 'the disk is gone' });
    scene.wrap = (ports) => ({
      ...ports,
      journal: { ...ports.journal, claimEpoch: () => Promise.reject(lost) },
    });
    const tab = scene.world.openTab();
    await scene.run(1000);
    expect(tab.engine.status().isLeader).toBe(false);
    await expect(scene.settle(tab.engine.stop())).resolves.toBeUndefined();
  });
});
