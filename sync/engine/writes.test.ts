import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { opOf } from '#tests/support/op-fixture.ts';
import { root1, Scene } from '#tests/support/engine-world.ts';
import { simId } from '#tests/sim/facts.ts';
import { SyncError } from '../errors.ts';
import { evidenceSchema, evidenceTable } from '../protocol/tables/evidence.ts';

const MINUTE = 60_000;
const evidence1 = simId(13, 1);

describe('a column that is not pulled', () => {
  /** Evidences without their scripts, as a build that does not pull them has them. */
  const { script: _script, ...entries } = evidenceSchema.entries;
  const unread = {
    ...evidenceTable,
    columns: evidenceTable.columns.filter((column) => column !== 'script'),
    schema: v.object(entries),
  };
  const open = (): Scene => {
    const scene = new Scene(1, (core) => ({ ...core, evidences: unread }));
    scene.edit('evidences', evidence1, { script: 'base' });
    return scene;
  };
  const command = (opened?: string) =>
    ({
      kind: 'row.update',
      table: 'evidences',
      rowId: evidence1,
      set: { script: 'mine' },
      ...(opened === undefined ? {} : { opened: { script: opened } }),
    }) as const;

  it('[WRT1] that somebody else has changed is asked about, and theirs stays', async () => {
    const scene = open();
    const tab = await scene.open();
    expect(await scene.local('evidences', evidence1)).not.toHaveProperty('script');
    scene.edit('evidences', evidence1, { script: 'theirs' });
    const id = await scene.submit(tab, command('base'));
    await scene.run(5000);
    expect(scene.remote('evidences', evidence1)?.['script']).toBe('theirs');
    expect(await scene.op(id)).toMatchObject({
      state: 'conflict',
      conflict: { fields: ['script'], theirs: { script: 'theirs' } },
    });
    await scene.settle(tab.engine.resolveConflict(id, { take: 'mine' }));
    await scene.run(5000);
    expect(scene.remote('evidences', evidence1)?.['script']).toBe('mine');
  });

  it('[WRT1] is asked about also where nobody said what the person saw', async () => {
    const scene = open();
    const tab = await scene.open();
    const id = await scene.submit(tab, command());
    await scene.run(5000);
    expect(scene.remote('evidences', evidence1)?.['script']).toBe('base');
    expect(await scene.op(id)).toMatchObject({ state: 'conflict', conflict: { fields: ['script'] } });
  });

  it('[WRT1] is written once, over what the person saw, when its answer was lost', async () => {
    const scene = open();
    const tab = await scene.open();
    let lost = 0;
    scene.spoil = (request, response) => {
      if (request.method !== 'PATCH' || response.body === '[]' || lost > 0) return response;
      lost += 1;
      return new SyncError({ kind: 'offline', message: 'lost' });
    };
    const id = await scene.submit(tab, command('base'));
    await scene.run(MINUTE);
    expect(lost).toBe(1);
    expect(await scene.op(id)).toMatchObject({ state: 'done' });
    expect(scene.effects('evidences', 'update')).toBe(1);
  });
});

it('[WRT2] an operation of a table that this build does not write to is held, without a write to the journal', async () => {
  const scene = new Scene();
  const tab = await scene.open();
  const { identity } = await scene.world.journal.meta();
  const before = opOf({
    id: 'later',
    identity,
    tbl: 'views',
    lane: 'view:1',
    rowId: 'v1',
    patch: { name: 'x' },
  });
  await scene.world.journal.mutate({ ids: [] }, (_ops, meta) => ({
    put: [{ ...before, seq: meta.lastSeq + 1 }],
    lastSeq: meta.lastSeq + 1,
    result: null,
  }));
  let writes = 0;
  const { journal } = scene.world;
  const mutate = journal.mutate.bind(journal);
  Object.assign(journal, {
    mutate: (...args: Parameters<typeof mutate>) =>
      mutate(args[0], (ops, meta) => {
        const write = args[1](ops, meta);
        writes += (write.put ?? []).length;
        return write;
      }),
  });
  await scene.settle(tab.engine.refresh(), 5 * MINUTE);
  expect(writes).toBe(0);
  expect(scene.writes()).toEqual([]);
  expect(await scene.op('later')).toMatchObject({ state: 'parked', lastError: { code: 'newer-version' } });
  // Others pass it.
  await scene.title(tab, 'mine');
  await scene.run(5000);
  expect(scene.remote('hypotheses', root1)?.['title']).toBe('mine');
});

it('[WRT3] a title that somebody has changed since its editor was opened is asked about', async () => {
  const scene = new Scene();
  const tab = await scene.open();
  const before = String(scene.remote('hypotheses', root1)?.['title']);
  scene.edit('hypotheses', root1, { title: 'theirs' });
  await scene.settle(tab.engine.refresh(), 5000);
  expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'theirs' });
  const id = await scene.submit(tab, {
    kind: 'row.update',
    table: 'hypotheses',
    rowId: root1,
    set: { title: 'mine' },
    opened: { title: before },
  });
  await scene.run(5000);
  expect(scene.remote('hypotheses', root1)?.['title']).toBe('theirs');
  expect(await scene.op(id)).toMatchObject({ state: 'conflict', conflict: { fields: ['title'] } });
});
