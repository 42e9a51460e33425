import { describe, expect, it } from 'vitest';
import { emptied } from '#tests/support/emptied.ts';
import { incident1, leaf1, origin, pgError, reply, root1, Scene } from '#tests/support/engine-world.ts';
import { simId } from '#tests/sim/facts.ts';
import { SyncError } from '../errors.ts';
import type { HttpRequest } from '../ports.ts';
import type { Submitted } from '../protocol/command.ts';

const isWrite = (request: HttpRequest): boolean => request.method !== 'GET';
const offline = new SyncError({ kind: 'offline', message: 'test' });

describe('writing', () => {
  it('[JRN1] a submit resolves when the operation is kept and the row shows it, without the network', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    const id = await scene.title(tab, 'Cache stampede');
    expect((await scene.op(id)).patch).toEqual({ title: 'Cache stampede' });
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'Cache stampede' });
    expect(scene.remote('hypotheses', root1)?.['title']).toBe('Hypothesis 1.0');
  });

  it('[RPL1] goes to the server, comes back as the base, and is done', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const id = await scene.comment(tab);
    await scene.run(2000);
    const op = await scene.op(id);
    expect(op.state).toBe('done');
    const row = await scene.local('comments', op.rowId);
    expect(row?.['created_at']).not.toBe(op.patch['created_at']);
    expect(await scene.world.cache.shadows()).toEqual([]);
    expect(scene.effects('comments', 'insert')).toBe(1);
    expect(tab.engine.status()).toMatchObject({ phase: 'live', waiting: 0, isLeader: true });
  });

  it('[JRN10] a cache that refuses leaves the operation saved, and the row follows', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    scene.world.cache.failNext('quota');
    const id = await scene.title(tab, 'Kept all the same');
    expect(await scene.op(id)).toMatchObject({ patch: { title: 'Kept all the same' } });
    await scene.run(20_000);
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'Kept all the same' });
  });

  it('[JRN1] a journal that refuses fails the submit and changes nothing', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.journal.failNext('quota');
    await expect(scene.title(tab, 'Not kept')).rejects.toMatchObject({ info: { kind: 'storage-full' } });
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'Hypothesis 1.0' });
  });

  it('[RPL11] fast edits of one field are no conflict with themselves, in flight or not', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.maxDelayMs = 900;
    scene.world.conditions.minDelayMs = 900;
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c', 'd']) {
      ids.push(await scene.title(tab, title));
      await scene.run(700);
    }
    await scene.run(20_000);
    for (const id of ids) expect((await scene.op(id)).state).toBe('done');
    expect(scene.remote('hypotheses', root1)?.['title']).toBe('d');
    expect(
      scene.sent.filter((request) => request.method === 'GET' && request.path.includes(`id=eq.${root1}`)),
    ).toEqual([]);
  });

  it('[OUT1] lanes go side by side, one request each', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.conditions.isUp = false;
    for (const incident of [1, 2, 3]) {
      for (const node of [0, 1])
        await scene.title(tab, `t${incident}${node}`, simId(11, incident * 10 + node));
    }
    scene.world.conditions.isUp = true;
    scene.world.conditions.minDelayMs = 400;
    scene.world.conditions.maxDelayMs = 400;
    const refreshed = tab.engine.refresh();
    let most = 0;
    await scene.world.run(120_000, async () => {
      most = Math.max(most, [...scene.world.inFlight].filter((flight) => flight.method === 'PATCH').length);
    });
    await refreshed;
    expect(most).toBe(3);
    expect(scene.effects('hypotheses', 'update')).toBe(6);
  });
});

describe('lost answers', () => {
  it.each([
    ['the connection broke', () => offline],
    ['a gateway gave up', () => reply(502, '{"message":"remote unreachable"}')],
    ['the body was cut off', () => reply(201, '[{"id":"')],
  ] as const)('[RPL8] an insert takes effect once although %s', async (_what, answer) => {
    const scene = new Scene();
    const tab = await scene.open();
    let lost = 0;
    scene.spoil = (request, response) => {
      if (request.method !== 'POST' || lost > 0) return response;
      lost += 1;
      return answer();
    };
    const id = await scene.comment(tab);
    await scene.run(60_000);
    expect((await scene.op(id)).state).toBe('done');
    expect(scene.effects('comments', 'insert')).toBe(1);
    expect(lost).toBe(1);
  });

  it('[RPL8] a second POST that finds its row there looks it up instead of failing', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    let posts = 0;
    let hidden = 0;
    scene.spoil = (request, response) => {
      if (request.method === 'POST' && (posts += 1) === 1) return offline;
      // The first looks miss the row that is there.
      const isLook =
        request.method === 'GET' &&
        request.path.includes('id=eq.') &&
        request.path.startsWith('/db/comments');
      return isLook && (hidden += 1) <= 2 ? emptied(response) : response;
    };
    const id = await scene.comment(tab);
    await scene.run(60_000);
    expect((await scene.op(id)).state).toBe('done');
    expect([posts, scene.effects('comments', 'insert')]).toEqual([2, 1]);
  });

  it('[RPL9] an update takes effect once, and its own stamp is no conflict', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    let lost = 0;
    scene.spoil = (request, response) =>
      request.method === 'PATCH' && (lost += 1) === 1 ? offline : response;
    const id = await scene.title(tab, 'once');
    await scene.run(60_000);
    expect((await scene.op(id)).state).toBe('done');
    expect([lost, scene.effects('hypotheses', 'update')]).toEqual([1, 1]);
  });

  it('[OUT5] what a dead tab had in flight is looked up by the next one', async () => {
    const scene = new Scene();
    const first = await scene.open();
    scene.slowFromNextWrite(5000);
    const id = await scene.title(first, 'sent by a dying tab');
    await scene.run(3000);
    expect((await scene.op(id)).state).toBe('sending');
    scene.world.killTab(first);
    scene.world.conditions.minDelayMs = 5;
    scene.world.conditions.maxDelayMs = 50;
    scene.sent.length = 0;
    await scene.open();
    await scene.run(30_000);
    const first5 = scene.sent.filter(
      (request) =>
        request.path.startsWith('/db/hypotheses') && (isWrite(request) || request.path.includes('id=eq.')),
    );
    expect(first5[0]?.method).toBe('GET');
    expect((await scene.op(id)).state).toBe('done');
    expect(scene.effects('hypotheses', 'update')).toBe(1);
  });

  it('[RPL14] one successful look ends the doubt', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => (request.method === 'PATCH' ? offline : null);
    const id = await scene.title(tab, 'doubtful');
    const seen = new Set<string>();
    await scene.world.run(4000, async () => {
      seen.add((await scene.op(id)).state);
    });
    expect(seen).toContain('ambiguous');
    scene.meddle = () => null;
    await scene.run(90_000);
    expect((await scene.op(id)).state).toBe('done');
  });
});

describe('refusals', () => {
  it('[RPL5, FAL1] a 403 that whoami confirms rolls back, tells once and keeps the text', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.server.deniedWrites.add('comments');
    const id = await scene.comment(tab, 'not for viewers');
    await scene.run(3000);
    const op = await scene.op(id);
    expect(op).toMatchObject({ state: 'failed', lastError: { class: 'forbidden', status: 403 } });
    expect(await scene.local('comments', op.rowId)).toBeNull();
    expect(await scene.world.cache.shadows()).toEqual([]);
    expect(await scene.world.journal.drafts()).toMatchObject([
      { key: `/incidents/${incident1}#comment:${root1}`, text: 'not for viewers', fromOpId: id },
    ]);
    expect(await scene.world.journal.notices()).toMatchObject([{ id, kind: 'failed', opIds: [id] }]);
    await scene.settle(tab.engine.dismissNotice(id));
    expect(await scene.world.journal.notices()).toEqual([]);
  });

  it('[RPL5] a 403 while the session is in doubt waits', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => {
      if (request.method === 'POST') return reply(403, 'unauthorized. Access Denied', 'text/plain');
      if (request.path !== '/auth/whoami' || scene.writes().length === 0) return null;
      return reply(401, 'Session Expired', 'text/plain');
    };
    const id = await scene.comment(tab);
    await scene.run(5000);
    expect((await scene.op(id)).state).toBe('auth-hold');
    scene.meddle = () => null;
    await scene.run(90_000);
    expect(await scene.op(id)).toMatchObject({ state: 'done', attempts: 0 });
  });

  it('[RPL5] a 403 while whoami gives no answer waits, however sure the last look was', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => {
      if (request.method === 'POST') return reply(403, 'Access Denied', 'text/plain');
      if (request.path !== '/auth/whoami' || scene.writes().length === 0) return null;
      return reply(500, 'down', 'text/plain');
    };
    const id = await scene.comment(tab);
    await scene.run(5000);
    expect((await scene.op(id)).state).toBe('waiting');
    scene.meddle = () => null;
    await scene.run(90_000);
    expect(await scene.op(id)).toMatchObject({ state: 'done', attempts: 0 });
  });

  it('[RPL10] a parent that is gone ends the comment, one that is there gets another try', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    let refused = 0;
    scene.meddle = (request) =>
      request.method === 'POST' && (refused += 1) === 1 ? pgError(409, '23503') : null;
    const kept = await scene.comment(tab, 'parent is there');
    await scene.run(60_000);
    expect(await scene.op(kept)).toMatchObject({ state: 'done', attempts: 1 });
    scene.world.server.remove('hypotheses', leaf1);
    const lost = await scene.submit(tab, {
      kind: 'comment.add',
      incidentId: incident1,
      hypothesisId: leaf1,
      text: 'orphan',
    });
    await scene.run(10_000);
    expect(await scene.op(lost)).toMatchObject({ state: 'failed', lastError: { class: 'missing-parent' } });
  });

  it('[RPL10] a parent that may not be read burns tries, and a person decides in the end', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => {
      if (request.method === 'POST') return pgError(409, '23503');
      return request.path.includes('id=eq.') ? pgError(403, '42501') : null;
    };
    const id = await scene.comment(tab);
    await scene.run(900_000);
    expect(await scene.op(id)).toMatchObject({ state: 'parked', attempts: 5 });
  });

  it('[RPL2] refusals that pass by themselves cost nothing', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    let refused = 0;
    const answers = [
      pgError(503, 'PGRST001'),
      reply(429, 'slow'),
      pgError(500, '40P01'),
      reply(200, '<html>', 'text/html'),
    ];
    scene.meddle = (request) =>
      isWrite(request) && refused < answers.length ? (answers[refused++] ?? null) : null;
    const id = await scene.comment(tab);
    await scene.run(120_000);
    expect(await scene.op(id)).toMatchObject({ state: 'done', attempts: 0 });
    expect(refused).toBe(4);
  });

  it.each([
    ['503', () => pgError(503, 'PGRST001'), 6, 60],
    ['a 503 of a gateway', () => reply(503, 'no upstream', 'text/plain'), 6, 60],
    ['401', () => reply(401, 'Session Expired', 'text/plain'), 6, 60],
    ['a page', () => reply(200, '<html>', 'text/html'), 6, 60],
    [
      'Retry-After',
      () => {
        const answer = pgError(503, 'PGRST001');
        return { ...answer, headers: { ...answer.headers, 'retry-after': '120' } };
      },
      3,
      6,
    ],
  ] as const)('[RPL6] %s on writes alone is met with backoff, though whoami answers', async (...given) => {
    const [, answer, least, most] = given;
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => (isWrite(request) ? answer() : null);
    const id = await scene.comment(tab);
    await scene.run(600_000);
    expect(scene.writes().length).toBeGreaterThanOrEqual(least);
    expect(scene.writes().length).toBeLessThanOrEqual(most);
    scene.meddle = () => null;
    await scene.run(130_000);
    expect(await scene.op(id)).toMatchObject({ state: 'done', attempts: 0 });
  });

  it('[RPL6] four lanes that are all refused do not hurry each other', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => (isWrite(request) ? pgError(503, 'PGRST001') : null);
    for (const incident of [1, 2, 3]) await scene.title(tab, 't', simId(11, incident * 10));
    await scene.run(600_000);
    expect(scene.writes().length).toBeLessThanOrEqual(180);
  });

  it('[RPL6, RPL13] a person who comes back ends the backoff, but not what Retry-After asks for', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const refusal = pgError(503, 'PGRST001');
    const patient = { ...refusal, headers: { ...refusal.headers, 'retry-after': '120' } };
    scene.meddle = (request) => (isWrite(request) ? patient : null);
    await scene.comment(tab);
    await scene.run(2000);
    await scene.settle(tab.engine.refresh());
    await scene.run(100_000);
    expect(scene.writes()).toHaveLength(1);
    await scene.run(25_000);
    expect(scene.writes()).toHaveLength(2);
  });

  it('[RPL16] what Retry-After asks for binds the next leader too', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const refusal = pgError(503, 'PGRST001');
    const patient = { ...refusal, headers: { ...refusal.headers, 'retry-after': '120' } };
    scene.meddle = (request) => (isWrite(request) ? patient : null);
    await scene.comment(tab);
    await scene.run(2000);
    scene.world.killTab(tab);
    const next = await scene.open();
    await scene.settle(next.engine.refresh());
    await scene.run(90_000);
    expect(scene.writes()).toHaveLength(1);
    await scene.run(25_000);
    expect(scene.writes()).toHaveLength(2);
  });

  it('[RPL17] reads that are answered do not reopen the lanes while writes fail', async () => {
    const scene = new Scene();
    let active = 0;
    let peak = 0;
    scene.wrap = (ports) => ({
      ...ports,
      http: {
        send: async (request) => {
          if (!isWrite(request)) return ports.http.send(request);
          active += 1;
          peak = Math.max(peak, active);
          await new Promise<void>((resolve) => {
            scene.world.scheduler.schedule('wire', 3000, resolve);
          });
          active -= 1;
          return ports.http.send(request);
        },
      },
    });
    const tab = await scene.open();
    scene.meddle = (request) => (isWrite(request) ? pgError(503, 'PGRST001') : null);
    for (const incident of [1, 2, 3]) await scene.title(tab, 't', simId(11, incident * 10));
    await scene.run(120_000);
    expect(peak).toBe(3);
    peak = 0;
    for (let count = 0; count < 5; count += 1) {
      await scene.settle(tab.engine.refresh());
      await scene.run(30_000);
    }
    expect(peak).toBe(1);
    scene.meddle = () => null;
    await scene.run(300_000);
    expect(await scene.world.journal.read({ open: true })).toEqual([]);
  });

  it('[RPL3, OUT3] an error nobody knows is parked in the end, and retried when a person says so', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => (request.method === 'PATCH' ? pgError(500, 'XX000') : null);
    const id = await scene.title(tab, 'strange');
    await scene.run(600_000);
    expect((await scene.op(id)).state).toBe('waiting');
    await scene.run(200_000);
    expect(await scene.op(id)).toMatchObject({ state: 'parked', attempts: 5 });
    expect(await scene.world.journal.notices()).toMatchObject([{ id, kind: 'parked' }]);
    expect(scene.writes()).toHaveLength(5);
    scene.meddle = () => null;
    await scene.settle(tab.engine.retry(id));
    await scene.run(5000);
    expect((await scene.op(id)).state).toBe('done');
    expect(await scene.world.journal.notices()).toEqual([]);
  });

  it('[FAL5] a discard takes the value back and keeps the text; what is being sent stays', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = (request) => (isWrite(request) ? pgError(503, 'PGRST001') : null);
    const id = await scene.title(tab, 'second thoughts');
    await scene.run(300);
    await scene.settle(tab.engine.discard(id));
    expect((await scene.op(id)).state).toBe('discarded');
    expect(await scene.local('hypotheses', root1)).toMatchObject({ title: 'Hypothesis 1.0' });
    expect((await scene.world.journal.drafts()).map((draft) => draft.text)).toEqual(['second thoughts']);
    await expect(scene.settle(tab.engine.discard(id))).rejects.toMatchObject({ info: { kind: 'rejected' } });
  });

  it('[STA1] a step that cannot be stored shows that storage failed', async () => {
    const scene = new Scene();
    let isFull = false;
    scene.wrap = (ports) => ({
      ...ports,
      journal: {
        ...ports.journal,
        mutate: (query, decide) =>
          isFull
            ? Promise.reject(new SyncError({ kind: 'storage-full', message: 'test' }))
            : ports.journal.mutate(query, decide),
      },
    });
    const tab = await scene.open();
    scene.meddle = (request) => (isWrite(request) ? pgError(503, 'PGRST001') : null);
    await scene.comment(tab);
    const phases = new Set<string>();
    tab.engine.onStatus((status) => phases.add(status.phase));
    isFull = true;
    await scene.run(20_000);
    expect(phases).toContain('storage-failed');
  });

  it('[JRN17] a submit names the rows it made, and none where it only changed some', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const added = tab.engine.submit(
      { kind: 'hypothesis.add', incidentId: incident1, parentId: root1, title: 'Slow disk' },
      origin,
    );
    const { made } = await scene.settle(added);
    expect(made).toEqual([{ tbl: 'hypotheses', id: expect.any(String) }]);
    expect(await scene.local('hypotheses', made[0]!.id)).toMatchObject({
      title: 'Slow disk',
      parent_id: root1,
    });
    const edited = tab.engine.submit(
      { kind: 'row.update', table: 'hypotheses', rowId: root1, set: { title: 'Other' } },
      origin,
    );
    expect((await scene.settle(edited)).made).toEqual([]);
  });

  it('[JRN19] tells what was on the screen before, also of a change that was merged into an unsent one', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const rename = (title: string): Promise<Submitted> =>
      tab.engine.submit({ kind: 'row.update', table: 'hypotheses', rowId: root1, set: { title } }, origin);
    // The session has ended, which the first one meets: the two after it wait unsent and become one.
    scene.world.server.session.userId = null;
    await scene.settle(rename('First'));
    await scene.run(10_000);
    const second = await scene.settle(rename('Second'));
    const third = await scene.settle(rename('Third'));
    expect(third.opIds).toEqual(second.opIds);
    const change = { tbl: 'hypotheses', id: root1, kind: 'update' };
    expect(second.changes).toEqual([{ ...change, before: { title: 'First' }, set: { title: 'Second' } }]);
    expect(third.changes).toEqual([{ ...change, before: { title: 'Second' }, set: { title: 'Third' } }]);
  });

  it('[JRN7] a command that changes nothing makes no operation', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    const made = tab.engine.submit(
      { kind: 'row.update', table: 'hypotheses', rowId: root1, set: { title: 'Hypothesis 1.0' } },
      origin,
    );
    expect(await scene.settle(made)).toEqual({ opIds: [], made: [] });
    expect(await scene.settle(tab.engine.unsent())).toBe(0);
  });
});
