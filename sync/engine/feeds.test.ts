import { describe, expect, it } from 'vitest';
import { actIdly } from '#tests/support/act-idly.ts';
import { reply } from '#tests/support/engine-world.ts';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import type { JsonRow } from '../protocol/op.ts';

describe('tables without a primary key', () => {
  const edges = (scene: FeedScene, count: number): JsonRow[] =>
    Array.from({ length: count }, (_, index) => ({
      component_id: simId(5, Math.floor(index / 3)),
      relationship_id: simId(6, 1),
      selector_id: index % 3 === 0 ? null : `s${index % 3}`,
      created_at: scene.at(-DAY),
      updated_at: scene.at(-DAY),
      deleted_at: null,
    }));

  it('[KEY2] are walked in pages of their natural key, NULLs included', async () => {
    const scene = new FeedScene('component_relationships');
    scene.feeds.maxRows = 4;
    scene.feeds.put('component_relationships', ...edges(scene, 23));
    await scene.open();
    expect(await scene.keys('component_relationships')).toEqual(scene.remoteKeys('component_relationships'));
    expect(await scene.statusOf('component_relationships')).toBe('complete');
    expect(scene.feeds.asked.join()).not.toContain('_k');
  });

  it('[KEY2] follow changes by cursor, and lose what was deleted softly or hard', async () => {
    const scene = new FeedScene('component_relationships');
    scene.feeds.put('component_relationships', ...edges(scene, 9));
    await scene.open();
    const [first] = scene.feeds.rows('component_relationships');
    scene.feeds.put('component_relationships', {
      component_id: simId(5, 50),
      relationship_id: simId(6, 2),
      selector_id: null,
      created_at: scene.at(),
      updated_at: scene.at(),
      deleted_at: null,
    });
    Object.assign(first ?? {}, { deleted_at: scene.at() });
    await scene.work(5 * MINUTE);
    expect(await scene.keys('component_relationships')).toHaveLength(9);
    expect(await scene.keys('component_relationships')).toEqual(scene.remoteKeys('component_relationships'));
    scene.feeds.drop('component_relationships', (row) => row['component_id'] === simId(5, 1));
    await scene.run(70 * MINUTE); // the hourly count differs, which starts a comparison
    expect(await scene.keys('component_relationships')).toHaveLength(6);
    expect(await scene.keys('component_relationships')).toEqual(scene.remoteKeys('component_relationships'));
  });

  it('[KEY2] a snapshot of pairs drops the pairs that left it', async () => {
    const scene = new FeedScene('team_members');
    const pairs = [1, 2, 3].map((n) => ({ team_id: simId(2, 1), person_id: simId(1, n) }));
    scene.feeds.put('team_members', ...pairs);
    await scene.open();
    expect(await scene.keys('team_members')).toHaveLength(3);
    scene.feeds.drop('team_members', (row) => row['person_id'] === simId(1, 2));
    await scene.run(20 * MINUTE);
    expect(await scene.keys('team_members')).toEqual(scene.remoteKeys('team_members'));
  });
});

describe('runs', () => {
  const run = (scene: FeedScene, n: number, patch: JsonRow = {}): JsonRow => ({
    id: simId(20, n),
    playbook_id: simId(19, 1),
    status: 'completed',
    created_at: scene.at(-DAY),
    start_time: scene.at(-DAY),
    scheduled_time: scene.at(-DAY),
    end_time: scene.at(-DAY),
    ...patch,
  });

  it('[ACT1] the window and everything that has not ended are pulled, older ended runs are not', async () => {
    const scene = new FeedScene('playbook_runs');
    const old = { created_at: scene.at(-30 * DAY), end_time: scene.at(-30 * DAY) };
    scene.feeds.put(
      'playbook_runs',
      run(scene, 1),
      run(scene, 2, old),
      run(scene, 3, { ...old, status: 'sleeping', end_time: null }),
      run(scene, 4, { ...old, status: 'a status of tomorrow', end_time: null }),
    );
    await scene.open();
    expect(await scene.keys('playbook_runs')).toEqual([simId(20, 1), simId(20, 3), simId(20, 4)]);
    expect(await scene.statusOf('playbook_runs')).toBe('complete');
  });

  it('[ACT2] an end that moves no marker is seen, a run that is gone leaves', async () => {
    const scene = new FeedScene('playbook_runs');
    const open = { status: 'running', end_time: null, created_at: scene.at(-10 * DAY) };
    scene.feeds.put('playbook_runs', run(scene, 1, open), run(scene, 2, open), run(scene, 3));
    await scene.open();
    scene.feeds.put('playbook_runs', { id: simId(20, 1), status: 'failed', error: 'no' });
    scene.feeds.drop('playbook_runs', (row) => row['id'] === simId(20, 2));
    await scene.run(2 * MINUTE);
    expect(await scene.local('playbook_runs', simId(20, 1))).toMatchObject({ status: 'failed', error: 'no' });
    expect(await scene.keys('playbook_runs')).toEqual([simId(20, 1), simId(20, 3)]);
  });

  const twoOpen = (scene: FeedScene): JsonRow[] =>
    [1, 2].map((n) => run(scene, n, { status: 'running', end_time: null }));

  it('[REC4] all runs that have not ended are gone at once: they leave with the second pass over them', async () => {
    const scene = new FeedScene('playbook_runs');
    scene.feeds.put('playbook_runs', ...twoOpen(scene));
    await scene.open();
    scene.feeds.drop('playbook_runs', () => true);
    await scene.run(MINUTE);
    expect(await scene.keys('playbook_runs')).toHaveLength(2);
    await scene.run(3 * MINUTE);
    expect(await scene.keys('playbook_runs')).toEqual([]);
  });

  it('[REC4] runs that were back between two glitches are doubted again', async () => {
    const scene = new FeedScene('playbook_runs');
    scene.feeds.put('playbook_runs', ...twoOpen(scene));
    await scene.open();
    for (let glitch = 0; glitch < 2; glitch += 1) {
      scene.feeds.drop('playbook_runs', () => true);
      await scene.run(MINUTE);
      expect(await scene.keys('playbook_runs')).toHaveLength(2);
      scene.feeds.put('playbook_runs', ...twoOpen(scene));
      await scene.run(10 * MINUTE);
    }
  });

  it('[NET6] runs that have long been calm are looked at once a minute, until one moves', async () => {
    const scene = new FeedScene('playbook_runs');
    scene.feeds.put('playbook_runs', run(scene, 1));
    const tab = await scene.open();
    const looks = async (minutes: number): Promise<number> => {
      const before = scene.sent.length;
      for (let minute = 0; minute < minutes; minute += 1) {
        await scene.settle(actIdly(tab.engine));
        await scene.run(MINUTE);
      }
      const paths = scene.sent.slice(before).map(({ path }) => path);
      return paths.filter((path) => path.startsWith('/db/playbook_runs?')).length;
    };
    expect(await looks(4)).toBeGreaterThan(5);
    await looks(3);
    expect(await looks(6)).toBeLessThan(8);
    scene.feeds.put('playbook_runs', run(scene, 2));
    await looks(2);
    expect(await scene.keys('playbook_runs')).toContain(simId(20, 2));
    expect(await looks(4)).toBeGreaterThan(5);
  });

  it('[ACT2] what a dead tab knew as running is looked up by the next', async () => {
    const scene = new FeedScene('playbook_runs');
    scene.feeds.put('playbook_runs', run(scene, 1, { status: 'running', end_time: null }));
    const tab = await scene.open();
    scene.world.killTab(tab);
    scene.feeds.put('playbook_runs', {
      id: simId(20, 1),
      status: 'cancelled',
      created_at: scene.at(-9 * DAY),
    });
    await scene.open();
    expect(await scene.local('playbook_runs', simId(20, 1))).toMatchObject({ status: 'cancelled' });
  });

  it('[ACT3] ended runs leave when the window has moved past them', async () => {
    const scene = new FeedScene('playbook_runs');
    const edge = { created_at: scene.at(-7 * DAY + 30 * MINUTE), end_time: scene.at(-7 * DAY + 30 * MINUTE) };
    scene.feeds.put('playbook_runs', run(scene, 1, edge), run(scene, 2));
    const tab = await scene.open();
    expect(await scene.keys('playbook_runs')).toHaveLength(2);
    await scene.run(31 * MINUTE);
    scene.world.killTab(tab);
    await scene.open();
    expect(await scene.keys('playbook_runs')).toEqual([simId(20, 2)]);
  });
});

describe('rows that come late', () => {
  it('[LATE1] every tenth pull of a table that scrapers fill looks half an hour back, in lean columns', async () => {
    const scene = new FeedScene('component_relationships');
    const edge = (n: number, stamp: string): JsonRow => ({
      component_id: simId(5, n),
      relationship_id: simId(6, 1),
      selector_id: null,
      created_at: stamp,
      updated_at: stamp,
      deleted_at: null,
    });
    scene.feeds.put('component_relationships', edge(1, scene.at(-DAY)), edge(2, scene.at(-DAY)));
    await scene.open();
    await scene.work(10 * MINUTE);
    scene.feeds.put('component_relationships', edge(3, scene.at(-20 * MINUTE)));
    scene.feeds.asked.length = 0;
    await scene.work(4 * MINUTE);
    expect(await scene.keys('component_relationships')).toHaveLength(2);
    await scene.work(24 * MINUTE);
    expect(await scene.keys('component_relationships')).toHaveLength(3);
    const byKey = scene.feeds.asked.filter((path) => path.includes('or=(and(component_id.eq.'));
    expect(byKey).toHaveLength(1);
  });
});

describe('columns without a marker', () => {
  it('[WAT1] a status that changes without any stamp is seen within a warm interval, both ways', async () => {
    const scene = new FeedScene();
    const check = (n: number, patch: JsonRow): JsonRow => ({
      id: simId(3, n),
      name: `check ${n}`,
      canary_id: simId(4, 1),
      status: 'healthy',
      created_at: scene.at(-DAY),
      deleted_at: null,
      ...patch,
    });
    scene.feeds.put('checks', check(1, {}), check(2, { status: 'unhealthy' }), check(3, {}));
    await scene.open();
    scene.feeds.put('checks', check(1, { status: 'unhealthy' }), check(2, { status: 'healthy' }));
    scene.feeds.asked.length = 0;
    await scene.run(45_000);
    expect(await scene.local('checks', simId(3, 1))).toMatchObject({ status: 'unhealthy' });
    expect(await scene.local('checks', simId(3, 2))).toMatchObject({ status: 'healthy' });
    expect(scene.feeds.asked.filter((path) => path.includes('canary_id'))).not.toEqual([]);
    expect(scene.feeds.asked[0]).toContain('status=not.in.(healthy)');
  });

  it('[WAT2] rows are read again within an hour where nothing tells of an edit', async () => {
    const scene = new FeedScene('canaries');
    const canary = { id: simId(4, 1), name: 'web', updated_at: scene.at(-DAY), created_at: scene.at(-DAY) };
    scene.feeds.put('canaries', { ...canary, labels: { tier: 'a' }, deleted_at: null });
    await scene.open();
    scene.feeds.put('canaries', { id: simId(4, 1), labels: { tier: 'b' } });
    await scene.run(61 * MINUTE);
    expect(await scene.local('canaries', simId(4, 1))).toMatchObject({ labels: { tier: 'b' } });
  });

  it('[WAT2] a first walk is compared by keys, not read a second time', async () => {
    const scene = new FeedScene('canaries');
    scene.feeds.put('canaries', {
      id: simId(4, 1),
      name: 'web',
      created_at: scene.at(-DAY),
      deleted_at: null,
    });
    await scene.open();
    expect(await scene.statusOf('canaries')).toBe('complete');
    const whole = scene.feeds.asked.filter(
      (path) => path.includes('labels') && path.includes('order=id.asc'),
    );
    expect(whole).toHaveLength(2); // the page and the empty one after it
  });

  it('[WAT1] a listing that fails changes nothing', async () => {
    const scene = new FeedScene();
    scene.feeds.put('checks', {
      id: simId(3, 1),
      name: 'a',
      status: 'unhealthy',
      created_at: scene.at(-DAY),
    });
    await scene.open();
    scene.meddle = (request) =>
      request.path.includes('not.in') ? reply(500, '{}') : scene.feeds.handle(request);
    scene.feeds.put('checks', { id: simId(3, 1), status: 'healthy' });
    await scene.run(2 * MINUTE);
    expect(await scene.local('checks', simId(3, 1))).toMatchObject({ status: 'unhealthy' });
  });
});

describe('the first screen', () => {
  it('[HEAD1] my open incidents, then all open ones with what hangs below them, come before any walk', async () => {
    const scene = new FeedScene();
    await scene.open();
    const paths = scene.sent.map((request) => decodeURIComponent(request.path));
    const walk = paths.findIndex(
      (path) => /^\/db\/\w+\?select=[^&]*title.*&order=id\.asc&/.test(path) && !path.includes('in.('),
    );
    const head = paths
      .slice(0, walk)
      .filter((path) => path.startsWith('/db/') && !path.includes('people_roles'));
    expect(head[0]).toContain('status=not.in.(resolved,closed,cancelled)&or=(commander_id.eq.');
    expect(head[1]).toContain('status=not.in.(resolved,closed,cancelled)');
    for (const child of ['hypotheses', 'evidences', 'comments', 'responders', 'incident_histories']) {
      expect(head.some((path) => path.startsWith(`/db/${child}?`) && path.includes('_id=in.('))).toBe(true);
    }
  });

  it('[HEAD3] the pages of one table come side by side, and those of the next one after them', async () => {
    const scene = new FeedScene();
    const open = new Map<string, number>();
    const most = new Map<string, number>();
    scene.wrap = (ports) => ({
      ...ports,
      http: {
        send: async (request, signal) => {
          const [table = ''] = request.path.split('?');
          // Of the walks after it one page at a time is asked for anyway.
          const isHead = /created_at\.desc|_id=in\./.test(request.path);
          if (!isHead) return ports.http.send(request, signal);
          const others = [...open].filter(([name, count]) => name !== table && count > 0);
          expect(others).toEqual([]);
          open.set(table, (open.get(table) ?? 0) + 1);
          most.set(table, Math.max(most.get(table) ?? 0, open.get(table) ?? 0));
          return ports.http.send(request, signal).finally(() => open.set(table, (open.get(table) ?? 0) - 1));
        },
      },
    });
    await scene.open();
    expect(most.get('/db/incidents')).toBe(3);
    expect(most.get('/db/comments')).toBe(1);
    expect(await scene.keys('incidents')).toHaveLength(3);
  });

  it('[HEAD1] nothing of it is asked again by the next tab', async () => {
    const scene = new FeedScene();
    const tab = await scene.open();
    scene.world.killTab(tab);
    scene.sent.length = 0;
    await scene.open();
    expect(scene.sent.filter((request) => request.path.includes('commander_id.eq.'))).toEqual([]);
  });

  it('[HEAD2] a row that goes between the first screen and the end of a later walk is not missed', async () => {
    const scene = new FeedScene();
    scene.spoil = (request, response) =>
      request.path.startsWith('/db/responders?') &&
      request.path.includes('order=id.asc') &&
      !request.path.includes('in.(')
        ? reply(502, '')
        : response;
    const tab = scene.world.openTab();
    await scene.run(5_000);
    scene.world.killTab(tab);
    expect(await scene.local('responders', simId(14, 1))).not.toBeNull();
    scene.edit('responders', simId(14, 1), { deleted_at: scene.at() });
    await scene.run(20 * MINUTE);
    scene.sent.length = 0;
    scene.spoil = (_request, response) => response;
    await scene.open();
    expect(await scene.local('responders', simId(14, 1))).toBeNull();
    const byDeletion = scene.sent.filter(
      ({ path }) => path.startsWith('/db/responders?') && path.includes('&deleted_at=gte.2026-03-01T08:5'),
    );
    expect(byDeletion.length).toBeGreaterThan(0);
  });
});
