import { describe, expect, it } from 'vitest';
import { reply } from '#tests/support/engine-world.ts';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import type { HttpRequest } from '../../ports.ts';

const SECOND = 1000;

const asks = (table: string) => (request: HttpRequest) =>
  request.method === 'GET' && request.path.startsWith(`/db/${table}?`);
const isWhoami = (request: HttpRequest): boolean => request.path === '/auth/whoami';

/** A company of which one view may be told to fail or to take its time. */
function sceneOf(): FeedScene {
  const scene = new FeedScene('agents', 'component_relationships');
  scene.feeds.put('agents', { id: simId(2, 1), name: 'edge-1', created_at: scene.at(-DAY) });
  return scene;
}

function fail(scene: FeedScene, isHit: (request: HttpRequest) => boolean, answer = reply(503, '')): void {
  const { meddle } = scene;
  scene.meddle = (request, count) => (isHit(request) ? answer : meddle(request, count));
}

/** The wire holds these requests back for so long, in tabs opened from now on. */
function slow(scene: FeedScene, isHit: (request: HttpRequest) => boolean, ms: number): void {
  scene.wrap = (ports) => ({
    ...ports,
    http: {
      send: async (request, cancel) => {
        if (isHit(request)) await new Promise<void>((resolve) => ports.timers.set(resolve, ms));
        return ports.http.send(request, cancel);
      },
    },
  });
}

/** Times at which a table was asked for, while nothing but that is recorded. */
async function timesOf(scene: FeedScene, table: string, ms: number): Promise<readonly number[]> {
  const times: number[] = [];
  const { meddle } = scene;
  scene.meddle = (request, count) => {
    if (asks(table)(request)) times.push(scene.world.scheduler.nowMs);
    return meddle(request, count);
  };
  await scene.work(ms);
  scene.meddle = meddle;
  return times;
}

const gaps = (times: readonly number[]): readonly number[] =>
  times.slice(1).map((time, at) => time - (times[at] ?? 0));

async function reportOf(scene: FeedScene, tbl: string) {
  const { leader } = await scene.settle(scene.world.anyTab().engine.diagnostics());
  const feed = leader?.feeds.find((each) => each.tbl === tbl);
  if (leader === null || feed === undefined) throw new Error(`no report of ${tbl}`);
  return { ...feed, paceFactor: leader.paceFactor };
}

describe('a collection whose view fails', () => {
  it('[FED1] leaves hot data at its interval for an hour, and the chip live', async () => {
    const scene = sceneOf();
    await scene.open();
    fail(scene, asks('component_relationships'));
    const times = await timesOf(scene, 'incidents', 60 * MINUTE);
    // Pages of one pull come at once; between pulls no more than a jittered interval and one request pass.
    const between = gaps(times).filter((gap) => gap > SECOND);
    expect(Math.max(...between)).toBeLessThan(30 * SECOND);
    expect(scene.world.anyTab().engine.status().phase).toBe('live');
    expect((await reportOf(scene, 'component_relationships')).paceFactor).toBe(1);
  });

  it('[FED1] does not end the cycle: what comes behind it is pulled as ever', async () => {
    const scene = sceneOf();
    fail(scene, asks('hypotheses'));
    await scene.open();
    expect(await scene.keys('comments')).not.toEqual([]);
    expect(await scene.keys('agents')).toEqual([simId(2, 1)]);
    expect(await scene.statusOf('hypotheses')).not.toBe('complete');
  });

  it.each([
    ['is cut off', new Error('the connection was closed')],
    ['answers with a page for people', reply(502, '<html><body>Bad gateway</body></html>')],
  ])('[FED1] the same where it %s', async (_how, answer) => {
    const scene = sceneOf();
    await scene.open();
    const { meddle } = scene;
    scene.meddle = (request, count) =>
      asks('component_relationships')(request) ? answer : meddle(request, count);
    const times = await timesOf(scene, 'incidents', 20 * MINUTE);
    expect(Math.max(...gaps(times).filter((gap) => gap > SECOND))).toBeLessThan(30 * SECOND);
    expect(scene.world.anyTab().engine.status().phase).toBe('live');
  });

  it('[FED2] is asked less and less often, never less than every five minutes, and at once when a person asks', async () => {
    const scene = sceneOf();
    await scene.open();
    fail(scene, asks('component_relationships'));
    const times = await timesOf(scene, 'component_relationships', 60 * MINUTE);
    const between = gaps(times);
    expect(times.length).toBeLessThan(30);
    expect(Math.max(...between)).toBeLessThan(6.5 * MINUTE);
    expect(between.at(-1)).toBeGreaterThan(3 * MINUTE);
    const before = scene.sent.filter(asks('component_relationships')).length;
    await scene.settle(scene.world.anyTab().engine.refresh(), 5000);
    expect(scene.sent.filter(asks('component_relationships')).length).toBeGreaterThan(before);
  });

  it('[FED2] waits as long as its server asks, and comes back to its interval with the first good answer', async () => {
    const scene = sceneOf();
    await scene.open();
    const { meddle } = scene;
    fail(scene, asks('agents'), { ...reply(503, ''), headers: { 'retry-after': '600' } });
    await scene.work(16 * MINUTE);
    const failedAt = await timesOf(scene, 'agents', 12 * MINUTE);
    expect(Math.min(...gaps(failedAt))).toBeGreaterThanOrEqual(10 * MINUTE);
    scene.meddle = meddle;
    await scene.work(15 * MINUTE);
    expect((await reportOf(scene, 'agents')).lastError).toBeNull();
  });

  it('[FED6] keeps its reason and the time of its rows until it is answered', async () => {
    const scene = sceneOf();
    await scene.open();
    const asOf = (await reportOf(scene, 'component_relationships')).asOf;
    fail(scene, asks('component_relationships'));
    await scene.work(10 * MINUTE);
    const report = await reportOf(scene, 'component_relationships');
    expect(report.lastError).toBe('The server is busy or restarting.');
    expect(report.failures).toBeGreaterThan(1);
    expect(report.status).toBe('complete');
    expect(Date.parse(report.asOf ?? '')).toBeLessThan(Date.parse(asOf ?? '') + 10 * MINUTE);
  });

  it('[FED1] ends the cycle and slows everything where whoami fails too', async () => {
    const scene = sceneOf();
    await scene.open();
    fail(scene, (request) => asks('component_relationships')(request) || isWhoami(request));
    const before = scene.sent.length;
    await scene.work(15 * MINUTE);
    expect(scene.sent.length).toBeGreaterThan(before);
    expect(scene.world.anyTab().engine.status().phase).toBe('unreachable');
  });
});

describe('what is called live', () => {
  it('[FED5] is measured by the hot tables that are well while there is one', async () => {
    const scene = sceneOf();
    await scene.open();
    fail(scene, asks('hypotheses'));
    await scene.work(10 * MINUTE);
    expect(scene.world.anyTab().engine.status()).toMatchObject({ phase: 'live', reason: null });
  });

  it('[FED5] is not called syncing again and again for what the server does not give', async () => {
    const scene = sceneOf();
    fail(scene, asks('component_relationships'));
    const tab = await scene.open();
    const phases = new Set<string>();
    tab.engine.onStatus(({ phase }) => phases.add(phase));
    await scene.work(10 * MINUTE);
    expect([...phases].filter((phase) => phase !== 'live')).toEqual([]);
    expect(tab.engine.status().phase).toBe('live');
  });

  it('[FED5] is nothing where all of them fail although whoami answers', async () => {
    const scene = sceneOf();
    await scene.open();
    const hot = ['incidents', 'hypotheses', 'comments', 'evidences', 'responders', 'incident_histories'];
    fail(scene, (request) => hot.some((table) => asks(table)(request)));
    await scene.work(10 * MINUTE);
    const { phase, reason } = scene.world.anyTab().engine.status();
    expect([phase, reason]).toEqual(['unreachable', 'The server is busy or restarting.']);
  });

  it('[FED5] is not stretched with the pace of a server that is slow as a whole', async () => {
    const scene = sceneOf();
    slow(scene, () => true, 3 * SECOND);
    await scene.open();
    const phases = new Set<string>();
    for (let minute = 0; minute < 20; minute += 1) {
      await scene.work(MINUTE);
      phases.add(scene.world.anyTab().engine.status().phase);
    }
    expect(phases).toContain('starting');
  });
});

describe('a collection whose view is slow', () => {
  it('[FED1] slows itself alone', async () => {
    const scene = sceneOf();
    slow(scene, asks('component_relationships'), 5 * SECOND);
    await scene.open();
    await scene.work(20 * MINUTE);
    const times = await timesOf(scene, 'incidents', 20 * MINUTE);
    expect(Math.max(...gaps(times).filter((gap) => gap > SECOND))).toBeLessThan(35 * SECOND);
    expect((await reportOf(scene, 'component_relationships')).paceFactor).toBe(1);
    expect((await reportOf(scene, 'component_relationships')).isSlow).toBe(true);
    expect((await reportOf(scene, 'incidents')).isSlow).toBe(false);
    const { pulledAt, dueAt } = await reportOf(scene, 'component_relationships');
    expect((dueAt ?? 0) - (pulledAt ?? 0)).toBeGreaterThan(4 * MINUTE);
  });

  it('[FED1] is not what takes long to come for the first time', async () => {
    const scene = sceneOf();
    slow(scene, asks('component_relationships'), 5 * SECOND);
    await scene.open();
    await scene.run(50 * SECOND);
    expect(await scene.statusOf('component_relationships')).toBe('complete');
    expect((await reportOf(scene, 'component_relationships')).isSlow).toBe(false);
  });

  it('[FED3] lets hot data pass between two of its requests', async () => {
    const scene = sceneOf();
    const edges = Array.from({ length: 60 }, (_none, at) => ({
      component_id: simId(5, at),
      relationship_id: simId(6, 1),
      selector_id: null,
      created_at: scene.at(-DAY),
      updated_at: scene.at(-DAY),
      deleted_at: null,
    }));
    scene.feeds.put('component_relationships', ...edges);
    scene.feeds.maxRows = 5;
    slow(scene, asks('component_relationships'), 9 * SECOND);
    await scene.open();
    const times = await timesOf(scene, 'incidents', 2 * MINUTE);
    expect(Math.max(...gaps(times))).toBeLessThan(40 * SECOND);
    expect(times.length).toBeGreaterThan(3);
  });

  it('[FED1] slows everything where whoami is slow too', async () => {
    const scene = sceneOf();
    slow(scene, () => true, 3 * SECOND);
    await scene.open();
    await scene.work(10 * MINUTE);
    expect((await reportOf(scene, 'agents')).paceFactor).toBeGreaterThan(1);
  });
});

describe('another tab that takes over', () => {
  it('[FED4] asks for what is due, and not for everything', async () => {
    const scene = sceneOf();
    const first = await scene.open();
    scene.world.openTab();
    await scene.work(3 * MINUTE);
    const before = scene.sent.filter(asks('agents')).length;
    const hot = scene.sent.filter(asks('incidents')).length;
    scene.world.killTab(first);
    await scene.run(5 * SECOND);
    expect(scene.sent.filter(asks('incidents')).length).toBeGreaterThan(hot);
    expect(scene.sent.filter(asks('agents')).length).toBe(before);
    await scene.work(16 * MINUTE);
    expect(scene.sent.filter(asks('agents')).length).toBeGreaterThan(before);
  });

  it('[FED4] but for everything where a person asks before its first turn', async () => {
    const scene = sceneOf();
    const first = await scene.open();
    const second = scene.world.openTab();
    await scene.work(3 * MINUTE);
    const before = scene.sent.filter(asks('agents')).length;
    scene.world.killTab(first);
    await scene.settle(second.engine.refresh(), 5 * SECOND);
    expect(scene.sent.filter(asks('agents')).length).toBeGreaterThan(before);
  });

  it('[FED4] but for everything where the one before it was asked for that and had not come to it', async () => {
    const scene = sceneOf();
    const first = await scene.open();
    scene.world.openTab();
    await scene.work(3 * MINUTE);
    slow(scene, asks('incidents'), 2 * SECOND);
    const before = scene.sent.filter(asks('agents')).length;
    first.engine.refresh().catch(() => undefined);
    await scene.run(SECOND);
    expect(scene.sent.filter(asks('agents')).length).toBe(before);
    scene.world.killTab(first);
    await scene.run(30 * SECOND);
    expect(scene.sent.filter(asks('agents')).length).toBeGreaterThan(before);
  });

  it('[FED4] but for what the one before it had not come to read again', async () => {
    const scene = sceneOf();
    const first = await scene.open();
    scene.world.openTab();
    await scene.work(3 * MINUTE);
    const { cache } = scene.world;
    const agents = (await cache.feeds()).filter((feed) => feed.tbl === 'agents');
    await cache.putFeeds(
      agents.map((feed) => ({ ...feed, unread: true as const })),
      null,
    );
    const before = scene.sent.filter(asks('agents')).length;
    scene.world.killTab(first);
    await scene.run(5 * SECOND);
    expect(scene.sent.filter(asks('agents')).length).toBeGreaterThan(before);
    expect((await cache.feeds()).find((feed) => feed.tbl === 'agents')).not.toHaveProperty('unread');
  });

  it('[FED4] but a tab that has just been opened asks for everything', async () => {
    const scene = sceneOf();
    const first = await scene.open();
    await scene.work(3 * MINUTE);
    scene.world.killTab(first);
    const before = scene.sent.filter(asks('agents')).length;
    await scene.open();
    expect(scene.sent.filter(asks('agents')).length).toBeGreaterThan(before);
  });
});
