import { describe, expect, it } from 'vitest';
import { incident1, leaf1, origin, reply, root1, Scene } from '#tests/support/engine-world.ts';
import { otherUserId, userId } from '#tests/sim/facts.ts';
import { SyncError } from '../errors.ts';
import type { BusMessage } from '../ports.ts';
import { readBusMessage, readLeaderStatus } from './tabs/bus-messages.ts';
import { fenceCounter } from './runtime.ts';

const MINUTE = 60_000;

describe('leading', () => {
  it('[LED1] one tab leads, and the next one takes over when it dies', async () => {
    const scene = new Scene();
    const first = await scene.open();
    const second = await scene.open();
    expect([first.engine.status().isLeader, second.engine.status().isLeader]).toEqual([true, false]);
    scene.world.killTab(first);
    await scene.run(2000);
    expect(second.engine.status().isLeader).toBe(true);
    expect((await scene.world.journal.meta()).epoch).toBe(2);
  });

  it('[LED2] a follower writes and sends nothing; the leader sends it', async () => {
    const scene = new Scene();
    const leader = await scene.open();
    const follower = await scene.open();
    const requests = new Map<string, number>();
    scene.sent.length = 0;
    // Long enough that the request is still on its way when the world is watched.
    scene.world.conditions.minDelayMs = 400;
    scene.world.conditions.maxDelayMs = 500;
    const id = await scene.comment(follower, 'from the second tab');
    await scene.world.run(3000, async () => {
      for (const flight of scene.world.inFlight)
        requests.set(flight.tabId, (requests.get(flight.tabId) ?? 0) + 1);
    });
    expect((await scene.op(id)).state).toBe('done');
    expect([...requests.keys()]).toEqual([leader.id]);
    expect(scene.writes()).toEqual(['POST /db/comments']);
    expect(follower.engine.status()).toMatchObject({ phase: 'live', isLeader: false, waiting: 0 });
  });

  it('[AUT3] a refresh of the leader resolves after whoami was asked', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const heard: string[] = [];
    scene.meddle = (request) => {
      if (request.path !== '/auth/whoami') return null;
      heard.push('whoami');
      return reply(401, 'Session Expired', 'text/plain');
    };
    await scene.settle(
      tab.engine.refresh().then(() => heard.push('resolved')),
      1000,
    );
    expect(heard.slice(0, 2)).toEqual(['whoami', 'resolved']);
    expect(tab.engine.status().phase).toBe('signed-out');
  });

  it('[STA1] a tab that led does not go back to what an older leader said', async () => {
    const scene = new Scene();
    const first = await scene.open();
    const second = await scene.open();
    const before = second.engine.status().asOf;
    scene.world.killTab(first);
    await scene.run(2 * MINUTE);
    const led = second.engine.status();
    expect(led.isLeader && led.asOf !== before).toBe(true);
    await scene.open();
    // It hears nothing after it has stepped down, so all it has is what it knew itself.
    scene.world.bus.lossRate = 1;
    await scene.settle(second.engine.setVisible(false), 2000);
    expect(second.engine.status().isLeader).toBe(false);
    expect((second.engine.status().asOf ?? '') >= (led.asOf ?? '?')).toBe(true);
    expect(second.engine.status().asOf).not.toBe(before);
  });

  it('[OUT8] messages between tabs may all be lost', async () => {
    const scene = new Scene();
    await scene.open();
    const follower = await scene.open();
    scene.world.bus.lossRate = 1;
    const id = await scene.comment(follower);
    await scene.run(20_000);
    expect((await scene.op(id)).state).toBe('done');
  });

  it('[JRN11] an operation settled before its own tab had applied it does not stay in the row', async () => {
    const scene = new Scene();
    await scene.open();
    // The follower's cache is slow: the leader is done long before.
    scene.wrap = (ports) => ({
      ...ports,
      cache: {
        ...ports.cache,
        mutate: async (refs, epoch, decide) => {
          await new Promise<void>((resolve) => {
            ports.timers.set(resolve, 20_000);
          });
          return ports.cache.mutate(refs, epoch, decide);
        },
      },
    });
    const follower = await scene.open();
    const command = {
      kind: 'row.update',
      table: 'hypotheses',
      rowId: root1,
      set: { title: 'slow' },
    } as const;
    const made = follower.engine.submit(command, origin).then(async ({ opIds }) => ({
      opIds,
      shadows: await scene.world.cache.shadows(),
    }));
    const { opIds, shadows } = await scene.settle(made, 60_000);
    expect((await scene.op(opIds[0]!)).state).toBe('done');
    expect(shadows).toEqual([]);
    await scene.run(MINUTE);
    expect(await scene.world.cache.shadows()).toEqual([]);
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'slow' });
  });

  it('[LED4] a hidden leader gives way to a visible tab, not to a hidden one', async () => {
    const scene = new Scene();
    const first = await scene.open();
    const second = await scene.open();
    await scene.settle(second.engine.setVisible(false));
    await scene.settle(first.engine.setVisible(false), 2000);
    expect([first.engine.status().isLeader, second.engine.status().isLeader]).toEqual([true, false]);
    await scene.settle(second.engine.setVisible(true), 5000);
    expect([first.engine.status().isLeader, second.engine.status().isLeader]).toEqual([false, true]);
  });

  it('[LED3, OUT7] a leader whose epoch is over stores nothing more and leaves', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.slowFromNextWrite(2000);
    const id = await scene.title(tab, 'by a zombie');
    await scene.run(300);
    // Somebody stole the lock and claimed the next epoch.
    await scene.world.journal.claimEpoch();
    const before = await scene.op(id);
    expect(before.state).toBe('sending');
    const written: unknown[] = [];
    await scene.world.run(8000, async () => {
      const op = await scene.op(id);
      if (op.epoch === before.epoch && JSON.stringify(op) !== JSON.stringify(before)) written.push(op);
    });
    expect(written).toEqual([]);
    expect(tab.log.events.map((event) => event.code)).toContain('lead.end');
    await scene.run(MINUTE);
    expect(await scene.op(id)).toMatchObject({ state: 'done', epoch: 3 });
    expect(scene.effects('hypotheses', 'update')).toBe(1);
  });

  it('[LED5] a cache that has seen later epochs gets one it accepts', async () => {
    const scene = new Scene();
    await scene.world.cache.mutate([], 41, () => ({ result: undefined }));
    const tab = await scene.open();
    expect((await scene.world.journal.meta()).epoch).toBe(42);
    expect(tab.engine.status()).toMatchObject({ phase: 'live', isLeader: true });
  });

  it('[LED5] a new journal beside an old cache believes what the server says now', async () => {
    const scene = new Scene();
    await scene.open();
    await scene.run(2 * MINUTE);
    scene.edit('hypotheses', root1, { title: 'read late in the life of the old journal' });
    await scene.run(MINUTE);
    scene.world.evict({ journal: true, cache: false });
    scene.edit('hypotheses', root1, { title: 'newer' });
    await scene.open();
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'newer' });
  });

  it('[FEN6] fences of a later epoch are above all of an earlier one', () => {
    const early = fenceCounter(7);
    const late = fenceCounter(8);
    const last = Array.from({ length: 1000 }, early).at(-1) ?? 0;
    expect(last).toBe(7 * 2 ** 20 + 1000);
    expect(late()).toBeGreaterThan(7 * 2 ** 20 + 2 ** 20 - 1);
  });

  it.each([
    [null],
    ['appended'],
    [{ type: 'appended' }],
    [{ type: 'appended', lanes: [7] }],
    [{ type: 'from the future' }],
    [{ type: 'visibility', tabId: 't1', visible: 'yes' }],
    [{ type: 'status', status: 'live' }],
  ])('[LED6] ignores %j', (raw) => expect(readBusMessage(raw)).toBeNull());

  it('[LED6] reads what it knows, and drops what it does not', () => {
    const known: readonly BusMessage[] = [
      { type: 'appended', lanes: ['incident:1'] },
      { type: 'refresh' },
      { type: 'session-restored', userId: 'u' },
      { type: 'other-user' },
      { type: 'watch', tabId: 't', scopes: [{ table: 'incidents', id: 'i' }] },
      { type: 'visibility', tabId: 't', visible: true },
      { type: 'wipe' },
    ];
    expect(known.map((message) => readBusMessage({ ...message, extra: 1 }))).toEqual(known);
    const status = {
      phase: 'live',
      waiting: 1,
      needsAttention: 0,
      progress: null,
      asOf: null,
      reason: null,
      updatedAt: 4,
    };
    expect(readLeaderStatus({ ...status, isLeader: true })).toEqual({ ...status, isLeader: false });
    expect(readLeaderStatus({ ...status, phase: 'excellent' })).toBeNull();
  });

  it('[LED6] a wipe in another tab stops this one', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.bus.portFor('elsewhere').post({ type: 'wipe' });
    await scene.run(2000);
    await expect(
      tab.engine.submit(
        { kind: 'row.update', table: 'hypotheses', rowId: root1, set: { title: 'x' } },
        origin,
      ),
    ).rejects.toMatchObject({
      info: { kind: 'cancelled' },
    });
    expect((await scene.open()).engine.status().isLeader).toBe(true);
  });

  it('[LED1] a stop leaves nothing running and the next instance goes on', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    const id = await scene.title(tab, 'kept over a stop');
    await scene.settle(tab.engine.stop(), 30_000);
    scene.sent.length = 0;
    await scene.run(10 * MINUTE);
    expect(scene.sent).toEqual([]);
    scene.world.conditions.isUp = true;
    await scene.open();
    await scene.run(MINUTE);
    expect((await scene.op(id)).state).toBe('done');
  });
});

describe('the session', () => {
  it('[AUT1, AUT2] a 401 holds everything, costs nothing, and ends when the owner is back', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.server.session.userId = null;
    const id = await scene.title(tab, 'signed out');
    await scene.run(10 * MINUTE);
    expect(await scene.op(id)).toMatchObject({ attempts: 0 });
    expect(['queued', 'auth-hold']).toContain((await scene.op(id)).state);
    expect(tab.engine.status()).toMatchObject({ phase: 'signed-out', waiting: 1 });
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'signed out' });
    expect(await scene.local('hypotheses', leaf1)).not.toBeNull();
    scene.world.server.session.userId = userId;
    await scene.settle(tab.engine.sessionRestored(userId), 10_000);
    expect(await scene.op(id)).toMatchObject({ state: 'done', attempts: 0 });
    expect(tab.engine.status().phase).toBe('live');
  });

  it('[AUT2] is noticed without anybody saying so', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.server.session.userId = null;
    await scene.run(5 * MINUTE);
    scene.world.server.session.userId = userId;
    await scene.run(2 * MINUTE);
    expect(tab.engine.status().phase).toBe('live');
  });

  it('[AUT3] while somebody else is signed in nothing is sent and nothing is pulled', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    // Written before: with somebody else the copy is emptied (AUT6), and there is nothing to comment on.
    tab.lifecycle.isTabOnLine = false;
    const id = await scene.comment(tab);
    scene.world.server.session.userId = otherUserId;
    await expect(scene.settle(tab.engine.sessionRestored(otherUserId))).rejects.toMatchObject({
      info: { kind: 'rejected' },
    });
    tab.lifecycle.isTabOnLine = true;
    tab.lifecycle.announce();
    await scene.run(1000);
    scene.sent.length = 0;
    await scene.run(10 * MINUTE);
    expect([...new Set(scene.sent.map((request) => request.path))]).toEqual(['/auth/whoami']);
    expect((await scene.op(id)).state).toBe('queued');
    expect(tab.engine.status().phase).toBe('signed-out');
    scene.world.server.session.userId = userId;
    await scene.run(3 * MINUTE);
    expect((await scene.op(id)).state).toBe('done');
  });

  it('[AUT4] a write is preceded by a look at the session not older than a minute', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    let lookedAt = 0;
    let oldest = 0;
    scene.meddle = (request) => {
      const nowMs = scene.world.scheduler.nowMs;
      if (request.path === '/auth/whoami') lookedAt = nowMs;
      if (request.method !== 'GET') oldest = Math.max(oldest, nowMs - lookedAt);
      return null;
    };
    await scene.run(MINUTE);
    for (let count = 0; count < 8; count += 1) {
      await scene.title(tab, `title ${count}`);
      await scene.run(25_000);
    }
    expect(scene.effects('hypotheses', 'update')).toBe(8);
    expect(oldest).toBeLessThanOrEqual(MINUTE + 200);
  });

  it('[AUT4] a page that was frozen between the look and the send looks again', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const { scheduler, journal, server } = scene.world;
    const command = {
      kind: 'comment.add',
      incidentId: incident1,
      hypothesisId: root1,
      text: 'for the owner',
    } as const;
    const saved = tab.engine.submit(command, origin);
    await scene.world.run(5000, async () => {
      const isClaimed = (await journal.read({ open: true })).some((op) => op.state === 'sending');
      if (isClaimed && scene.writes().length === 0) scheduler.freeze(tab.owner);
    });
    expect(scheduler.isFrozen(tab.owner)).toBe(true);
    await saved;
    server.session.userId = otherUserId;
    await scene.run(10 * MINUTE);
    scheduler.thaw(tab.owner);
    await scene.run(MINUTE);
    expect(scene.writes()).toEqual([]);
    server.session.userId = userId;
    await scene.run(3 * MINUTE);
    expect(scene.effects('comments', 'insert')).toBe(1);
  });

  it('[AUT4] an answer that waited in a frozen page is as old as its question', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const { scheduler, server, conditions } = scene.world;
    const wrong: string[] = [];
    scene.meddle = (request) => {
      if (request.method !== 'GET' && server.session.userId !== userId) wrong.push(request.path);
      if (request.path !== '/auth/whoami' || conditions.minDelayMs === 2000) return null;
      // The answer leaves the server after two seconds and arrives after four; the page stops in between.
      conditions.minDelayMs = 2000;
      conditions.maxDelayMs = 2000;
      scheduler.schedule('device', 3000, () => {
        scheduler.freeze(tab.owner);
        server.session.userId = otherUserId;
      });
      scheduler.schedule('device', 10 * MINUTE, () => scheduler.thaw(tab.owner));
      return null;
    };
    await scene.run(4 * MINUTE);
    expect(scheduler.isFrozen(tab.owner)).toBe(true);
    const command = {
      kind: 'comment.add',
      incidentId: incident1,
      hypothesisId: root1,
      text: 'mine',
    } as const;
    const saved = tab.engine.submit(command, origin);
    await scene.run(15 * MINUTE);
    await saved;
    expect(wrong).toEqual([]);
  });

  it('[AUT3] a whoami that names nobody proves nothing', async () => {
    const scene = new Scene();
    scene.meddle = (request) => (request.path === '/auth/whoami' ? reply(200, '{"message":"hello"}') : null);
    scene.world.openTab();
    await scene.run(2 * MINUTE);
    expect([...new Set(scene.sent.map((request) => request.path))]).toEqual(['/auth/whoami']);
    expect(await scene.world.cache.count('incidents')).toBe(0);
  });
});

describe('the network', () => {
  it('[NET3] one failure and its retry make it unreachable, two good probes bring it back', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = () => new SyncError({ kind: 'offline', message: 'test' });
    await scene.run(2 * MINUTE);
    expect(tab.engine.status().phase).toBe('unreachable');
    scene.sent.length = 0;
    await scene.run(5 * MINUTE);
    expect(scene.sent.length).toBeGreaterThanOrEqual(4);
    expect(scene.sent.length).toBeLessThanOrEqual(8);
    expect([...new Set(scene.sent.map((request) => request.path))]).toEqual(['/auth/whoami']);
    scene.meddle = () => null;
    await scene.run(80_000);
    expect(tab.engine.status().phase).toBe('live');
  });

  it('[STA1] a device that says it is offline asks nothing and says so', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const id = await scene.comment(tab);
    await scene.run(5000);
    tab.lifecycle.isTabOnLine = false;
    tab.lifecycle.announce();
    await scene.run(1000);
    scene.sent.length = 0;
    const waiting = await scene.title(tab, 'offline');
    await scene.run(10 * MINUTE);
    expect(scene.sent).toEqual([]);
    expect(tab.engine.status()).toMatchObject({ phase: 'offline', waiting: 1 });
    tab.lifecycle.isTabOnLine = true;
    tab.lifecycle.announce();
    await scene.run(5000);
    expect([(await scene.op(id)).state, (await scene.op(waiting)).state]).toEqual(['done', 'done']);
    expect(tab.engine.status()).toMatchObject({ phase: 'live', waiting: 0 });
  });

  it('[RPL13] what waits for the server goes out within seconds of its return', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    const id = await scene.title(tab, 'soon');
    await scene.run(20 * MINUTE);
    scene.world.conditions.isUp = true;
    tab.lifecycle.announce();
    await scene.run(5000);
    expect(await scene.op(id)).toMatchObject({ state: 'done', attempts: 0 });
  });

  it('[OUT6] a device clock that jumps by years delays nothing', async () => {
    for (const jump of [315_360_000_000, -315_360_000_000]) {
      const scene = new Scene();
      const tab = await scene.open();
      scene.world.conditions.isUp = false;
      const id = await scene.title(tab, 'timeless');
      await scene.run(10_000);
      scene.world.clockOffsetMs = jump;
      await scene.run(1000);
      scene.world.conditions.isUp = true;
      await scene.run(2 * MINUTE);
      expect((await scene.op(id)).state).toBe('done');
      expect(await scene.local('incidents', incident1)).not.toBeNull();
      expect(tab.engine.status().phase).toBe('live');
    }
  });

  it('[STA1] is never syncing with nothing in flight', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const seen = new Set<string>();
    let flewAt = scene.world.scheduler.nowMs;
    const watch = async (): Promise<void> => {
      const { nowMs } = scene.world.scheduler;
      if (scene.world.inFlight.size > 0) flewAt = nowMs;
      // An answer that has come is stored within moments, and the status follows within another one.
      if (tab.engine.status().phase === 'syncing' && nowMs - flewAt > 1000) seen.add(`syncing at ${nowMs}`);
    };
    for (let count = 0; count < 5; count += 1) {
      const said = tab.engine.submit(
        { kind: 'comment.add', incidentId: incident1, hypothesisId: root1, text: `c${count}` },
        origin,
      );
      await scene.world.run(200, watch);
      await said;
    }
    await scene.world.run(MINUTE, watch);
    expect(tab.engine.status().phase).toBe('live');
    expect([...seen]).toEqual([]);
  });
});
