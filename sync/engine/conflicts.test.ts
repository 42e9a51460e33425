import { describe, expect, it } from 'vitest';
import { otherUserId, seededStatus } from '#tests/sim/facts.ts';
import { emptied } from '#tests/support/emptied.ts';
import { leaf1, pgError, reply, root1, Scene } from '#tests/support/engine-world.ts';
import type { Tab } from '#tests/sim/world.ts';
import { SyncError } from '../errors.ts';
import type { HttpRequest, HttpResponse } from '../ports.ts';

function setOnLine({ lifecycle }: Tab, isOnLine: boolean): void {
  lifecycle.isTabOnLine = isOnLine;
  lifecycle.announce();
}

describe('somebody else', () => {
  it('[CNF2] edits of other fields merge', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.edit('hypotheses', root1, { status: 'likely' });
    const id = await scene.title(tab, 'mine');
    await scene.run(6000);
    expect((await scene.op(id)).state).toBe('done');
    expect(scene.remote('hypotheses', root1)).toMatchObject({ title: 'mine', status: 'likely' });
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'mine', status: 'likely' });
  });

  it('[CNF3] an edit of the same field stops ours, tells the person once and leaves the server alone', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.edit('hypotheses', root1, { title: 'theirs' });
    const id = await scene.title(tab, 'mine');
    await scene.run(3000);
    expect(await scene.op(id)).toMatchObject({
      state: 'conflict',
      conflict: { fields: ['title'], theirs: { title: 'theirs' } },
    });
    expect(scene.remote('hypotheses', root1)?.['title']).toBe('theirs');
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'mine' });
    expect((await scene.world.journal.notices()).map((notice) => notice.id)).toEqual([id]);
    expect(tab.engine.status().needsAttention).toBe(1);

    await scene.settle(tab.engine.resolveConflict(id, { take: 'mine' }));
    await scene.run(3000);
    expect(scene.remote('hypotheses', root1)?.['title']).toBe('mine');
    expect(await scene.world.journal.notices()).toEqual([]);
  });

  it('[CNF6] theirs leaves the row as the server has it and nothing to tell', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.edit('hypotheses', root1, { title: 'theirs' });
    const id = await scene.title(tab, 'mine');
    await scene.run(3000);
    await scene.settle(tab.engine.resolveConflict(id, { take: 'theirs' }));
    expect((await scene.op(id)).state).toBe('discarded');
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'theirs' });
    expect([await scene.world.journal.notices(), await scene.world.journal.drafts()]).toEqual([[], []]);
    await expect(scene.settle(tab.engine.resolveConflict(id, { take: 'mine' }))).rejects.toMatchObject({
      info: { kind: 'rejected' },
    });
  });

  it('[CNF7] an edit made on a conflicting one asks again when that is dropped', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.edit('hypotheses', root1, { title: 'theirs' });
    const first = await scene.title(tab, 'mine');
    await scene.run(3000);
    const second = await scene.title(tab, 'mine again');
    await scene.settle(tab.engine.resolveConflict(first, { take: 'theirs' }));
    await scene.run(5000);
    expect((await scene.op(second)).state).toBe('conflict');
    expect(scene.remote('hypotheses', root1)?.['title']).toBe('theirs');
  });

  it('[WRT4] what stands under a key already takes the place of what is refused, without waiting for a pull', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    setOnLine(tab, false);
    const { opIds } = await scene.settle(
      tab.engine.submit(
        { kind: 'row.create', table: 'teams', rows: [{ name: 'mine' }] },
        { screen: '/settings/teams', appVersion: 'test' },
      ),
    );
    const { id, rowId } = await scene.op(opIds[0] ?? '');
    const theirs = { id: rowId, name: 'theirs', created_by: otherUserId };
    scene.world.server.insert('teams', theirs, scene.world.stampMicros());
    setOnLine(tab, true);
    await scene.run(6000);
    expect((await scene.op(id)).state).toBe('failed');
    expect(await scene.local('teams', rowId)).toMatchObject({ name: 'theirs' });
  });

  describe('with a later change of the same field waiting behind it', () => {
    async function clash(): Promise<{ scene: Scene; tab: Tab; first: string; second: string }> {
      const scene = new Scene();
      const tab = await scene.open();
      scene.edit('hypotheses', root1, { title: 'theirs' });
      const first = await scene.title(tab, 'mine');
      await scene.run(3000);
      return { scene, tab, first, second: await scene.title(tab, 'mine again') };
    }

    it('[CNF11] an edited answer is not written over by the text that waited', async () => {
      const { scene, tab, first, second } = await clash();
      const patch = { title: 'both' };
      await scene.settle(tab.engine.resolveConflict(first, { take: 'edit', patch, seen: [second] }));
      expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'both' });
      await scene.run(10_000);
      expect(scene.remote('hypotheses', root1)?.['title']).toBe('both');
      expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'both' });
      expect(await scene.world.journal.notices()).toEqual([]);
    });

    it('[CNF11] mine is the text the person was shown', async () => {
      const { scene, tab, first, second } = await clash();
      await scene.settle(tab.engine.resolveConflict(first, { take: 'mine', seen: [second] }));
      await scene.run(10_000);
      expect((await scene.op(first)).patch).toEqual({ title: 'mine again' });
      expect(scene.remote('hypotheses', root1)?.['title']).toBe('mine again');
      expect(await scene.world.journal.notices()).toEqual([]);
    });

    it('[CNF11] theirs is asked for once', async () => {
      const { scene, tab, first, second } = await clash();
      await scene.settle(tab.engine.resolveConflict(first, { take: 'theirs', seen: [second] }));
      expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'theirs' });
      await scene.run(10_000);
      expect((await scene.op(second)).state).toBe('discarded');
      expect(scene.remote('hypotheses', root1)?.['title']).toBe('theirs');
      expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'theirs' });
      expect(await scene.world.journal.notices()).toEqual([]);
    });

    it('[CNF11] its other fields are sent, whatever the answer was', async () => {
      for (const take of ['theirs', 'mine'] as const) {
        const { scene, tab, first, second } = await clash();
        const change = {
          kind: 'row.update',
          table: 'hypotheses',
          rowId: root1,
          set: { status: 'likely' },
        } as const;
        expect(await scene.submit(tab, change)).toBe(second);
        await scene.settle(tab.engine.resolveConflict(first, { take, seen: [second] }));
        await scene.run(10_000);
        const title = take === 'theirs' ? 'theirs' : 'mine again';
        expect(scene.remote('hypotheses', root1)).toMatchObject({ title, status: 'likely' });
        expect(await scene.local('hypotheses', root1)).toMatchObject({ title, status: 'likely' });
      }
    });

    it('[CNF11] a change the person was not shown stays and asks', async () => {
      const { scene, tab, first, second } = await clash();
      await scene.settle(tab.engine.resolveConflict(first, { take: 'theirs', seen: [] }));
      await scene.run(5000);
      expect((await scene.op(second)).state).toBe('conflict');
    });
  });

  it('[CNF10] a change of two fields asks about the one that was never checked when an earlier change fails', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    setOnLine(tab, false);
    const status = (value: string): Promise<string> =>
      scene.submit(tab, { kind: 'row.update', table: 'hypotheses', rowId: root1, set: { status: value } });
    const first = await status('likely');
    // Keeps the two apart: neighbours of one row would be merged.
    await scene.comment(tab);
    const second = await status('proven');
    expect(await scene.title(tab, 'mine')).toBe(second);
    scene.edit('hypotheses', root1, { title: 'theirs' });
    let writes = 0;
    scene.meddle = (request) => {
      if (request.method !== 'PATCH') return null;
      writes += 1;
      // The first finds the row moved, is checked and sent again; that one is refused.
      return writes === 2 ? pgError(403, '42501') : null;
    };
    setOnLine(tab, true);
    await scene.run(30_000);
    expect((await scene.op(first)).state).toBe('failed');
    expect((await scene.op(second)).state).toBe('conflict');
    expect(scene.remote('hypotheses', root1)).toMatchObject({ title: 'theirs', status: seededStatus });
  });

  it('[OUT3] the rest of the lane passes an unanswered conflict', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.edit('hypotheses', root1, { title: 'theirs' });
    await scene.title(tab, 'mine');
    await scene.run(3000);
    const comment = await scene.comment(tab);
    const other = await scene.title(tab, 'elsewhere', leaf1);
    await scene.run(5000);
    expect([(await scene.op(comment)).state, (await scene.op(other)).state]).toEqual(['done', 'done']);
  });

  it('[RPL15] an edit of a row that was deleted fails, its text kept, the row gone', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.server.remove('hypotheses', leaf1);
    const id = await scene.title(tab, 'too late', leaf1);
    await scene.run(5000);
    expect(await scene.op(id)).toMatchObject({ state: 'failed', lastError: { class: 'gone' } });
    expect(await scene.local('hypotheses', leaf1)).toBeNull();
    expect((await scene.world.journal.drafts()).map((draft) => draft.text)).toEqual(['too late']);
    expect((await scene.world.journal.notices())[0]?.opIds).toEqual([id]);
  });

  it('[RPL15] an empty answer that the table itself contradicts deletes nothing', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.edit('hypotheses', root1, { status: 'likely' });
    let looks = 0;
    scene.spoil = (request, response) => {
      const isLook = request.method === 'GET' && request.path.includes(`id=eq.${root1}`);
      return isLook && (looks += 1) === 1 ? emptied(response) : response;
    };
    const id = await scene.title(tab, 'mine');
    await scene.run(30_000);
    expect((await scene.op(id)).state).toBe('done');
    expect(looks).toBeGreaterThan(2);
  });

  it('[RPL15] a table that shows nothing at all is not believed while this device knows its rows', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.edit('hypotheses', root1, { status: 'likely' });
    const isLook = (request: HttpRequest): boolean =>
      request.path.startsWith('/db/hypotheses?') &&
      request.method === 'GET' &&
      request.path.endsWith('limit=1');
    scene.spoil = (request, response) => (isLook(request) ? emptied(response) : response);
    const id = await scene.title(tab, 'mine');
    await scene.run(60_000);
    expect((await scene.op(id)).state).toBe('ambiguous');
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'mine' });
    scene.spoil = (_request, response) => response;
    await scene.run(120_000);
    expect((await scene.op(id)).state).toBe('done');
  });

  /** Loses the answer to the first write that `takes`, and answers the first look at its row by nothing. */
  const loseAndLie = (scene: Scene, method: string, takes: 'effect' | 'no effect'): void => {
    let lost = 0;
    let lies = 0;
    const failure = new SyncError({ kind: 'timeout', message: 'x', afterMs: 1 });
    scene.meddle = (request) =>
      request.method === method && takes === 'no effect' && (lost += 1) === 1 ? failure : null;
    scene.spoil = (request, answer) => {
      if (request.method === method && takes === 'effect' && (lost += 1) === 1) return failure;
      const isLook = request.method === 'GET' && lost > 0 && request.path.includes('id=eq.') && lies === 0;
      if (!isLook || request.path.startsWith('/db/people')) return answer;
      lies += 1;
      return emptied(answer);
    };
  };

  it('[RPL15] a delete that never took effect is not done on one empty answer', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const [evidenceId = ''] = scene.world.server.rows('evidences').keys();
    loseAndLie(scene, 'DELETE', 'no effect');
    const id = await scene.submit(tab, { kind: 'row.delete', table: 'evidences', rowId: evidenceId });
    await scene.run(120_000);
    expect((await scene.op(id)).state).toBe('done');
    expect(scene.remote('evidences', evidenceId)).toBeUndefined();
  });

  it('[RPL15] an insert that took effect is not refused after one empty answer', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    loseAndLie(scene, 'POST', 'effect');
    const id = await scene.comment(tab);
    scene.world.server.deniedWrites.add('comments');
    await scene.run(120_000);
    expect(await scene.op(id)).toMatchObject({ state: 'done', lastError: null });
    expect(scene.effects('comments', 'insert')).toBe(1);
  });

  it('[RPL15] changes of rows that are gone do not hold each other, nor does a row that was never sent', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const known = [...scene.world.server.rows('evidences').keys()];
    for (const id of known) scene.world.server.remove('evidences', id);
    const gone = await Promise.all(
      known.map((evidenceId) =>
        scene.submit(tab, { kind: 'row.update', table: 'evidences', rowId: evidenceId, set: { done: true } }),
      ),
    );
    // Behind one of them in its lane, so that it is not sent before that one has ended.
    const evidence = { type: 'comment', description: 'new', payload: { comment: 'new' } } as const;
    const made = await scene.submit(tab, { kind: 'evidence.add', hypothesisId: root1, evidence });
    await scene.run(60_000);
    expect(known.length).toBeGreaterThan(1);
    for (const id of gone) {
      expect(await scene.op(id)).toMatchObject({ state: 'failed', lastError: { class: 'gone' } });
    }
    expect((await scene.op(made)).state).toBe('done');
  });

  it('[RPL15] an empty table is not believed while the server does not even show who asks', async () => {
    const scene = new Scene();
    const [first = '', ...others] = scene.world.server.rows('evidences').keys();
    for (const id of others) scene.world.server.remove('evidences', id);
    const tab = await scene.open();
    scene.spoil = (request, response) =>
      request.method === 'GET' && response.body.startsWith('[') ? emptied(response) : response;
    scene.edit('evidences', first, { description: 'theirs' });
    const id = await scene.submit(tab, {
      kind: 'row.update',
      table: 'evidences',
      rowId: first,
      set: { done: true },
    });
    await scene.run(60_000);
    expect((await scene.op(id)).state).toBe('ambiguous');
    scene.spoil = (_request, response) => response;
    await scene.run(120_000);
    expect((await scene.op(id)).state).toBe('done');
  });

  it('[RPL18] a status that took effect unanswered and was set back is not set a second time', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const status = 'likely';
    const lost = new SyncError({ kind: 'timeout', message: 'x', afterMs: 1 });
    scene.spoil = (request, answer) => {
      if (request.method !== 'PATCH') return answer;
      scene.spoil = (_request, rest) => rest;
      scene.world.scheduler.schedule('ben', 1, () =>
        scene.edit('hypotheses', root1, { status: seededStatus }),
      );
      return lost;
    };
    const id = await scene.submit(tab, {
      kind: 'row.update',
      table: 'hypotheses',
      rowId: root1,
      set: { status },
    });
    await scene.run(120_000);
    expect(await scene.op(id)).toMatchObject({ state: 'conflict', conflict: { fields: ['status'] } });
    expect(scene.remote('hypotheses', root1)?.['status']).toBe(seededStatus);
    expect(scene.effects('hypotheses', 'update')).toBe(1);
  });

  it('[RPL18] nor is one whose request was delivered twice, so that the answer says it matched no row', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.spoil = (request, answer) => {
      if (request.method !== 'PATCH') return answer;
      scene.spoil = (_request, rest) => rest;
      scene.edit('hypotheses', root1, { status: seededStatus });
      return emptied(answer);
    };
    const command = {
      kind: 'row.update',
      table: 'hypotheses',
      rowId: root1,
      set: { status: 'likely' },
    } as const;
    const id = await scene.submit(tab, command);
    await scene.run(120_000);
    expect(await scene.op(id)).toMatchObject({ state: 'conflict', conflict: { fields: ['status'] } });
    expect(scene.effects('hypotheses', 'update')).toBe(1);
  });

  it('[RPL18] a status that never took effect is sent again beside the changes of others', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const lost = new SyncError({ kind: 'timeout', message: 'x', afterMs: 1 });
    scene.meddle = (request) => {
      if (request.method !== 'PATCH') return null;
      scene.meddle = () => null;
      scene.edit('hypotheses', root1, { title: 'theirs' });
      return lost;
    };
    const id = await scene.submit(tab, {
      kind: 'row.update',
      table: 'hypotheses',
      rowId: root1,
      set: { status: 'likely' },
    });
    await scene.run(120_000);
    expect((await scene.op(id)).state).toBe('done');
    expect(scene.remote('hypotheses', root1)).toMatchObject({ status: 'likely', title: 'theirs' });
  });

  describe('[RPL18] a changelog that', () => {
    const lost = new SyncError({ kind: 'timeout', message: 'x', afterMs: 1 });

    /** A status whose answer is lost and that is set back; the changelog gives `answer` so many times. */
    async function asked(answer: HttpResponse | SyncError, times: number) {
      const scene = new Scene();
      const tab = await scene.open();
      let refused = 0;
      scene.spoil = (request, taken) => {
        if (request.method !== 'PATCH') return taken;
        scene.spoil = (_request, rest) => rest;
        scene.world.scheduler.schedule('ben', 1, () =>
          scene.edit('hypotheses', root1, { status: seededStatus }),
        );
        scene.meddle = ({ path }) => {
          if (!path.includes('description=eq.likely') || refused >= times) return null;
          refused += 1;
          return answer;
        };
        return lost;
      };
      const command = {
        kind: 'row.update',
        table: 'hypotheses',
        rowId: root1,
        set: { status: 'likely' },
      } as const;
      const id = await scene.submit(tab, command);
      await scene.run(600_000);
      return { state: (await scene.op(id)).state, refused, sent: scene.effects('hypotheses', 'update') };
    }

    it.each([
      ['cannot be asked', lost],
      ['is cut off on its way', reply(200, '[{"id":"00000')],
      ['the server fails to read', pgError(500, 'XX000')],
      ['is not known while the server reads its schema anew', pgError(404, 'PGRST205')],
    ])('%s is asked again before anything is sent', async (_name, answer) => {
      expect(await asked(answer, 3)).toEqual({ state: 'conflict', refused: 3, sent: 1 });
    });

    it.each([
      ['this role may not read', reply(403, 'unauthorized. Access Denied', 'text/plain'), 1],
      ['the server keeps failing to read', pgError(500, 'XX000'), 6],
      ['the server does not know', pgError(404, 'PGRST205'), 6],
    ])('%s leaves the row to decide', async (_name, answer, times) => {
      expect(await asked(answer, Infinity)).toEqual({ state: 'done', refused: times, sent: 2 });
    });
  });
});
