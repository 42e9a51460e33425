import { describe, expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';
import { simId } from '#tests/sim/facts.ts';
import { SyncError } from '../errors.ts';
import type { HttpRequest } from '../ports.ts';
import type { JsonRow } from '../protocol/op.ts';

const team = simId(2, 9);
const login = { user: 'ops', password: 'hunter22' };
const shown = { note: 'first', other: 'first', login: { user: 'ops', password: '[not kept]' } };
const isPatch = (request: HttpRequest): boolean => request.method === 'PATCH';

async function opened() {
  const scene = new Scene();
  const row = { id: team, name: 'Search', icon: null, spec: { ...shown, login } };
  scene.world.server.insert('teams', row, scene.world.stampMicros());
  const tab = await scene.open();
  await scene.run(2000);
  const save = (change: JsonRow) =>
    scene.submit(tab, {
      kind: 'row.update',
      table: 'teams',
      rowId: team,
      set: { spec: { ...shown, ...change } },
      opened: { spec: shown },
    });
  return { scene, save };
}

describe('[WRT10] a value within a JSON column', () => {
  it('is written over the column as it is then, and its secret lies nowhere on this device', async () => {
    const { scene, save } = await opened();
    scene.edit('teams', team, { spec: { ...shown, login, other: 'theirs' } });
    const id = await save({ note: 'mine' });
    await scene.run(5000);
    const op = await scene.op(id);
    expect(op).toMatchObject({ state: 'done', patch: { 'spec/note': 'mine' } });
    expect(scene.remote('teams', team)?.['spec']).toEqual({ note: 'mine', other: 'theirs', login });
    const kept = [await scene.world.journal.read({ ids: [id] }), await scene.local('teams', team)];
    expect(JSON.stringify(kept)).not.toContain('hunter22');
  });

  it('is written again over what somebody else wrote between the look and the write', async () => {
    const { scene, save } = await opened();
    let isMet = false;
    scene.meddle = (request) => {
      if (isPatch(request) && !isMet) {
        isMet = true;
        scene.edit('teams', team, { spec: { ...shown, login, other: 'theirs' } });
      }
      return null;
    };
    const id = await save({ note: 'mine' });
    await scene.run(20_000);
    expect(isMet).toBe(true);
    expect((await scene.op(id)).state).toBe('done');
    expect(scene.remote('teams', team)?.['spec']).toEqual({ note: 'mine', other: 'theirs', login });
  });

  it('is written once where the answer is lost', async () => {
    const { scene, save } = await opened();
    let lost = 0;
    scene.spoil = (request, response) => {
      if (!isPatch(request) || lost > 0) return response;
      lost += 1;
      return new SyncError({ kind: 'offline', message: 'test' });
    };
    const id = await save({ note: 'mine' });
    await scene.run(120_000);
    expect(lost).toBe(1);
    expect((await scene.op(id)).state).toBe('done');
    expect(scene.effects('teams', 'update')).toBe(1);
  });

  it('is asked about where somebody else has changed that value, and by no secret', async () => {
    const { scene, save } = await opened();
    scene.edit('teams', team, { spec: { ...shown, login, note: 'theirs' } });
    const id = await save({ note: 'mine' });
    await scene.run(20_000);
    const op = await scene.op(id);
    expect(op.state).toBe('conflict');
    expect(op.conflict?.fields).toEqual(['spec/note']);
    expect(op.conflict?.theirs).toMatchObject({ 'spec/note': 'theirs', name: 'Search' });
    expect(JSON.stringify(op)).not.toContain('hunter22');
    expect(scene.effects('teams', 'update')).toBe(0);
  });

  it('is said to be gone with its row', async () => {
    const { scene, save } = await opened();
    scene.edit('teams', team, { deleted_at: 'now()' });
    const id = await save({ note: 'mine' });
    await scene.run(60_000);
    expect((await scene.op(id)).state).toBe('failed');
  });

  it('is not sent by who signed out while the row was read', async () => {
    const { scene, save } = await opened();
    let left = 0;
    scene.spoil = (request, response) => {
      if (left === 0 && request.method === 'GET' && request.path.includes(team)) {
        left += 1;
        scene.world.signOut();
      }
      return response;
    };
    await save({ note: 'mine' });
    await scene.run(5000);
    expect(left).toBe(1);
    expect(scene.world.violations).toEqual([]);
    expect(scene.effects('teams', 'update')).toBe(0);
  });
});
