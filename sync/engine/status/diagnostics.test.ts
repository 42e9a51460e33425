import { describe, expect, it } from 'vitest';
import { incident1, leaf1, root1, Scene } from '#tests/support/engine-world.ts';
import { FeedScene } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';

const MINUTE = 60_000;

describe('report of the leader', () => {
  it('[DIA1] says of every feed what it pulled, where it stands and when it is due', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const { leader, tabs } = await scene.settle(tab.engine.diagnostics());
    const now = scene.world.scheduler.nowMs;
    const feed = leader?.feeds.find(({ tbl }) => tbl === 'hypotheses');
    expect(feed).toMatchObject({
      shape: 'rows',
      group: 'hot',
      status: 'complete',
      walk: 'done',
      isResting: false,
      failures: 0,
      isSlow: false,
    });
    expect(feed?.last?.requests).toBeGreaterThan(0);
    expect(feed?.last?.bytes).toBeGreaterThan(0);
    expect(feed?.pulledAt).toBeGreaterThan(now - MINUTE);
    expect(feed?.dueAt).toBeGreaterThanOrEqual(feed?.pulledAt ?? now);
    expect(Object.keys(feed?.cursor ?? {})).toContain('updated_at');
    expect(leader).toMatchObject({
      tabId: tab.id,
      appVersion: 'sim',
      session: 'ok',
      reach: 'up',
      paceFactor: 1,
    });
    expect(tabs).toEqual([
      { tabId: tab.id, isVisible: true, isLeader: true, isThis: true, appVersion: 'sim' },
    ]);
  });

  it('[DIA4] lists the tabs of the registry, hidden ones too, and only what was heard of without it', async () => {
    const scene = new Scene();
    const cards = [
      { tabId: 'hidden', appVersion: '0.9', reads: 1 },
      { tabId: 'silent', appVersion: null, reads: 1 },
    ];
    scene.wrap = (ports) => ({ ...ports, registry: { open: async () => cards } });
    const tab = await scene.open();
    const listed = await scene.settle(tab.engine.diagnostics());
    expect(listed.tabsAreAll).toBe(true);
    expect(listed.tabs.slice(1)).toEqual([
      { tabId: 'hidden', isVisible: false, isLeader: false, isThis: false, appVersion: '0.9' },
      { tabId: 'silent', isVisible: false, isLeader: false, isThis: false, appVersion: null },
    ]);
    const broken = new Scene();
    broken.wrap = (ports) => ({ ...ports, registry: { open: () => Promise.reject(new Error('no locks')) } });
    const other = await broken.open();
    const heard = await broken.settle(other.engine.diagnostics());
    expect(heard.tabsAreAll).toBe(false);
    expect(heard.tabs).toHaveLength(1);
  });

  it('[DIA1] gives every group the age of its oldest feed, and none while one of them was never pulled', async () => {
    const scene = new Scene();
    scene.meddle = (request) => (request.path.startsWith('/db/comments') ? new Error('cut') : null);
    const tab = await scene.open();
    const before = await scene.settle(tab.engine.diagnostics());
    expect(before.leader?.groups.find(({ group }) => group === 'hot')).toMatchObject({
      pulledAt: null,
      asOf: null,
    });
    scene.meddle = () => null;
    await scene.run(2 * MINUTE);
    const after = await scene.settle(tab.engine.diagnostics());
    const hot = after.leader?.groups.find(({ group }) => group === 'hot');
    const times = after.leader?.feeds
      .filter(({ group }) => group === 'hot')
      .map(({ pulledAt }) => pulledAt ?? 0);
    expect(hot?.pulledAt).toBe(Math.min(...(times ?? [])));
    expect(hot?.asOf).not.toBeNull();
  });

  it('[DIA1] counts what a comparison deleted and what had drifted', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.server.remove('comments', simId(12, 2));
    await scene.run(16 * MINUTE);
    const { leader } = await scene.settle(tab.engine.diagnostics());
    expect(leader?.reconcile.find(({ tbl }) => tbl === 'comments')).toMatchObject({ deleted: 1, trips: 0 });
  });

  it('[DIA3] holds no text of any row', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    await scene.comment(tab, 'The secret of the comment');
    await scene.title(tab, 'The secret of the title');
    const text = JSON.stringify(await scene.settle(tab.engine.diagnostics()));
    expect(text).not.toContain('secret');
    for (const row of scene.world.server.rows('hypotheses').values())
      expect(text).not.toContain(String(row['title']));
  });
});

describe('report of a follower', () => {
  it('[DIA2] has the part of the leader, asked over the bus', async () => {
    const scene = new Scene();
    const first = await scene.open();
    const second = await scene.open();
    const report = await scene.settle(second.engine.diagnostics(), 2000);
    expect(report.leader?.tabId).toBe(first.id);
    expect(report.leader?.feeds.length).toBeGreaterThan(5);
    expect(report.skewMs).not.toBeNull();
    expect(report.tabs.map(({ tabId, isThis, isLeader }) => ({ tabId, isThis, isLeader }))).toEqual([
      { tabId: second.id, isThis: true, isLeader: false },
      { tabId: first.id, isThis: false, isLeader: true },
    ]);
  });

  it('[DIA2] says what it knows itself when nobody answers in time', async () => {
    const scene = new Scene();
    scene.wrap = (ports) => ({
      ...ports,
      bus: {
        ...ports.bus,
        post: (message) => (message.type === 'answer' ? undefined : ports.bus.post(message)),
      },
    });
    await scene.open();
    const second = await scene.open();
    await scene.comment(second);
    const asked = second.engine.diagnostics();
    const report = await scene.settle(asked, 2000);
    expect(report.leader).toBeNull();
    expect(report.tabs).toMatchObject([{ tabId: second.id, isThis: true, isLeader: false }]);
  });

  it('[DIA2] drops an answer it cannot read', async () => {
    const scene = new Scene();
    scene.wrap = (ports) => ({
      ...ports,
      bus: {
        ...ports.bus,
        post: (message) =>
          ports.bus.post(message.type === 'answer' ? { ...message, body: { value: { tabId: 7 } } } : message),
      },
    });
    await scene.open();
    const second = await scene.open();
    expect((await scene.settle(second.engine.diagnostics(), 2000)).leader).toBeNull();
  });
});

describe('counts', () => {
  it('[DIA1] come from the journal, with the age of the oldest change', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    await scene.comment(tab);
    const madeAt = (await scene.world.journal.read({ open: true }))[0]?.createdAt;
    await scene.title(tab, 'Another');
    const report = await scene.settle(tab.engine.diagnostics());
    expect(report).toMatchObject({ pending: 2, failed: 0, conflicts: 0, oldestPendingAt: madeAt });
  });
});

describe('verification', () => {
  it('[VER1] finds nothing where nothing differs, over every collection', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const report = await scene.settle(tab.engine.verify(), 5000);
    expect(report).toMatchObject({ differences: [], repaired: 0, stopped: null });
    expect(report.compared).toBe(report.sampled);
    expect(report.tables.map(({ tbl }) => tbl)).toContain('incidents');
  });

  it('[VER2] names and repairs what drifted without a stamp', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const row = scene.remote('hypotheses', root1);
    await scene.world.cache.mutate([{ tbl: 'hypotheses', id: root1 }], null, (at) => {
      const stored = at({ tbl: 'hypotheses', id: root1 }).row;
      if (stored === undefined) throw new Error('not here');
      return {
        putRows: [{ tbl: 'hypotheses', row: { ...stored, title: 'Rotten', _v: '0' } }],
        result: undefined,
      };
    });
    const report = await scene.settle(tab.engine.verify(), 5000);
    expect(report.differences).toEqual([
      { tbl: 'hypotheses', id: root1, kind: 'differs', columns: ['title'] },
    ]);
    expect(report.repaired).toBe(1);
    expect((await scene.local('hypotheses', root1))?.['title']).toBe(row?.['title']);
  });

  it('[VER2] calls a row that the server has changed since newer, and takes it', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    await scene.run(2 * MINUTE); // pulls rest between two intervals
    scene.edit('hypotheses', leaf1, { title: 'Changed there' });
    const report = await scene.settle(tab.engine.verify(), 3000);
    expect(report.differences).toMatchObject([{ id: leaf1, kind: 'newer' }]);
    expect((await scene.local('hypotheses', leaf1))?.['title']).toBe('Changed there');
  });

  it('[VER3] leaves a row the server does not show to a comparison of its whole collection', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const id = simId(12, 2);
    scene.world.server.remove('comments', id);
    const report = await scene.settle(tab.engine.verify(), 5000);
    expect(report.differences).toEqual([{ tbl: 'comments', id, kind: 'absent', columns: [] }]);
    expect(report.repaired).toBe(0);
    await scene.run(MINUTE);
    expect(await scene.local('comments', id)).toBeNull();
  });

  it('[VER4] does not call a change made here a difference', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => (request.method === 'GET' ? null : new Error('no writes today'));
    await scene.title(tab, 'Mine, not sent');
    const report = await scene.settle(tab.engine.verify(), 5000);
    expect(report.differences).toEqual([]);
    expect((await scene.local('hypotheses', root1))?.['title']).toBe('Mine, not sent');
  });

  it('[VER1] is refused while the server cannot be reached', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    tab.lifecycle.isTabOnLine = false;
    await expect(scene.settle(tab.engine.verify())).rejects.toMatchObject({ info: { kind: 'offline' } });
  });

  it('[VER1] is asked of the leader by a follower', async () => {
    const scene = new Scene();
    await scene.open();
    const second = await scene.open();
    const report = await scene.settle(second.engine.verify(), 5000);
    expect(report.compared).toBeGreaterThan(10);
  });

  it('[VER1] compares packed collections too', async () => {
    const scene = new FeedScene('config_items');
    const item = (n: number, name: string) => ({
      id: simId(30, n),
      name,
      type: 'Kubernetes::Pod',
      created_at: scene.at(-MINUTE),
      updated_at: scene.at(-MINUTE),
      deleted_at: null,
    });
    scene.feeds.put('config_items', item(1, 'one'), item(2, 'two'));
    const tab = await scene.open();
    await scene.run(2 * MINUTE);
    expect(await scene.packedKeys('config_items')).toHaveLength(2);
    const [first] = scene.feeds.rows('config_items');
    Object.assign(first ?? {}, { name: 'renamed without a stamp' });
    const report = await scene.settle(tab.engine.verify(), 5000);
    expect(report.differences).toEqual([
      { tbl: 'config_items', id: simId(30, 1), kind: 'differs', columns: ['name'] },
    ]);
    expect((await scene.packedRow('config_items', simId(30, 1)))?.['name']).toBe('renamed without a stamp');
  });
});

describe('rebuild', () => {
  it('[RBL1] empties the cache, keeps the journal, and shows what waits in it again', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => (request.method === 'GET' ? null : new Error('no writes today'));
    const opId = await scene.title(tab, 'Mine, not sent');
    const asked = tab.engine.rebuild();
    await scene.settle(asked, 200);
    expect((await scene.op(opId)).state).not.toBe('failed');
    await scene.run(20_000);
    expect((await scene.local('hypotheses', root1))?.['title']).toBe('Mine, not sent');
    expect(await scene.local('incidents', incident1)).not.toBeNull();
    expect(tab.engine.status().phase).not.toBe('storage-failed');
    scene.meddle = () => null;
    await scene.run(5 * MINUTE);
    expect(scene.remote('hypotheses', root1)?.['title']).toBe('Mine, not sent');
  });

  it('[RBL1] is refused while the server cannot be reached, and the copy stays', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    tab.lifecycle.isTabOnLine = false;
    await expect(scene.settle(tab.engine.rebuild())).rejects.toMatchObject({ info: { kind: 'offline' } });
    expect(await scene.local('incidents', incident1)).not.toBeNull();
  });

  it('[RBL1] empties nothing that a later leader has begun to fill', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const epoch = await scene.world.journal.claimEpoch();
    await scene.world.cache.mutate([], epoch, () => ({ result: undefined }));
    const clear = scene.world.cache.clear.bind(scene.world.cache);
    let cleared = 0;
    Object.assign(scene.world.cache, {
      clear: () => {
        cleared += 1;
        return clear();
      },
    });
    const asked = scene.settle(tab.engine.rebuild());
    await expect(asked).rejects.toMatchObject({ info: { kind: 'cancelled' } });
    expect(cleared).toBe(0);
  });

  it('[RBL1] is done by the leader when a follower asks', async () => {
    const scene = new Scene();
    await scene.open();
    const second = await scene.open();
    await scene.settle(second.engine.rebuild(), 500);
    await scene.run(20_000);
    expect(await scene.local('incidents', incident1)).not.toBeNull();
  });
});
