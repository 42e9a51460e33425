import { describe, expect, it } from 'vitest';
import { pgError, root1, Scene } from '#tests/support/engine-world.ts';
import type { Tab } from '#tests/sim/world.ts';
import { STORAGE_FULL_WORDS } from '../core/outbox/status.ts';
import { SyncError } from '../errors.ts';

it('[QTA3] while pulls are paused nothing is downloaded, changes are sent, and the reason is shown', async () => {
  const scene = new Scene();
  let reason: string | null = null;
  scene.wrap = (ports) => ({ ...ports, pressure: { pauseReason: () => reason } });
  const tab = await scene.open();
  reason = 'The storage of this device is full.';
  await scene.run(120_000);
  scene.sent.length = 0;
  await scene.comment(tab, 'Still sent');
  await scene.run(120_000);
  expect(scene.writes()).toEqual(['POST /db/comments']);
  const pulls = scene.sent.filter(({ method, path }) => method === 'GET' && path.startsWith('/db/incidents'));
  expect(pulls).toEqual([]);
  expect(tab.engine.status().reason).toBe(reason);
  reason = null;
  await scene.run(120_000);
  expect(tab.engine.status().reason).toBeNull();
  expect(scene.sent.some(({ path }) => path.startsWith('/db/incidents'))).toBe(true);
});

it('[QTA13] a person who asks ends the pause, from the tab that leads or another', async () => {
  const scene = new Scene();
  const pause = new Map<string, string | null>();
  let tabs = 0;
  scene.wrap = (ports) => {
    const name = `tab ${(tabs += 1)}`;
    const pressure = {
      pauseReason: () => pause.get(name) ?? null,
      resume: () => pause.set(name, null),
    };
    return { ...ports, pressure };
  };
  const leader = await scene.open();
  const other = await scene.open();
  for (const asking of [leader, other]) {
    pause.set('tab 1', STORAGE_FULL_WORDS);
    pause.set('tab 2', STORAGE_FULL_WORDS);
    await scene.run(60_000);
    scene.sent.length = 0;
    await scene.settle(asking.engine.refresh(), 10_000);
    expect(scene.sent.some(({ path }) => path.startsWith('/db/incidents'))).toBe(true);
    expect(asking.engine.status().isFull).toBeUndefined();
  }
});

/** A device whose cache takes nothing while `isFull`; the journal has its ballast. */
function crampedScene(): { readonly scene: Scene; readonly disk: { isFull: boolean } } {
  const scene = new Scene();
  const disk = { isFull: false };
  const full = (): SyncError => new SyncError({ kind: 'storage-full', message: 'Quota exceeded' });
  scene.wrap = (ports) => ({
    ...ports,
    cache: {
      ...ports.cache,
      // The epoch is compared before anything is written, as in the real one.
      mutate: (refs, epoch, decide) =>
        ports.cache.mutate(refs, epoch, (at) => {
          const write = decide(at);
          if (disk.isFull) throw full();
          return write;
        }),
      putFeeds: async (feeds, epoch) =>
        disk.isFull ? Promise.reject(full()) : ports.cache.putFeeds(feeds, epoch),
      dropTombstones: async (at) => (disk.isFull ? Promise.reject(full()) : ports.cache.dropTombstones(at)),
    },
  });
  return { scene, disk };
}

const toldFull = { isFull: true, reason: STORAGE_FULL_WORDS };

async function commentShown(scene: Scene, text: string): Promise<boolean> {
  const rows = await scene.world.cache.dump('comments');
  return rows.some((row) => JSON.stringify(row).includes(text));
}

describe('a cache without room', () => {
  it('[QTA8] does not keep a change from being sent, and shows it when there is room', async () => {
    const { scene, disk } = crampedScene();
    const tab = await scene.open();
    disk.isFull = true;
    const id = await scene.comment(tab, 'On a full disk');
    await scene.run(20_000);
    expect(scene.writes()).toEqual(['POST /db/comments']);
    expect((await scene.op(id)).state).toBe('acked');
    expect(await commentShown(scene, 'On a full disk')).toBe(false);
    // Acknowledged is not sent again, however long the row finds no room; the next change goes as well.
    await scene.comment(tab, 'A second one');
    await scene.run(60_000);
    expect(scene.writes()).toEqual(['POST /db/comments', 'POST /db/comments']);
    disk.isFull = false;
    await scene.run(40_000);
    expect((await scene.op(id)).state).toBe('done');
    expect(await commentShown(scene, 'On a full disk')).toBe(true);
    expect(tab.engine.status().isFull).toBeUndefined();
  });

  it('[QTA8] does not keep a tab from leading: what an earlier one left is sent', async () => {
    const { scene, disk } = crampedScene();
    const first = await scene.open();
    scene.meddle = () => new SyncError({ kind: 'offline', message: 'cut' });
    const id = await scene.comment(first, 'Left behind');
    disk.isFull = true;
    scene.world.killTab(first);
    scene.meddle = () => null;
    scene.sent.length = 0;
    const second = await scene.open();
    await scene.run(20_000);
    expect(second.engine.status()).toMatchObject({ isLeader: true, ...toldFull });
    expect(scene.writes()).toEqual(['POST /db/comments']);
    expect((await scene.op(id)).state).toBe('acked');
  });

  it('[QTA8] does not keep a conflict from being recorded, nor asks for its row again and again', async () => {
    const { scene, disk } = crampedScene();
    const tab = await scene.open();
    disk.isFull = true;
    scene.edit('hypotheses', root1, { title: 'Theirs' });
    const id = await scene.title(tab, 'Mine');
    scene.sent.length = 0;
    await scene.run(60_000);
    expect((await scene.op(id)).state).toBe('conflict');
    const looks = scene.sent.filter(({ path }) => path.includes(`id=eq.${root1}`));
    expect(looks.length).toBeLessThanOrEqual(2);
  });

  it.each<[string, (scene: Scene, tab: Tab) => Promise<void>]>([
    ['with the server there', async () => undefined],
    [
      'without the server',
      async (scene) => {
        scene.meddle = () => new SyncError({ kind: 'offline', message: 'cut' });
        await scene.run(60_000);
      },
    ],
  ])('[QTA9] is said at once and until it is over, %s', async (_name, prepare) => {
    const { scene, disk } = crampedScene();
    const tab = await scene.open();
    await prepare(scene, tab);
    disk.isFull = true;
    await scene.comment(tab, 'Where is it?');
    expect(tab.engine.status()).toMatchObject({ ...toldFull });
    const said = new Set<string>();
    tab.engine.onStatus(({ phase, isFull }) => said.add(`${phase} ${String(isFull)}`));
    await scene.run(120_000);
    expect([...said].filter((each) => each.startsWith('storage-failed') || !each.endsWith(' true'))).toEqual(
      [],
    );
    disk.isFull = false;
    await scene.run(40_000);
    expect(tab.engine.status().isFull).toBeUndefined();
    expect(await commentShown(scene, 'Where is it?')).toBe(true);
  });

  it('[QTA9] is said in the tab that wrote, whoever leads, until its row is shown', async () => {
    const { scene, disk } = crampedScene();
    await scene.open();
    const follower = await scene.open();
    expect(follower.engine.status().isLeader).toBe(false);
    scene.meddle = (request) => (request.method === 'GET' ? null : pgError(503, 'PGRST001'));
    disk.isFull = true;
    await scene.comment(follower, 'From the other tab');
    expect(follower.engine.status()).toMatchObject({ isLeader: false, ...toldFull });
    disk.isFull = false;
    await scene.run(40_000);
    expect(await commentShown(scene, 'From the other tab')).toBe(true);
    expect(follower.engine.status().isFull).toBeUndefined();
  });

  it('[QTA9] promises nothing while the journal has no room either', async () => {
    const { scene, disk } = crampedScene();
    let isJournalFull = false;
    const { wrap } = scene;
    scene.wrap = (ports) => ({
      ...wrap(ports),
      journal: {
        ...ports.journal,
        mutate: (query, decide) =>
          isJournalFull
            ? Promise.reject(new SyncError({ kind: 'storage-full', message: 'Quota exceeded' }))
            : ports.journal.mutate(query, decide),
      },
    });
    const tab = await scene.open();
    disk.isFull = true;
    scene.meddle = () => new SyncError({ kind: 'offline', message: 'cut' });
    await scene.comment(tab);
    isJournalFull = true;
    scene.meddle = () => null;
    await scene.run(60_000);
    const { phase, isFull } = tab.engine.status();
    expect({ phase, isFull }).toEqual({ phase: 'storage-failed', isFull: undefined });
  });

  it('[QTA9] is said again once a storage that was lost under a pause works again', async () => {
    const scene = new Scene();
    let reason: string | null = null;
    let isLost = false;
    const lost = (): SyncError => new SyncError({ kind: 'storage-lost', message: 'Connection lost' });
    scene.wrap = (ports) => ({
      ...ports,
      pressure: { pauseReason: () => reason },
      journal: {
        ...ports.journal,
        read: async (query) => (isLost ? Promise.reject(lost()) : ports.journal.read(query)),
      },
    });
    const tab = await scene.open();
    reason = STORAGE_FULL_WORDS;
    await scene.run(20_000);
    isLost = true;
    await scene.run(30_000);
    expect(tab.engine.status().phase).toBe('storage-failed');
    isLost = false;
    await scene.run(30_000);
    expect(tab.engine.status().phase).not.toBe('storage-failed');
    expect(tab.engine.status()).toMatchObject(toldFull);
  });

  it('[QTA10] a pause that follows an outage leaves no word of the outage once the server answers', async () => {
    const scene = new Scene();
    let reason: string | null = null;
    scene.wrap = (ports) => ({ ...ports, pressure: { pauseReason: () => reason } });
    const tab = await scene.open();
    scene.meddle = () => new SyncError({ kind: 'offline', message: 'cut' });
    await scene.run(120_000);
    expect(tab.engine.status().phase).toBe('unreachable');
    reason = STORAGE_FULL_WORDS;
    scene.meddle = () => null;
    await scene.run(120_000);
    await scene.comment(tab, 'It goes through');
    const phases = new Set<string>();
    tab.engine.onStatus(({ phase }) => phases.add(phase));
    await scene.run(300_000);
    expect(scene.writes()).toContain('POST /db/comments');
    expect(phases).not.toContain('unreachable');
    expect(tab.engine.status()).toMatchObject({ ...toldFull });
  });
});
