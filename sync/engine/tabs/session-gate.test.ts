import { describe, expect, it } from 'vitest';
import { origin, reply, Scene } from '#tests/support/engine-world.ts';
import { otherUserId, simId, userId } from '#tests/sim/facts.ts';
import { commandOf } from '#tests/sim/effects.ts';
import type { Tab } from '#tests/sim/world.ts';
import { SESSION_LOCK } from '../../protocol/session-lock.ts';
import { BURST_MS, BURST_WRITES, GIVE_UP_MS } from './session-gate.ts';

const SECOND = 1000;

interface Swap {
  isGranted: boolean;
  isDone: boolean;
}

/** Somebody signs in with this app: the lock is held alone until the server knows the new person. */
async function swap(scene: Scene, to: string | null, takesMs = 100): Promise<Swap> {
  const { world } = scene;
  const state = { isGranted: false, isDone: false };
  const hold = (): Promise<void> =>
    new Promise((resolve) => {
      state.isGranted = true;
      world.scheduler.schedule('page', takesMs, () => {
        world.server.session.swap(to);
        state.isDone = true;
        resolve();
      });
    });
  world.locks
    .portFor('page')
    .request(SESSION_LOCK, hold)
    .catch(() => undefined);
  await scene.run(0);
  return state;
}

/** Writes that took effect, by whose session they went with. */
const writers = (scene: Scene): (string | null)[] =>
  scene.world.server.effects.filter(({ viaApi }) => viaApi).map(({ sessionUserId }) => sessionUserId);

/** Looks at the session and writes, in the order in which they left. */
const traffic = (scene: Scene): string[] =>
  scene.sent
    .filter(({ method, path }) => method !== 'GET' || path === '/auth/whoami')
    .map(({ method }) => (method === 'GET' ? 'look' : 'write'));

const foreign = async (scene: Scene) =>
  (await scene.world.journal.notices()).filter(({ kind }) => kind === 'foreign');

/** A page with its last burst closed, and nothing on record. */
async function quiet(): Promise<{ readonly scene: Scene; readonly tab: Tab }> {
  const scene = new Scene();
  const tab = await scene.open();
  await scene.run(5 * SECOND);
  scene.sent.length = 0;
  return { scene, tab };
}

describe('a swap of the session through this app', () => {
  it('[AUT7] lets nothing leave under the new name within the minute the old one is believed', async () => {
    const { scene, tab } = await quiet();
    await scene.comment(tab, 'mine');
    await scene.run(5 * SECOND);
    await swap(scene, otherUserId);
    await scene.run(SECOND);
    const id = await scene.comment(tab, 'still mine');
    await scene.run(5 * SECOND);
    expect(writers(scene)).toEqual([userId]);
    expect(await scene.op(id)).toMatchObject({ state: 'queued' });
    scene.world.server.session.swap(userId);
    await scene.settle(tab.engine.sessionRestored(userId), 5 * SECOND);
    expect(writers(scene)).toEqual([userId, userId]);
    expect(await foreign(scene)).toEqual([]);
  });

  it('[AUT7] waits for what is on its way, which goes under the name it left with', async () => {
    const { scene, tab } = await quiet();
    scene.slowFromNextWrite(1500);
    await scene.comment(tab, 'on its way');
    await scene.run(500);
    const swapped = await swap(scene, otherUserId);
    await scene.run(SECOND);
    expect(swapped.isGranted).toBe(false);
    await scene.run(10 * SECOND);
    expect(swapped.isDone).toBe(true);
    expect(writers(scene)).toEqual([userId]);
    expect(await foreign(scene)).toEqual([]);
  });

  it('[AUT7] does not wait for ever: a request without an answer is given up, and looked up afterwards', async () => {
    const { scene, tab } = await quiet();
    const { world } = scene;
    scene.slowFromNextWrite(25 * SECOND);
    const id = await scene.comment(tab, 'no answer');
    await scene.run(500);
    const swapped = await swap(scene, userId);
    world.conditions.minDelayMs = 5;
    world.conditions.maxDelayMs = 50;
    await scene.run(GIVE_UP_MS - SECOND);
    expect(swapped.isGranted).toBe(false);
    await scene.run(3 * SECOND);
    expect(swapped.isDone).toBe(true);
    expect(tab.log.events.map(({ code }) => code)).toContain('session.gave-up');
    await scene.run(90 * SECOND);
    expect(await scene.op(id)).toMatchObject({ state: 'done' });
    expect(writers(scene)).toEqual([userId]);
  });

  it('[AUT7] holds nothing back when the page that swaps dies', async () => {
    const { scene, tab } = await quiet();
    const swapped = await swap(scene, otherUserId, 60 * SECOND);
    const id = await scene.comment(tab, 'waits');
    await scene.run(10 * SECOND);
    expect([swapped.isGranted, (await scene.op(id)).state, traffic(scene)]).toEqual([true, 'queued', []]);
    scene.world.locks.kill('page');
    scene.world.scheduler.kill('page');
    await scene.run(20 * SECOND);
    expect(await scene.op(id)).toMatchObject({ state: 'done' });
  });

  it('[AUT7] holds back an effect, which stays a draft', async () => {
    const { scene, tab } = await quiet();
    const asked = tab.engine.prepareEffect({ kind: 'check.run', checkId: simId(31, 1) }, 'Run', origin);
    const { id } = await scene.settle(asked);
    await swap(scene, otherUserId, 60 * SECOND);
    const sent = scene.settle(tab.engine.sendEffect(id), 30 * SECOND);
    await expect(sent).rejects.toMatchObject({ info: { kind: 'rejected' } });
    expect(scene.sent.filter((request) => commandOf({ ...request, body: '' }) !== null)).toEqual([]);
    const [effect] = await scene.world.journal.effects();
    expect(effect).toMatchObject({ state: 'prepared' });
  });

  it('[AUT7] holds back a drain without a page', async () => {
    const { scene, tab } = await quiet();
    scene.meddle = (request) => (request.method === 'GET' ? null : reply(503, 'busy', 'text/plain'));
    const id = await scene.comment(tab, 'waits');
    const own = scene.world;
    own.killTab(tab);
    scene.meddle = () => null;
    const swapped = await swap(scene, otherUserId, 2 * SECOND);
    let end: unknown = null;
    own.backgroundSync(60 * SECOND, (reason) => {
      end = reason;
    });
    await scene.run(30 * SECOND);
    expect([swapped.isDone, end, writers(scene)]).toEqual([true, 'other-user', []]);
    expect((await scene.op(id)).state).not.toBe('done');
  });
});

describe('a burst of writes', () => {
  it('[AUT8] has one look before it and one after it', async () => {
    const { scene, tab } = await quiet();
    await scene.comment(tab, 'one');
    await scene.run(SECOND);
    await scene.comment(tab, 'two');
    await scene.run(SECOND);
    await scene.title(tab, 'three');
    await scene.run(10 * SECOND);
    expect(traffic(scene)).toEqual(['look', 'write', 'write', 'write', 'look']);
  });

  it(`[AUT8] ends after ${BURST_WRITES} writes or ${BURST_MS / SECOND} s, and nothing waits for the look between two`, async () => {
    const { scene, tab } = await quiet();
    scene.world.conditions.isUp = false;
    for (let count = 0; count < 120; count += 1) await scene.comment(tab, `comment ${count}`);
    await scene.run(60 * SECOND);
    scene.sent.length = 0;
    scene.world.conditions.isUp = true;
    await scene.settle(tab.engine.refresh(), 120 * SECOND);
    expect(writers(scene)).toHaveLength(120);
    const lines = traffic(scene);
    // What the return of the network asks for itself comes first.
    const burst = lines.slice(lines.lastIndexOf('look', lines.indexOf('write')));
    let sinceLook = 0;
    for (const line of burst) {
      sinceLook = line === 'look' ? 0 : sinceLook + 1;
      expect(sinceLook).toBeLessThanOrEqual(BURST_WRITES);
    }
    // Two calls a burst of fifty.
    expect(burst.filter((line) => line === 'look').length).toBeLessThanOrEqual(
      1 + (120 / BURST_WRITES) * 2 + 1,
    );
    expect(burst.at(-1)).toBe('look');
  });

  it('[AUT8] costs a full outbox less than a tenth of its time', async () => {
    const RTT_MS = 100;
    /** Time from the network's return to the last acknowledgement of 120 changes in three lanes. */
    const drainMs = async (isLookFree: boolean): Promise<number> => {
      const { scene, tab } = await quiet();
      const { world } = scene;
      world.conditions.isUp = false;
      for (let count = 0; count < 120; count += 1) {
        const incidentId = simId(10, 1 + (count % 3));
        const hypothesisId = simId(11, 10 * (1 + (count % 3)));
        await scene.submit(tab, { kind: 'comment.add', incidentId, hypothesisId, text: `comment ${count}` });
      }
      await scene.run(60 * SECOND);
      Object.assign(world.conditions, { isUp: true, minDelayMs: RTT_MS / 2, maxDelayMs: RTT_MS / 2 });
      const owner = JSON.stringify({ payload: { user: { id: userId } } });
      if (isLookFree) {
        scene.meddle = (request) => (request.path === '/auth/whoami' ? reply(200, owner) : null);
      }
      tab.engine.refresh().catch(() => undefined);
      let firstAt = 0;
      let lastAt = 0;
      let seen = 0;
      await world.run(120 * SECOND, () => {
        const count = writers(scene).length;
        if (count === seen) return undefined;
        if (seen === 0) firstAt = world.scheduler.nowMs;
        seen = count;
        lastAt = world.scheduler.nowMs;
        return undefined;
      });
      expect(seen).toBe(120);
      // The first look is before the first write.
      return lastAt - firstAt + (isLookFree ? 0 : RTT_MS);
    };
    const [free, real] = [await drainMs(true), await drainMs(false)];
    expect(real / free).toBeLessThan(1.1);
  });

  it('[AUT8] tells what, when and under whom, when the look after it names somebody else', async () => {
    const { scene, tab } = await quiet();
    const { world } = scene;
    scene.meddle = (request) => {
      // In another program, right before the request: no look can close that.
      if (request.method === 'POST') world.server.session.userId = otherUserId;
      return null;
    };
    const sentAt = world.scheduler.nowMs;
    const id = await scene.comment(tab, 'under another name');
    await scene.run(10 * SECOND);
    expect(writers(scene)).toEqual([otherUserId]);
    const [notice, ...more] = await foreign(scene);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ opIds: [id], kind: 'foreign' });
    expect(notice?.message).toMatch(
      /^Your comment may have been sent under another account: .* was signed in/,
    );
    expect((notice?.createdAt ?? 0) - sentAt).toBeLessThan(5 * SECOND);
    expect(tab.log.events).toContainEqual(
      expect.objectContaining({ code: 'session.foreign', level: 'error' }),
    );
  });

  it('[AUT8] tells it also where the owner is back before the answer is', async () => {
    const { scene, tab } = await quiet();
    const { world } = scene;
    let looks = 0;
    scene.meddle = (request) => {
      if (request.method === 'POST') world.server.session.userId = otherUserId;
      // The look after the write is on its way for three seconds.
      if (request.path === '/auth/whoami' && (looks += 1) === 2)
        Object.assign(world.conditions, { minDelayMs: 1500, maxDelayMs: 1500 });
      return null;
    };
    const id = await scene.comment(tab, 'under another name');
    await scene.run(3 * SECOND);
    expect(looks).toBe(2);
    world.server.session.userId = userId;
    await scene.settle(tab.engine.sessionRestored(userId), 20 * SECOND);
    expect(writers(scene)).toEqual([otherUserId]);
    expect((await foreign(scene)).map(({ opIds }) => opIds)).toEqual([[id]]);
    // It is the owner's again: what is written goes.
    Object.assign(world.conditions, { minDelayMs: 5, maxDelayMs: 80 });
    scene.meddle = () => null;
    await scene.comment(tab, 'mine again');
    await scene.run(10 * SECOND);
    expect(writers(scene)).toEqual([otherUserId, userId]);
  });

  it('[AUT8] tells of an effect, too', async () => {
    const { scene, tab } = await quiet();
    const { world } = scene;
    const asked = tab.engine.prepareEffect({ kind: 'check.run', checkId: simId(31, 1) }, 'Run now', origin);
    const { id } = await scene.settle(asked);
    scene.meddle = (request) => {
      if (request.method === 'POST') world.server.session.userId = otherUserId;
      return null;
    };
    await scene.settle(tab.engine.sendEffect(id), 5 * SECOND);
    await scene.run(5 * SECOND);
    const notices = await foreign(scene);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.message).toMatch(/^Run now may have been sent/);
  });

  it('[AUT8] tells once the next look is answered, when the one after it was not', async () => {
    const { scene, tab } = await quiet();
    const { world } = scene;
    let isDown = false;
    scene.meddle = (request) => {
      if (request.method === 'POST') {
        world.server.session.userId = otherUserId;
        isDown = true;
      }
      return isDown && request.method === 'GET' ? reply(503, 'busy', 'text/plain') : null;
    };
    await scene.comment(tab, 'under another name');
    await scene.run(15 * SECOND);
    expect(await foreign(scene)).toEqual([]);
    isDown = false;
    await scene.run(90 * SECOND);
    expect(await foreign(scene)).toHaveLength(1);
  });

  it('[AUT8] tells what a drain sent before it ends', async () => {
    const { scene, tab } = await quiet();
    const { world } = scene;
    scene.meddle = (request) => (request.method === 'GET' ? null : reply(503, 'busy', 'text/plain'));
    await scene.comment(tab, 'sent by the service worker');
    scene.meddle = (request) => {
      if (request.method === 'POST') world.server.session.userId = otherUserId;
      return null;
    };
    world.backgroundSync(60 * SECOND);
    await scene.run(30 * SECOND);
    expect(writers(scene)).toEqual([otherUserId]);
    expect(await foreign(scene)).toHaveLength(1);
  });

  it('[AUT8] is not told of what certainly changed nothing', async () => {
    const { scene, tab } = await quiet();
    const { world } = scene;
    scene.meddle = (request) => {
      if (request.method !== 'POST') return null;
      world.server.session.userId = otherUserId;
      return reply(401, 'Session Expired', 'text/plain');
    };
    await scene.comment(tab, 'refused');
    await scene.run(30 * SECOND);
    expect([writers(scene), await foreign(scene)]).toEqual([[], []]);
  });
});

describe('the way out', () => {
  it('[AUT7] lets go of the lock when nothing is to be sent, and at once where nobody sees the page', async () => {
    for (const [isVisible, ms] of [
      [true, 5 * SECOND],
      [false, 800],
    ] as const) {
      const { scene, tab } = await quiet();
      tab.lifecycle.isTabVisible = isVisible;
      tab.lifecycle.announce();
      await scene.settle(tab.engine.setVisible(isVisible));
      await scene.comment(tab, 'one');
      await scene.run(ms);
      expect((await swap(scene, userId, 1)).isGranted).toBe(true);
    }
  });

  it('[AUT7] is let go of by a page that stops', async () => {
    const { scene, tab } = await quiet();
    await scene.comment(tab, 'one');
    await scene.settle(tab.engine.stop(), 2 * SECOND);
    expect((await swap(scene, userId, 1)).isGranted).toBe(true);
  });
});
