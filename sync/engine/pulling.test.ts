import { describe, expect, it } from 'vitest';
import { emptied } from '#tests/support/emptied.ts';
import { incident1, leaf1, pgError, reply, root1, Scene } from '#tests/support/engine-world.ts';
import { otherUserId, simId, userId } from '#tests/sim/facts.ts';
import { SyncError } from '../errors.ts';
import type { HttpRequest } from '../ports.ts';
import { compareServerTime } from '../core/pull/server-time.ts';
import type { JsonRow } from '../protocol/op.ts';
import type { TableName } from '../protocol/table.ts';
import { coreTableNames as tableNames } from '../protocol/tables.ts';

const MINUTE = 60_000;

async function ids(scene: Scene, tbl: TableName): Promise<readonly string[]> {
  return scene.world.cache.ids(tbl, null, null);
}

function serverIds(scene: Scene, table: string): readonly string[] {
  return [...scene.world.server.rows(table).keys()].toSorted();
}

function addComments(scene: Scene, from: number, count: number, stampMs = scene.world.scheduler.nowMs): void {
  for (let index = from; index < from + count; index += 1) {
    const row: JsonRow = {
      id: simId(30, index),
      comment: `c${index}`,
      incident_id: incident1,
      hypothesis_id: root1,
      created_by: otherUserId,
    };
    scene.world.server.insert('comments', row, stampMs * 1000);
  }
}

const feedOf = (table: string) => (request: HttpRequest) =>
  request.method === 'GET' && request.path.startsWith(`/db/${table}?`);

describe('the first pull', () => {
  it('[CUR1] brings every collection, small things and incidents first', async () => {
    const scene = new Scene();
    await scene.open();
    for (const name of [
      'incidents',
      'hypotheses',
      'comments',
      'evidences',
      'responders',
      'people',
    ] as const) {
      expect([name, await ids(scene, name)]).toEqual([name, serverIds(scene, name)]);
    }
    expect(await ids(scene, 'people_roles')).toEqual([userId]);
    expect((await scene.world.cache.feeds()).map((feed) => feed.status)).toEqual(
      tableNames.map(() => 'complete'),
    );
    const order = [...new Set(scene.sent.map((request) => request.path.split('?')[0]))];
    expect(order.slice(0, 5)).toEqual([
      '/auth/whoami',
      '/db/people_roles',
      '/properties',
      '/db/incidents',
      '/db/hypotheses',
    ]);
  });

  it('[CUR1] goes on where a dead tab stood', async () => {
    const scene = new Scene();
    addComments(scene, 1, 40);
    scene.world.server.maxRows = 5;
    let pages = 0;
    scene.meddle = (request) => {
      const isWalk =
        feedOf('comments')(request) &&
        request.path.includes('order=id.asc') &&
        request.path.includes('comment,');
      return isWalk && (pages += 1) > 3 ? reply(502, '') : null;
    };
    const first = scene.world.openTab();
    await scene.run(4000);
    scene.world.killTab(first);
    const cursor = await scene.world.cache.cursor('comments');
    const afterId = (await ids(scene, 'comments')).at(-1);
    expect(cursor?.walk).toMatchObject({ afterId });
    scene.meddle = () => null;
    scene.sent.length = 0;
    await scene.open();
    const [next] = scene.sent.filter(
      (request) => feedOf('comments')(request) && request.path.includes('comment,'),
    );
    expect(next?.path).toContain(`id=gt.${afterId}&`);
    expect(await ids(scene, 'comments')).toEqual(serverIds(scene, 'comments'));
  });

  it('[CUR4] reads on until an empty page, even when the server cuts its pages shorter on the way', async () => {
    const scene = new Scene();
    addComments(scene, 1, 60);
    scene.meddle = () => {
      scene.world.server.maxRows = Math.max(2, scene.world.server.maxRows % 23);
      return null;
    };
    await scene.open();
    await scene.run(20_000);
    expect(await ids(scene, 'comments')).toEqual(serverIds(scene, 'comments'));
  });

  it('[CUR9] a walk that ends on a false empty page does not pass for complete', async () => {
    const scene = new Scene();
    addComments(scene, 1, 60);
    scene.world.server.maxRows = 20;
    let pages = 0;
    scene.spoil = (request, response) => {
      const isWalk =
        feedOf('comments')(request) &&
        request.path.includes('order=id.asc') &&
        request.path.includes('comment,');
      return isWalk && (pages += 1) === 2 ? emptied(response) : response;
    };
    let claimed = false;
    const tab = scene.world.openTab();
    await scene.world.run(20_000, async () => {
      const [feed] = (await scene.world.cache.feeds()).filter((each) => each.tbl === 'comments');
      const rows = await scene.world.cache.count('comments');
      claimed ||= feed?.status === 'complete' && rows < scene.world.server.rows('comments').size;
    });
    expect(claimed).toBe(false);
    expect(await ids(scene, 'comments')).toEqual(serverIds(scene, 'comments'));
    expect(tab.engine.status().phase).toBe('live');
  });

  it('[CUR10] the age shown is never younger than the data', async () => {
    const scene = new Scene();
    scene.world.conditions.minDelayMs = 700;
    scene.world.conditions.maxDelayMs = 1500;
    const readAt = new Map<string, string>();
    const { server } = scene.world;
    const handle = server.handle.bind(server);
    server.handle = (request) => {
      const table = /^\/db\/([a-z_]+)\?/.exec(request.path)?.[1] ?? '';
      if (!readAt.has(table)) readAt.set(table, new Date(scene.world.scheduler.nowMs).toISOString());
      return handle(request);
    };
    scene.world.openTab();
    await scene.run(4 * MINUTE);
    const feeds = (await scene.world.cache.feeds()).filter((feed) => readAt.has(feed.tbl));
    const first = feeds.filter((feed) => compareServerTime(feed.asOf, readAt.get(feed.tbl) ?? null) <= 0);
    // Hot feeds have been pulled again since; the cold ones still show their first pull.
    expect(first.map((feed) => feed.tbl)).toEqual(expect.arrayContaining(['people', 'teams']));
    expect(feeds.every((feed) => feed.asOf !== null)).toBe(true);
    expect(readAt.size).toBeGreaterThan(8);
  });
});

describe('later pulls', () => {
  it('[CUR2] find a row that was committed late, behind the cursor', async () => {
    const scene = new Scene();
    await scene.open();
    scene.edit('hypotheses', root1, { status: 'likely' });
    await scene.run(30_000);
    const stamp = (scene.world.scheduler.nowMs - 4 * MINUTE) * 1000;
    scene.world.server.update('hypotheses', leaf1, { title: 'committed late' }, stamp);
    await scene.run(30_000);
    expect(await scene.local('hypotheses', leaf1)).toMatchObject({ title: 'committed late' });
  });

  it('[CUR3] a stamp from the future does not carry the cursor away', async () => {
    const scene = new Scene();
    await scene.open();
    scene.world.server.update(
      'hypotheses',
      leaf1,
      { title: 'x' },
      (scene.world.scheduler.nowMs + 3_600_000) * 1000,
    );
    await scene.run(30_000);
    scene.edit('hypotheses', root1, { status: 'likely' });
    await scene.run(60_000);
    expect(await scene.local('hypotheses', root1)).toMatchObject({ status: 'likely' });
  });

  it('[CUR6] rows with one and the same stamp all come, whatever the page size', async () => {
    const scene = new Scene();
    await scene.open();
    scene.world.server.maxRows = 3;
    addComments(scene, 100, 20);
    await scene.run(60_000);
    expect(await ids(scene, 'comments')).toEqual(serverIds(scene, 'comments'));
  });

  it('[CUR7] a person without a stamp comes by creation time, a changed one by the stamp', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const row = { id: simId(1, 50), name: 'Dana', avatar: null, type: null };
    scene.world.server.insert('people', row, scene.world.scheduler.nowMs * 1000);
    scene.edit('people', otherUserId, { name: 'Benjamin' });
    await scene.settle(tab.engine.refresh(), 10_000);
    expect(await scene.local('people', row.id)).toMatchObject({ name: 'Dana', updated_at: null });
    expect(await scene.local('people', otherUserId)).toMatchObject({ name: 'Benjamin' });
  });

  it('[CUR8] a soft delete moves no stamp and is found all the same', async () => {
    const scene = new Scene();
    await scene.open();
    scene.edit('responders', simId(14, 1), { deleted_at: 'now()' });
    await scene.run(40_000);
    expect(await scene.local('responders', simId(14, 1))).toBeNull();
  });

  it.each([
    ['HTML', () => reply(200, '<!doctype html><title>Wi-Fi</title>', 'text/html')],
    ['a redirect', () => ({ status: 0, headers: {}, body: '', redirected: true })],
    [
      'a cut-off page',
      () => ({
        ...reply(200, '[{"id":"0'),
        headers: { 'content-type': 'application/json', 'content-range': '0-9/*' },
      }),
    ],
    ['JSON of somebody else', () => reply(200, '[]')],
  ] as const)('[CUR5, NET2] %s moves no cursor and stores nothing', async (_what, answer) => {
    const scene = new Scene();
    const tab = await scene.open();
    const before = {
      cursors: await Promise.all(tableNames.map((name) => scene.world.cache.cursor(name))),
      rows: await Promise.all(tableNames.map((name) => scene.world.cache.dump(name))),
    };
    scene.meddle = () => answer();
    await scene.run(5 * MINUTE);
    expect({
      cursors: await Promise.all(tableNames.map((name) => scene.world.cache.cursor(name))),
      rows: await Promise.all(tableNames.map((name) => scene.world.cache.dump(name))),
    }).toEqual(before);
    expect(tab.engine.status().phase).toBe('unreachable');
    scene.meddle = () => null;
    await scene.run(2 * MINUTE);
    expect(tab.engine.status().phase).toBe('live');
  });

  it('[FEN3] idle cycles write no row, and the ages of all collections once a minute in one write', async () => {
    const scene = new Scene();
    let rowWrites = 0;
    let feedWrites = 0;
    scene.wrap = (ports) => ({
      ...ports,
      cache: {
        ...ports.cache,
        mutate: (refs, epoch, decide) =>
          ports.cache.mutate(refs, epoch, (at) => {
            const write = decide(at);
            rowWrites += (write.putRows?.length ?? 0) + (write.deleteRows?.length ?? 0);
            return write;
          }),
        putFeeds: (feeds, epoch) => {
          feedWrites += 1;
          return ports.cache.putFeeds(feeds, epoch);
        },
      },
    });
    await scene.open();
    await scene.run(5 * MINUTE);
    rowWrites = 0;
    feedWrites = 0;
    await scene.run(10 * MINUTE);
    expect(rowWrites).toBe(0);
    // Ages of all collections go together, once a minute.
    expect(feedWrites).toBeGreaterThan(0);
    expect(feedWrites).toBeLessThanOrEqual(10);
  });

  it('[NET4] a collection that is not for this role is marked, the others go on', async () => {
    const scene = new Scene();
    scene.world.server.deniedReads.add('evidences');
    const tab = await scene.open();
    const status = Object.fromEntries(
      (await scene.world.cache.feeds()).map((feed) => [feed.tbl, feed.status]),
    );
    expect(status).toMatchObject({
      evidences: 'forbidden',
      comments: 'complete',
      incident_histories: 'complete',
    });
    expect(tab.engine.status().phase).toBe('live');
    scene.world.server.deniedReads.clear();
    await scene.settle(tab.engine.refresh(), 10_000);
    expect(await ids(scene, 'evidences')).toEqual(serverIds(scene, 'evidences'));
  });

  it('[STO2] a server of another version stops that feed and says so, without moving its cursor', async () => {
    const scene = new Scene();
    await scene.open();
    const before = await scene.world.cache.cursor('incidents');
    scene.spoil = (request, response) => {
      if (!feedOf('incidents')(request) || !request.path.includes('title')) return response;
      const rows = JSON.parse(response.body) as JsonRow[];
      return { ...response, body: JSON.stringify(rows.map((row) => ({ ...row, title: 42 }))) };
    };
    for (const incident of [1, 2, 3])
      scene.edit('incidents', simId(10, incident), { title: `new ${incident}` });
    await scene.run(60_000);
    const [feed] = (await scene.world.cache.feeds()).filter((each) => each.tbl === 'incidents');
    expect(feed).toMatchObject({ status: 'skew', badSample: 'title: expected string' });
    expect(await scene.world.cache.cursor('incidents')).toEqual(before);
    expect(await scene.local('incidents', incident1)).toMatchObject({ title: 'Incident 1' });
  });

  it('[NET6] hot data comes about every twenty seconds, slow data does not', async () => {
    const scene = new Scene();
    await scene.open();
    await scene.run(MINUTE);
    scene.sent.length = 0;
    await scene.run(10 * MINUTE);
    const pulls = (table: string) =>
      scene.sent.filter((request) => feedOf(table)(request) && request.path.includes('_at=gte.')).length;
    // Nobody has touched the page for two minutes: every forty seconds, a fifth more or less.
    expect(pulls('incidents')).toBeGreaterThanOrEqual(12);
    expect(pulls('incidents')).toBeLessThanOrEqual(24);
    expect(pulls('people')).toBeLessThanOrEqual(3);
  });
});

describe('reconciliation', () => {
  it('[REC7] a comment deleted on the server leaves within its sweep', async () => {
    const scene = new Scene();
    await scene.open();
    scene.world.server.remove('comments', simId(12, 2));
    await scene.run(16 * MINUTE);
    expect(await scene.local('comments', simId(12, 2))).toBeNull();
  });

  it('[REC7] and within a minute when its incident is open', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    await scene.settle(tab.engine.watch({ table: 'incidents', id: simId(10, 2) }), 5000);
    scene.world.server.remove('comments', simId(12, 2));
    scene.world.server.remove('evidences', simId(13, 2));
    await scene.run(75_000);
    expect(await scene.local('comments', simId(12, 2))).toBeNull();
    expect(await scene.local('evidences', simId(13, 2))).toBeNull();
    expect(await scene.local('comments', simId(12, 1))).not.toBeNull();
  });

  it('[REC6] a number that differs starts a comparison before the sweep is due', async () => {
    const scene = new Scene();
    await scene.open();
    scene.world.server.remove('comments', simId(12, 2));
    await scene.run(6 * MINUTE);
    expect(await scene.local('comments', simId(12, 2))).toBeNull();
  });

  it('[CUR11] a list that is read every quarter of an hour is read again soon after a failure', async () => {
    const scene = new Scene();
    scene.meddle = (request) =>
      request.path.startsWith('/db/people?') ? new SyncError({ kind: 'offline', message: 'cut' }) : null;
    await scene.open();
    expect(await scene.world.cache.count('people')).toBe(0);
    scene.meddle = () => null;
    await scene.run(2 * MINUTE);
    expect(await scene.world.cache.count('people')).toBe(3);
  });

  it('[CUR11] a refresh makes again what was being read when it was asked for', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    await scene.run(MINUTE);
    const again: Promise<void>[] = [];
    scene.meddle = (request) => {
      if (!request.path.startsWith('/db/people?') || again.length > 0) return null;
      // Somebody asks while the answer is on its way, and the answer is older than what happens now.
      again.push(tab.engine.refresh());
      scene.edit('people', otherUserId, { name: 'Renamed' });
      return { ...reply(200, '[]'), headers: { 'content-type': 'application/json', 'content-range': '*/*' } };
    };
    await scene.settle(tab.engine.refresh(), 8000);
    await Promise.all(again);
    expect(await scene.local('people', otherUserId)).toMatchObject({ name: 'Renamed' });
  });

  it('[REC7] a row that was deleted softly before the cursor began leaves with the sweep', async () => {
    const scene = new Scene();
    await scene.open();
    const { server, scheduler } = scene.world;
    // The stamp is older than what any feed asks for again.
    server.update(
      'responders',
      simId(14, 1),
      { deleted_at: '2026-03-01T08:30:00+00:00' },
      scheduler.nowMs * 1000,
    );
    await scene.run(17 * MINUTE);
    expect(await scene.local('responders', simId(14, 1))).toBeNull();
    expect(await scene.local('responders', simId(14, 2))).not.toBeNull();
  });

  it('[REC1] a row that changed without a stamp the cursor sees is fetched', async () => {
    const scene = new Scene();
    await scene.open();
    scene.edit('hypotheses', root1, { status: 'likely' });
    await scene.run(MINUTE);
    scene.world.server.update(
      'hypotheses',
      leaf1,
      { title: 'from an agent' },
      (scene.world.scheduler.nowMs - 3_000_000) * 1000,
    );
    await scene.run(16 * MINUTE);
    expect(await scene.local('hypotheses', leaf1)).toMatchObject({ title: 'from an agent' });
  });

  it('[REC3, REC4] a proxy that answers everything by an empty list deletes nothing', async () => {
    const scene = new Scene();
    await scene.open();
    const before = await Promise.all(tableNames.map((name) => ids(scene, name)));
    scene.spoil = (request, response) =>
      request.path.startsWith('/db/')
        ? { ...response, body: '[]', headers: { ...response.headers, 'content-range': '*/0' } }
        : response;
    await scene.run(60 * MINUTE);
    expect(await Promise.all(tableNames.map((name) => ids(scene, name)))).toEqual(before);
  });

  it('[REC4] a table that really became empty is emptied by the second pass', async () => {
    const scene = new Scene();
    await scene.open();
    scene.world.server.rows('evidences').clear();
    await scene.run(6 * MINUTE);
    expect((await ids(scene, 'evidences')).length).toBe(3);
    await scene.run(16 * MINUTE);
    expect(await ids(scene, 'evidences')).toEqual([]);
  });

  it('[REC5] a listing that lost a page does not delete what the server still shows', async () => {
    const scene = new Scene();
    // Old enough that no overlap brings a row back that should never have gone.
    addComments(scene, 1, 30, scene.world.scheduler.nowMs - 60 * MINUTE);
    await scene.open();
    const before = await ids(scene, 'comments');
    scene.world.server.maxRows = 10;
    scene.spoil = (request, response) => {
      const isDigest =
        feedOf('comments')(request) &&
        request.path.includes('select=id,updated_at&') &&
        !request.path.includes('in.(');
      if (!isDigest) return response;
      const rows = JSON.parse(response.body) as JsonRow[];
      // The proxy drops one row and reports a count that agrees with it.
      const kept = rows.filter((row) => row['id'] !== simId(30, 7));
      const headers = {
        ...response.headers,
        'content-range':
          response.headers['content-range']?.replace(
            /-(?<last>\d+)\/33$/u,
            (_all, last: string) => `-${Number(last) - rows.length + kept.length}/32`,
          ) ?? '',
      };
      return { ...response, headers, body: JSON.stringify(kept) };
    };
    await scene.run(20 * MINUTE);
    expect(await ids(scene, 'comments')).toEqual(before);
  });

  it('[REC5] what somebody else who has just signed in may not see is not gone', async () => {
    const scene = new Scene();
    // So many that one of them is no mass.
    addComments(scene, 1, 30, scene.world.scheduler.nowMs - 60 * MINUTE);
    const tab = await scene.open();
    const before = await ids(scene, 'comments');
    await scene.settle(tab.engine.watch({ table: 'incidents', id: incident1 }));
    await scene.run(10_000);
    const { server } = scene.world;
    const hidden = [simId(30, 7)];
    // In another program: nobody tells this page, whose look at the session is recent enough to read.
    server.session.userId = otherUserId;
    for (const id of hidden) server.setHidden('comments', id, true);
    scene.sent.length = 0;
    await scene.run(2 * MINUTE);
    const asked = scene.sent.filter(({ path }) => path.includes('in.(') && path.includes(hidden[0] ?? '-'));
    expect(asked.length).toBeGreaterThan(0);
    // The copy is emptied as a whole (AUT6); no pass has taken the row for gone.
    expect(tab.log.events.filter(({ code }) => code === 'reconcile.deleted')).toEqual([]);
    server.session.userId = userId;
    await scene.run(2 * MINUTE);
    expect(await ids(scene, 'comments')).toEqual(before.filter((id) => !hidden.includes(id)));
  });

  it('[REC2] an unsent edit keeps its row through every pass', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => (request.method === 'PATCH' ? pgError(503, 'PGRST001') : null);
    await scene.title(tab, 'unsent', leaf1);
    scene.world.server.remove('hypotheses', leaf1);
    await scene.run(20 * MINUTE);
    expect(await scene.local('hypotheses', leaf1)).toMatchObject({ title: 'unsent' });
  });
});
