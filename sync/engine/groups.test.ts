import { describe, expect, it } from 'vitest';
import { dyingPorts } from '#tests/support/dying-ports.ts';
import type { Death } from '#tests/support/dying-ports.ts';
import { incident1, leaf1, origin, pgError, root1, Scene } from '#tests/support/engine-world.ts';
import { simId } from '#tests/sim/facts.ts';
import type { Tab } from '#tests/sim/world.ts';
import type { Command } from '../protocol/command.ts';
import { isOpen } from '../protocol/op.ts';

const MINUTE = 60_000;
/** A world per await, twice: much for a machine that does something else as well. */
const SWEEP_PATIENCE_MS = 300_000;
const comment1 = simId(12, 1);
const evidence1 = simId(13, 1);
const remove: Command = { kind: 'hypothesis.delete', hypothesisId: root1 };
const create: Command = {
  kind: 'incident.create',
  title: 'DNS',
  severity: 'high',
  type: 'availability',
  evidence: { type: 'comment', description: 'NXDOMAIN', payload: { comment: 'NXDOMAIN' } },
};
const mitigate: Command = {
  kind: 'incident.set-status',
  incidentId: incident1,
  status: 'mitigated',
  definitionOfDone: [evidence1],
};

/** Rows of the tree that `remove` deletes; the world's own watch is told that this is wanted. */
function wantGone(scene: Scene): void {
  for (const id of [root1, leaf1, simId(11, 12)]) scene.world.deletedHere.add(`hypotheses ${id}`);
  scene.world.deletedHere.add(`comments ${comment1}`).add(`evidences ${evidence1}`);
}

async function submit(scene: Scene, tab: Tab, command: Command): Promise<readonly string[]> {
  if (command === remove) wantGone(scene);
  return (await scene.settle(tab.engine.submit(command, origin))).opIds;
}

function setOnline(scene: Scene, tab: Tab, isOnLine: boolean): void {
  scene.world.conditions.isUp = isOnLine;
  tab.lifecycle.isTabOnLine = isOnLine;
  tab.lifecycle.announce();
}

async function openOps(scene: Scene) {
  return scene.world.journal.read({ open: true });
}

/** Deletes or inserts by somebody through the API, as `table id`. */
function effects(scene: Scene, kind: 'insert' | 'delete' | 'update'): readonly string[] {
  return scene.world.server.effects
    .filter((each) => each.viaApi && each.kind === kind)
    .map((each) => `${each.table} ${each.id}`);
}

describe('deleting a hypothesis', () => {
  it('[GRP1] removes what is under it first and then the node, one request at a time', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    await submit(scene, tab, remove);
    expect(await scene.local('hypotheses', leaf1)).toBeNull();
    await scene.run(MINUTE);
    expect(scene.writes()).toEqual([
      'DELETE /db/hypotheses',
      'DELETE /db/hypotheses',
      'DELETE /db/comments',
      'DELETE /db/evidences',
      'DELETE /db/hypotheses',
    ]);
    expect(effects(scene, 'delete').at(-1)).toBe(`hypotheses ${root1}`);
    expect(await openOps(scene)).toEqual([]);
    expect(await scene.local('comments', comment1)).toBeNull();
  });

  it('[GRP3] stops where the server refuses, says what is gone, and shows the rest again', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) =>
      request.method === 'DELETE' && request.path.includes(root1) ? pgError(409, '23503') : null;
    const ids = await submit(scene, tab, remove);
    await scene.run(MINUTE);
    expect((await Promise.all(ids.map((id) => scene.op(id)))).map((op) => op.state)).toEqual([
      'done',
      'done',
      'done',
      'done',
      'failed',
    ]);
    expect(await scene.local('hypotheses', root1)).toMatchObject({ id: root1 });
    expect(await scene.local('hypotheses', leaf1)).toBeNull();
    const notices = await scene.world.journal.notices();
    expect(notices).toHaveLength(1);
    expect(notices[0]?.message).toContain('4 of its 5 steps were saved before that and stay on the server');
  });
});

describe('creating an incident', () => {
  it('[GRP1, JRN13] offline it is there at once without a number, and gets the one the server gives', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    setOnline(scene, tab, false);
    const [first = '', second = ''] = await submit(scene, tab, create);
    const incidentId = (await scene.op(first)).rowId;
    expect(await scene.local('incidents', incidentId)).toMatchObject({ title: 'DNS', incident_id: null });
    setOnline(scene, tab, true);
    await scene.run(2 * MINUTE);
    expect(scene.writes()).toEqual(['POST /db/incidents', 'POST /db/hypotheses', 'POST /db/evidences']);
    expect(await scene.local('incidents', incidentId)).toMatchObject({ incident_id: 'INC-4' });
    expect(scene.remote('hypotheses', (await scene.op(second)).rowId)).toMatchObject({
      incident_id: incidentId,
      type: 'root',
    });
  });

  it('[GRP3] when the incident is refused nothing else is sent, and its text is kept where it was typed', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) =>
      request.path.startsWith('/db/incidents') && request.method === 'POST' ? pgError(400, '23514') : null;
    const ids = await submit(scene, tab, create);
    await scene.run(MINUTE);
    expect((await Promise.all(ids.map((id) => scene.op(id)))).map((op) => op.state)).toEqual([
      'failed',
      'cancelled',
      'cancelled',
    ]);
    expect(scene.writes()).toEqual(['POST /db/incidents']);
    expect(await scene.world.journal.drafts()).toMatchObject([
      { key: '/incidents/1#incident:new', text: 'DNS\n\nNXDOMAIN' },
    ]);
    expect(await scene.world.journal.notices()).toHaveLength(1);
  });

  it('[GRP2] an edit of what is not sent yet stays beside the group and follows it', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    setOnline(scene, tab, false);
    const [first = ''] = await submit(scene, tab, create);
    const incidentId = (await scene.op(first)).rowId;
    const fields = { severity: 'critical' } as const;
    await submit(scene, tab, { kind: 'row.update', table: 'incidents', rowId: incidentId, set: fields });
    expect(await openOps(scene)).toHaveLength(4);
    setOnline(scene, tab, true);
    await scene.run(2 * MINUTE);
    expect(scene.remote('incidents', incidentId)).toMatchObject({ severity: 'critical', title: 'DNS' });
    expect(await openOps(scene)).toEqual([]);
  });

  it('[GRP5] discarding one step discards the group', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    setOnline(scene, tab, false);
    const [first = '', , third = ''] = await submit(scene, tab, create);
    const incidentId = (await scene.op(first)).rowId;
    await scene.settle(tab.engine.discard(third));
    expect(await openOps(scene)).toEqual([]);
    expect(await scene.local('incidents', incidentId)).toBeNull();
    expect(await scene.world.journal.notices()).toEqual([]);
    setOnline(scene, tab, true);
    await scene.run(MINUTE);
    expect(scene.writes()).toEqual([]);
  });
});

describe('one operation alone', () => {
  it('[JRN5] an unsent evidence that is removed again leaves the screen at once and sends nothing', async () => {
    const scene = new Scene();
    const leader = await scene.open();
    const tab = await scene.open();
    // The leader would repair the row by itself, but hears of it only a quarter of a minute later.
    scene.world.bus.lossRate = 1;
    setOnline(scene, leader, false);
    setOnline(scene, tab, false);
    const evidence = { type: 'comment', description: 'p99' } as const;
    const [id = ''] = await submit(scene, tab, { kind: 'evidence.add', hypothesisId: root1, evidence });
    const evidenceId = (await scene.op(id)).rowId;
    expect(await scene.local('evidences', evidenceId)).toMatchObject({ description: 'p99' });
    expect(await submit(scene, tab, { kind: 'row.delete', table: 'evidences', rowId: evidenceId })).toEqual(
      [],
    );
    expect(await scene.local('evidences', evidenceId)).toBeNull();
    setOnline(scene, leader, true);
    await scene.run(MINUTE);
    expect(scene.writes()).toEqual([]);
  });

  it('[RPL12] a responder is stamped as deleted, once, and is gone here', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.deletedHere.add(`responders ${simId(14, 1)}`);
    const [id = ''] = await submit(scene, tab, {
      kind: 'row.delete',
      table: 'responders',
      rowId: simId(14, 1),
    });
    expect(await scene.local('responders', simId(14, 1))).toBeNull();
    await scene.run(MINUTE);
    expect((await scene.op(id)).state).toBe('done');
    expect(scene.remote('responders', simId(14, 1))?.['deleted_at']).not.toBeNull();
    expect(await scene.local('responders', simId(14, 1))).toBeNull();
  });
});

describe('a group whose first steps were purged', () => {
  it('[GRP5] can still be discarded', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.edit('incidents', incident1, { status: 'investigating' });
    const [mark = '', status = ''] = await submit(scene, tab, mitigate);
    await scene.run(MINUTE);
    expect((await scene.op(status)).state).toBe('conflict');
    await scene.world.journal.mutate({ ids: [mark] }, () => ({ remove: [mark], result: undefined }));
    await scene.settle(tab.engine.discard(status));
    expect((await scene.op(status)).state).toBe('discarded');
    expect(await openOps(scene)).toEqual([]);
  });
});

describe('mitigating with a definition of done', () => {
  it('[GRP4] takes the marks back when the status may not be changed', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) =>
      request.method === 'PATCH' && request.path.startsWith('/db/incidents') ? pgError(400, '23514') : null;
    await submit(scene, tab, mitigate);
    await scene.run(MINUTE);
    expect(scene.writes()).toEqual(['PATCH /db/evidences', 'PATCH /db/incidents', 'PATCH /db/evidences']);
    expect(scene.remote('evidences', evidence1)?.['definition_of_done']).toBe(false);
    expect(await scene.local('evidences', evidence1)).toMatchObject({ definition_of_done: false });
    expect(await openOps(scene)).toEqual([]);
    expect((await scene.world.journal.notices())[0]?.message).toContain('is being taken back');
  });

  it('[GRP4] leaves the marks when somebody else has changed them meanwhile', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => {
      if (request.method !== 'PATCH' || !request.path.startsWith('/db/incidents')) return null;
      scene.edit('evidences', evidence1, { definition_of_done: null });
      return pgError(400, '23514');
    };
    await submit(scene, tab, mitigate);
    await scene.run(2 * MINUTE);
    expect(scene.remote('evidences', evidence1)?.['definition_of_done']).toBeNull();
    expect(await openOps(scene)).toEqual([]);
    expect(await scene.world.journal.notices()).toHaveLength(1);
  });

  it('[GRP4] keeping theirs of a status that clashed takes the marks back too', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.edit('incidents', incident1, { status: 'investigating' });
    const [, status = ''] = await submit(scene, tab, mitigate);
    await scene.run(MINUTE);
    expect((await scene.op(status)).state).toBe('conflict');
    expect(scene.remote('evidences', evidence1)?.['definition_of_done']).toBe(true);
    await scene.settle(tab.engine.resolveConflict(status, { take: 'theirs' }));
    await scene.run(MINUTE);
    expect(scene.remote('evidences', evidence1)?.['definition_of_done']).toBe(false);
    expect(scene.remote('incidents', incident1)?.['status']).toBe('investigating');
    expect((await scene.world.journal.notices())[0]?.message).toContain('is being taken back');
  });
});

/** Lets a tab die at every use of a port, one after the other, and hands the world on once another tab has finished. */
async function sweep(
  command: Command,
  prepare: (scene: Scene) => void,
  judge: (scene: Scene, wasSaved: boolean, death: Death) => Promise<void>,
): Promise<number> {
  for (let call = 1; ; call += 1) {
    let hasDied = false;
    for (const phase of ['before', 'after'] as const) {
      const scene = new Scene(call);
      let isArmed = false;
      let isDead = false;
      const death: Death = { call, phase };
      scene.wrap = (ports) =>
        dyingPorts(
          ports,
          death,
          () => isArmed,
          () => {
            isDead = true;
            scene.world.killTab(tab);
          },
        );
      const tab = await scene.open();
      prepare(scene);
      isArmed = true;
      tab.engine.submit(command, origin).catch(() => undefined);
      await scene.run(20_000);
      hasDied ||= isDead;
      isArmed = false;
      if (isDead) scene.world.openTab();
      const wasSaved = (await scene.world.journal.meta()).lastSeq > 0;
      await scene.run(5 * MINUTE);
      await judge(scene, wasSaved, death);
    }
    if (!hasDied) return call;
  }
}

describe('a crash at any await', () => {
  it(
    '[GRP6] of a deletion ends with everything deleted once, or nothing begun',
    { timeout: SWEEP_PATIENCE_MS },
    async () => {
      const calls = await sweep(remove, wantGone, async (scene, wasSaved, death) => {
        const gone = effects(scene, 'delete');
        expect([death, new Set(gone).size, (await openOps(scene)).length]).toEqual([death, gone.length, 0]);
        expect([death, gone.length]).toEqual([death, wasSaved ? 5 : 0]);
      });
      expect(calls).toBeGreaterThan(20);
    },
  );

  it('[GRP6] of a creation makes each row once, in order', { timeout: SWEEP_PATIENCE_MS }, async () => {
    await sweep(
      create,
      () => undefined,
      async (scene, wasSaved, death) => {
        const tables = effects(scene, 'insert').map((each) => each.split(' ')[0]);
        expect([death, tables]).toEqual([death, wasSaved ? ['incidents', 'hypotheses', 'evidences'] : []]);
        expect(await openOps(scene)).toEqual([]);
      },
    );
  });

  it(
    '[GRP6] of a group that is taken back leaves nothing of it behind',
    { timeout: SWEEP_PATIENCE_MS },
    async () => {
      await sweep(
        mitigate,
        (scene) => {
          scene.meddle = (request) =>
            request.method === 'PATCH' && request.path.startsWith('/db/incidents')
              ? pgError(400, '23514')
              : null;
        },
        async (scene, wasSaved, death) => {
          expect([death, scene.remote('evidences', evidence1)?.['definition_of_done']]).toEqual([
            death,
            false,
          ]);
          const open = (await openOps(scene)).filter(isOpen);
          expect([death, open, await scene.local('evidences', evidence1)]).toMatchObject([
            death,
            [],
            { definition_of_done: false },
          ]);
          expect((await scene.world.journal.notices()).length).toBe(wasSaved ? 1 : 0);
        },
      );
    },
  );
});
