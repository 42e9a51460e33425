import { describe, expect, it } from 'vitest';
import { incident1, leaf1, origin, root1, Scene } from '#tests/support/engine-world.ts';
import { insertOf, opOf } from '#tests/support/op-fixture.ts';
import { purgeable } from '../store/journal/op-records.ts';
import { simId } from '#tests/sim/facts.ts';
import { SyncError } from '../errors.ts';
import { isOpen } from '../protocol/op.ts';
import type { JsonRow } from '../protocol/op.ts';
import type { Tab } from '#tests/sim/world.ts';

/** A comment that waits in the lane of incident 1, with its record as a fault of the disk would have left it. */
async function withRecord(
  change: (record: JsonRow) => JsonRow,
): Promise<{ scene: Scene; tab: Tab; id: string }> {
  const scene = new Scene();
  const tab = await scene.open();
  scene.world.conditions.isUp = false;
  const id = await scene.comment(tab, 'before the damage');
  const raw = scene.world.journal.raw(id);
  if (typeof raw !== 'object' || raw === null) throw new Error('no record');
  scene.world.journal.plant(id, change({ ...raw }));
  return { scene, tab, id };
}

const damages: Readonly<Record<string, (record: JsonRow) => JsonRow>> = {
  'a patch of text': (record) => ({ ...record, patch: 'text' }),
  'an empty patch': (record) => ({ ...record, patch: {} }),
  'a patch without its key': (record) => ({ ...record, patch: { comment: 'x', incident_id: incident1 } }),
  'the key of another row': (record) => ({ ...record, patch: { id: simId(40, 7), comment: 'x' } }),
  'a column of another kind': (record) => ({
    ...record,
    patch: { ...Object(record['patch']), comment: { text: 'x' } },
  }),
  'a guard of another kind': (record) => ({
    ...record,
    guard: { updatedAt: null, fields: { comment: 7 } },
  }),
  'no kind': (record) => ({ ...record, kind: 7 }),
  'no version': (record) => ({ ...record, v: 'one' }),
  'nothing but its key': ({ id }) => ({ id }),
};

describe('a record of the journal that cannot be read', () => {
  it.each(Object.entries(damages))(
    '[DSK1] with %s is set aside as it lies, and what is behind it is sent',
    async (_name, damage) => {
      const { scene, tab, id } = await withRecord(damage);
      const lying = scene.world.journal.raw(id);
      const behind = await scene.comment(tab, 'behind it');
      const other = await scene.title(tab, 'in another lane', simId(11, 20));
      scene.world.conditions.isUp = true;
      await scene.run(60_000);
      expect((await scene.op(behind)).state).toBe('done');
      expect((await scene.op(other)).state).toBe('done');
      expect(scene.world.journal.raw(id)).toEqual(lying);
      expect(scene.effects('comments', 'insert')).toBe(1);
      expect(tab.engine.status()).toMatchObject({ phase: 'live', waiting: 0, needsAttention: 1 });
    },
  );

  it('[DSK1] neither shows in a row nor counts in the sum over what is pending', async () => {
    const { scene, id } = await withRecord((record) => ({ ...record, patch: { id: 'x' } }));
    scene.world.conditions.isUp = true;
    await scene.run(60_000);
    expect(await scene.world.cache.shadows()).toEqual([]);
    expect(await scene.world.cache.pending()).toMatchObject({ count: 0 });
    expect(await scene.op(id)).toMatchObject({ state: 'parked', lastError: { class: 'unreadable' } });
  });

  it('[DSK1] holds back what needs the row it would have made', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    const { opIds, made } = await scene.settle(
      tab.engine.submit(
        { kind: 'hypothesis.add', incidentId: incident1, parentId: root1, title: 'new node' },
        origin,
      ),
    );
    const [id = ''] = opIds;
    const child = await scene.submit(tab, {
      kind: 'comment.add',
      incidentId: incident1,
      hypothesisId: made[0]?.id ?? '',
      text: 'on the new node',
    });
    scene.world.journal.plant(id, { ...Object(scene.world.journal.raw(id)), patch: 'text' });
    scene.world.conditions.isUp = true;
    await scene.run(60_000);
    expect((await scene.op(child)).state).toBe('queued');
    expect(scene.effects('comments', 'insert')).toBe(0);
  });

  it('[DSK2] an acknowledgement that is no row of its own counts as one that could not be read', async () => {
    const { scene, id } = await withRecord((record) => ({
      ...record,
      state: 'acked',
      ack: { comment: 'no key' },
    }));
    scene.world.conditions.isUp = true;
    await scene.run(60_000);
    expect((await scene.op(id)).state).toBe('done');
    expect(await scene.world.cache.shadows()).toEqual([]);
  });

  it('[DSK3] a change that no row takes does not keep the others of its batch from theirs', async () => {
    const scene = new Scene();
    const refused = simId(11, 20);
    let isSpoilt = false;
    scene.wrap = (ports) => ({
      ...ports,
      cache: {
        ...ports.cache,
        mutate: (refs, epoch, decide) =>
          isSpoilt && refs.some(({ id }) => id === refused || id === root1)
            ? ports.cache.mutate(refs, epoch, (at) => {
                const write = decide(at);
                const isAlone = refs.every(({ id }) => id === root1);
                if (!isAlone) throw new SyncError({ kind: 'bug', message: 'no row takes this' });
                return write;
              })
            : ports.cache.mutate(refs, epoch, decide),
      },
    });
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    const bad = await scene.title(tab, 'refused by the store', refused);
    const good = await scene.title(tab, 'shown all the same');
    scene.world.cache.crash({ next: () => 0.999 });
    isSpoilt = true;
    await scene.run(40_000);
    const shadows = await scene.world.cache.shadows();
    expect(shadows.map((shadow) => shadow.pending.map((op) => op.id))).toEqual([[good]]);
    scene.world.conditions.isUp = true;
    await scene.run(60_000);
    expect((await scene.op(good)).state).toBe('done');
    expect((await scene.op(bad)).state).not.toBe('parked');
  });
});

describe('a record of another owner', () => {
  it('[DSK4] is told, is never sent, counts as nothing that waits, and is in no row', async () => {
    const { scene, tab, id } = await withRecord((record) => ({
      ...record,
      identity: { ...Object(record['identity']), userId: simId(1, 99) },
    }));
    scene.world.conditions.isUp = true;
    await scene.run(60_000);
    expect(await scene.op(id)).toMatchObject({ state: 'parked', lastError: { code: 'other-owner' } });
    expect(scene.effects('comments', 'insert')).toBe(0);
    expect(await scene.world.cache.shadows()).toEqual([]);
    expect(tab.engine.status()).toMatchObject({ waiting: 0, needsAttention: 1 });
  });
});

describe('a record a person gives up', () => {
  it('[DSK5] is deleted, and what needed it is cancelled and told', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    const { opIds, made } = await scene.settle(
      tab.engine.submit(
        { kind: 'hypothesis.add', incidentId: incident1, parentId: root1, title: 'new node' },
        origin,
      ),
    );
    const [id = ''] = opIds;
    const child = await scene.submit(tab, {
      kind: 'comment.add',
      incidentId: incident1,
      hypothesisId: made[0]?.id ?? '',
      text: 'on the new node',
    });
    scene.world.journal.plant(id, { ...Object(scene.world.journal.raw(id)), patch: 'text' });
    scene.world.conditions.isUp = true;
    await scene.run(20_000);
    const refs = (await scene.world.journal.setAside()).map(({ store, key }) => ({ store, key }));
    expect(refs).toEqual([{ store: 'ops', key: JSON.stringify(id) }]);
    await scene.settle(tab.engine.removeSetAside(refs));
    expect(scene.world.journal.raw(id)).toBeUndefined();
    expect((await scene.op(child)).state).toBe('cancelled');
    expect((await scene.world.journal.notices()).flatMap(({ opIds: ids }) => ids)).toContain(child);
    expect((await scene.world.journal.drafts()).map(({ text }) => text)).toEqual(['on the new node']);
    expect(await scene.world.journal.setAside()).toEqual([]);
  });

  it('[DSK5] stays when it can be read after all', async () => {
    const { scene, tab, id } = await withRecord((record) => record);
    await scene.settle(tab.engine.removeSetAside([{ store: 'ops', key: JSON.stringify(id) }]));
    expect(isOpen(await scene.op(id))).toBe(true);
  });
});

describe('a change whose forerunner the disk has lost', () => {
  const lose = (scene: Scene, id: string): void => scene.world.journal.lose(id);

  it('[DSK8] is not sent without the insert it names, is told once, and goes when a person says so', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    const { opIds, made } = await scene.settle(
      tab.engine.submit(
        { kind: 'hypothesis.add', incidentId: incident1, parentId: root1, title: 'new node' },
        origin,
      ),
    );
    const [id = ''] = opIds;
    const child = await scene.submit(tab, {
      kind: 'comment.add',
      incidentId: incident1,
      hypothesisId: made[0]?.id ?? '',
      text: 'on the new node',
    });
    const other = await scene.title(tab, 'goes on', leaf1);
    lose(scene, id);
    scene.world.conditions.isUp = true;
    await scene.run(60_000);
    expect(await scene.op(child)).toMatchObject({
      state: 'parked',
      lastError: { class: 'forerunner-missing' },
    });
    expect((await scene.op(other)).state).toBe('done');
    expect(scene.effects('comments', 'insert')).toBe(0);
    const told = (await scene.world.journal.notices()).filter(({ opIds: ids }) => ids.includes(child));
    expect(told.map(({ kind }) => kind)).toEqual(['parked']);
    await scene.settle(tab.engine.retry(child));
    await scene.run(60_000);
    // The server alone knows that what it belongs to never came.
    expect((await scene.op(child)).state).toBe('failed');
  });

  it('[DSK8] is not sent when an earlier step of its group is gone', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    const { opIds } = await scene.settle(
      tab.engine.submit({ kind: 'hypothesis.delete', hypothesisId: root1 }, origin),
    );
    const [first = '', ...rest] = opIds;
    expect(rest.length).toBeGreaterThan(0);
    lose(scene, first);
    scene.sent.length = 0;
    scene.world.conditions.isUp = true;
    await scene.run(60_000);
    expect(scene.writes()).toEqual([]);
    const states = await Promise.all(rest.map(async (id) => (await scene.op(id)).state));
    expect(states[0]).toBe('parked');
    expect(new Set(states.slice(1))).toEqual(new Set(states.length > 1 ? ['queued'] : []));
  });

  it('[DSK8] what has ended and is old stays as long as something that waits builds on it', () => {
    const done = insertOf({ id: 'made', state: 'done', createdAt: 0 });
    const step = opOf({ id: 'step1', state: 'done', group: { id: 'g', step: 1, of: 2, onFail: 'stop' } });
    const open = [
      opOf({ id: 'child', seq: 2, deps: ['made'] }),
      opOf({ id: 'step2', seq: 3, group: { id: 'g', step: 2, of: 2, onFail: 'stop' } }),
    ];
    expect(purgeable([done, step], [], 1e15, open)).toEqual([]);
    expect(purgeable([done, step], [], 1e15, [])).toEqual(['step1', 'made']);
  });
});

describe('what the disk has lost', () => {
  async function withTwo(): Promise<{ scene: Scene; tab: Tab; ids: readonly string[] }> {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    const ids = [await scene.comment(tab, 'one'), await scene.title(tab, 'two')];
    await scene.run(5000);
    return { scene, tab, ids };
  }

  async function restart(scene: Scene): Promise<readonly string[]> {
    scene.world.killAll();
    await scene.open();
    return (await scene.world.journal.notices()).map(({ message }) => message);
  }

  it('[DSK9] a saved change that is missing at the start is told once', async () => {
    const { scene, ids } = await withTwo();
    scene.world.journal.lose(ids[0] ?? '');
    const told = await restart(scene);
    expect(told).toEqual([expect.stringMatching(/^A saved change is missing from this device/u)]);
    expect(await restart(scene)).toEqual(told);
  });

  it('[DSK9] a saved change that is as it was at an earlier time is told', async () => {
    const { scene, tab, ids } = await withTwo();
    const earlier = scene.world.journal.raw(ids[1] ?? '');
    await scene.title(tab, 'changed once more');
    scene.world.journal.plant(ids[1] ?? '', earlier);
    expect(await restart(scene)).toEqual([expect.stringMatching(/gone back to an earlier state/u)]);
  });

  it('[DSK9] a damaged record is told as such, and not as a missing one', async () => {
    const { scene, ids } = await withTwo();
    scene.world.journal.plant(ids[0] ?? '', {
      ...Object(scene.world.journal.raw(ids[0] ?? '')),
      patch: 'text',
    });
    expect(await restart(scene)).toEqual([]);
    expect(await scene.world.journal.setAside()).toHaveLength(1);
  });

  it('[DSK9] nothing is told of a journal that has lost nothing, whatever was sent, merged and taken back', async () => {
    const { scene, tab, ids } = await withTwo();
    await scene.title(tab, 'merged');
    await scene.settle(tab.engine.discard(ids[1] ?? ''));
    expect(await restart(scene)).toEqual([]);
    scene.world.conditions.isUp = true;
    await scene.run(60_000);
    expect(await restart(scene)).toEqual([]);
  });

  it('[DSK10] a journal that lost its last writes is noticed by what the cache shows', async () => {
    const { scene } = await withTwo();
    scene.world.killAll();
    let taken = 0;
    while ((await scene.world.journal.meta()).lastSeq > 1) taken += scene.world.journal.rollBack(1);
    expect(taken).toBeGreaterThan(0);
    expect(await restart(scene)).toEqual([
      expect.stringMatching(/^A saved change is missing from this device/u),
    ]);
  });

  it('[DSK10] a journal that is behind the cache is told even where no row shows what is missing', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    await scene.comment(tab, 'one');
    await scene.run(20_000);
    await restart(scene);
    scene.world.killAll();
    const { epoch } = await scene.world.journal.meta();
    while ((await scene.world.journal.meta()).epoch === epoch) scene.world.journal.rollBack(1);
    expect(await restart(scene)).toEqual([expect.stringMatching(/gone back to an earlier state/u)]);
    expect([...scene.world.tabs.values()][0]?.engine.status()).toMatchObject({ isLeader: true });
  });
});
