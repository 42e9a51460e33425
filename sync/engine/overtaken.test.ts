import { describe, expect, it } from 'vitest';
import { seededStatus } from '#tests/sim/facts.ts';
import { emptied } from '#tests/support/emptied.ts';
import { pgError, root1, Scene } from '#tests/support/engine-world.ts';
import { SyncError } from '../errors.ts';
import type { HttpRequest } from '../ports.ts';

const isOurs = (request: HttpRequest): boolean => request.method === 'PATCH';
const isLook = (request: HttpRequest): boolean =>
  request.method === 'GET' && request.path.includes(`id=eq.${root1}`);

/** A world in which the answers to changes, or the copies a pull brings, can be held on their way. */
class SlowScene extends Scene {
  #held: { readonly request: HttpRequest; readonly resolve: () => void }[] = [];
  holds: (request: HttpRequest) => boolean = () => false;

  constructor() {
    super();
    this.wrap = (ports) => ({
      ...ports,
      http: {
        send: async (request, signal) => {
          const answer = await ports.http.send(request, signal);
          if (this.holds(request))
            await new Promise<void>((resolve) => this.#held.push({ request, resolve }));
          return answer;
        },
      },
    });
  }

  /** What is held arrives, or the part of it that `which` names. */
  release(which: (request: HttpRequest) => boolean = () => true): void {
    this.holds = () => false;
    const going = this.#held.filter(({ request }) => which(request));
    this.#held = this.#held.filter(({ request }) => !which(request));
    for (const { resolve } of going) resolve();
  }
}

/** Our title took effect and its answer is on its way; somebody else has changed the status since, and a pull has read it. */
async function overtake(): Promise<{ readonly scene: SlowScene; readonly id: string }> {
  const scene = new SlowScene();
  const tab = await scene.open();
  scene.holds = isOurs;
  const id = await scene.title(tab, 'Ours');
  await scene.run(500);
  scene.edit('hypotheses', root1, { status: 'likely' });
  await scene.settle(tab.engine.refresh(), 3000);
  expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'Ours', status: 'likely' });
  return { scene, id };
}

const isPull = ({ method, path }: HttpRequest): boolean =>
  method === 'GET' && path.startsWith('/db/hypotheses') && !path.includes('id=eq.');

it('[FEN10] a version that a fence kept out makes no collection newer than what is here of it', async () => {
  const scene = new SlowScene();
  const tab = await scene.open();
  const isOlder = async (): Promise<boolean> =>
    (await scene.local('hypotheses', root1))?.['status'] !== 'likely';
  scene.holds = isOurs;
  const id = await scene.title(tab, 'Ours');
  await scene.run(500);
  const editedAt = scene.world.scheduler.nowMs;
  scene.edit('hypotheses', root1, { status: 'likely' });
  scene.meddle = (request) => (isPull(request) ? pgError(500, 'XX000') : null);
  await scene.run(5_000);
  // A pull reads what somebody else has set since; our answer, which is older, arrives before it.
  scene.meddle = () => null;
  scene.holds = isPull;
  const refreshed = tab.engine.refresh();
  await scene.run(500);
  scene.release(isOurs);
  await scene.run(100);
  expect(await isOlder()).toBe(true);
  // The leader knows it before it is stored with the other ages.
  const asOf = async (): Promise<number> => {
    const { leader } = await scene.settle(tab.engine.diagnostics(), 100);
    return Date.parse(leader?.feeds.find(({ tbl }) => tbl === 'hypotheses')?.asOf ?? '');
  };
  scene.release();
  let looks = 0;
  for (; looks < 20; looks += 1) {
    const claimed = await asOf();
    if (!(await isOlder())) break;
    expect(claimed).toBeLessThan(editedAt);
  }
  expect(looks).toBeGreaterThan(2);
  await scene.settle(refreshed, 3000);
  await scene.settle(tab.engine.refresh(), 3000);
  expect(await isOlder()).toBe(false);
  expect(await asOf()).toBeGreaterThan(editedAt);
  expect((await scene.op(id)).state).toBe('done');
});

describe('an answer that a pull has overtaken', () => {
  it('[FEN8] does not bring back the version before: the row is read once more', async () => {
    const { scene, id } = await overtake();
    const before = scene.sent.filter(isLook).length;
    scene.release();
    await scene.run(500);
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'Ours', status: 'likely' });
    expect((await scene.op(id)).state).toBe('done');
    expect(await scene.world.cache.shadows()).toEqual([]);
    expect(scene.sent.filter(isLook)).toHaveLength(before + 1);
  });

  it('[FEN8] the stamps decide when the row cannot be read', async () => {
    const { scene, id } = await overtake();
    scene.meddle = (request) => (isLook(request) ? pgError(500, 'XX000') : null);
    scene.release();
    await scene.run(500);
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'Ours', status: 'likely' });
    expect((await scene.op(id)).state).toBe('done');
    expect(await scene.world.cache.shadows()).toEqual([]);
  });

  it('[FEN8] one empty answer does not take a row away that was changed', async () => {
    const { scene, id } = await overtake();
    scene.spoil = (request, response) => (isLook(request) ? emptied(response) : response);
    scene.release();
    await scene.run(500);
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'Ours', status: 'likely' });
    expect((await scene.op(id)).state).toBe('done');
  });

  it('[FEN8] takes a deleted row away where the pull had read it before', async () => {
    const scene = new SlowScene();
    const tab = await scene.open();
    const [evidenceId = ''] = scene.world.server.rows('evidences').keys();
    const isDelete = (request: HttpRequest): boolean => request.method === 'DELETE';
    scene.edit('evidences', evidenceId, { description: 'Theirs' });
    scene.holds = (request) => request.method === 'GET' && request.path.startsWith('/db/evidences');
    const refreshed = tab.engine.refresh();
    await scene.run(500);
    scene.holds = isDelete;
    const id = await scene.submit(tab, { kind: 'row.delete', table: 'evidences', rowId: evidenceId });
    await scene.run(500);
    scene.release((request) => !isDelete(request));
    await scene.settle(refreshed, 3000);
    const before = await scene.world.cache.get({ tbl: 'evidences', id: evidenceId });
    expect(before.shadow?.base).toMatchObject({ description: 'Theirs' });
    scene.release();
    await scene.run(500);
    expect(await scene.local('evidences', evidenceId)).toBeNull();
    expect((await scene.op(id)).state).toBe('done');
  });

  it('[FEN8] that was read, and not given to the change itself, is no older for what the change was made on', async () => {
    const scene = new SlowScene();
    const tab = await scene.open();
    const lost = new SyncError({ kind: 'timeout', message: 'x', afterMs: 1 });
    scene.meddle = (request) => (isOurs(request) ? lost : null);
    scene.edit('hypotheses', root1, { title: 'Theirs' });
    scene.holds = isPull;
    const refreshed = tab.engine.refresh();
    await scene.run(500);
    // The pull has read the version before; now somebody sets what we wanted to set, and the look reads that.
    scene.edit('hypotheses', root1, { status: 'likely' });
    const id = await scene.submit(tab, {
      kind: 'row.update',
      table: 'hypotheses',
      rowId: root1,
      set: { status: 'likely' },
    });
    scene.holds = (request) => isPull(request) || isLook(request);
    await scene.run(10_000);
    scene.meddle = (request) => (isLook(request) ? pgError(500, 'XX000') : null);
    const shown: unknown[] = [];
    scene.release(isPull);
    await scene.settle(refreshed, 3000);
    expect((await scene.world.cache.get({ tbl: 'hypotheses', id: root1 })).shadow?.base).toMatchObject({
      title: 'Theirs',
      status: seededStatus,
    });
    scene.release(isLook);
    for (let step = 0; step < 20; step += 1) {
      await scene.run(5);
      shown.push((await scene.local('hypotheses', root1))?.['status']);
    }
    expect([...new Set(shown)]).toEqual(['likely']);
    expect((await scene.op(id)).state).toBe('done');
  });

  it('[FEN8] costs no request while nothing else has changed', async () => {
    const scene = new SlowScene();
    const tab = await scene.open();
    scene.holds = isOurs;
    const id = await scene.title(tab, 'Ours');
    await scene.run(500);
    await scene.settle(tab.engine.refresh(), 3000);
    const before = scene.sent.filter(isLook).length;
    scene.release();
    await scene.run(500);
    expect((await scene.op(id)).state).toBe('done');
    expect(scene.sent.filter(isLook)).toHaveLength(before);
  });
});
