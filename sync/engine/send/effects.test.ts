import { describe, expect, it } from 'vitest';
import { dyingPorts } from '#tests/support/dying-ports.ts';
import type { Death } from '#tests/support/dying-ports.ts';
import { origin, reply, rowsReply, Scene } from '#tests/support/engine-world.ts';
import { userId } from '#tests/sim/facts.ts';
import type { Tab } from '#tests/sim/world.ts';
import { unknownNotice } from '../../core/commands/effects.ts';
import { SyncError } from '../../errors.ts';
import type { HttpRequest } from '../../ports.ts';
import type { Effect, EffectRequest } from '../../protocol/effect.ts';
import { drainOutbox } from './drain.ts';

const MINUTE = 60_000;
/** A world per await, twice: much for a machine that does something else as well. */
const SWEEP_PATIENCE_MS = 300_000;
const runCheck: EffectRequest = { kind: 'check.run', checkId: 'c1' };
const runPlaybook: EffectRequest = { kind: 'playbook.run', playbookId: 'p1', params: {} };

const isRun = ({ path }: HttpRequest): boolean => path === '/canary/run/check/c1' || path === '/playbook/run';

/** A server that knows the effects; `arrived` counts what reached it. */
class Runs {
  readonly scene = new Scene();
  arrived = 0;
  answer: (request: HttpRequest) => ReturnType<typeof reply> | Error = () => reply(200, '{"pass":true}');
  /** Runs of the playbook that the server shows before and after one arrived. */
  before = '[]';
  lookup = '[]';

  constructor() {
    this.scene.meddle = (request) => {
      if (request.path.startsWith('/db/playbook_runs?select=id,created_at,parameters&playbook_id')) {
        return rowsReply(this.arrived === 0 ? this.before : this.lookup);
      }
      if (!isRun(request)) return null;
      this.arrived += 1;
      return this.answer(request);
    };
  }

  async prepare(tab: Tab, request = runCheck): Promise<Effect> {
    return this.scene.settle(tab.engine.prepareEffect(request, 'Run checkout', origin));
  }

  async send(tab: Tab, id: string): Promise<Effect> {
    return this.scene.settle(tab.engine.sendEffect(id), 1000);
  }

  async effect(): Promise<Effect | undefined> {
    return (await this.scene.world.journal.effects())[0];
  }
}

function setOnline(tab: Tab, isOnLine: boolean): void {
  tab.lifecycle.isTabOnLine = isOnLine;
  tab.lifecycle.announce();
}

describe('an effect', () => {
  it('[EFF2] is sent when its person says so, once', async () => {
    const runs = new Runs();
    const tab = await runs.scene.open();
    const { id } = await runs.prepare(tab);
    expect(runs.arrived).toBe(0);
    expect(await runs.send(tab, id)).toMatchObject({ state: 'done', result: { pass: true } });
    await expect(runs.send(tab, id)).rejects.toMatchObject({ message: 'It was sent already.' });
    expect(runs.arrived).toBe(1);
  });

  it('[EFF2] two tabs that send it at the same moment make one request', async () => {
    const runs = new Runs();
    const first = await runs.scene.open();
    const second = await runs.scene.open();
    const { id } = await runs.prepare(first);
    const both = Promise.allSettled([first.engine.sendEffect(id), second.engine.sendEffect(id)]);
    const ends = await runs.scene.settle(both, 5000);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(runs.arrived).toBe(1);
  });

  it('[EFF1] offline stays a draft, is not sent by coming back, and goes when asked again', async () => {
    const runs = new Runs();
    const tab = await runs.scene.open();
    setOnline(tab, false);
    const { id } = await runs.prepare(tab);
    await expect(runs.send(tab, id)).rejects.toMatchObject({ info: { kind: 'offline' } });
    setOnline(tab, true);
    tab.engine.refresh().catch(() => undefined);
    await runs.scene.run(2 * MINUTE);
    await runs.scene.open();
    expect([runs.arrived, (await runs.effect())?.state]).toEqual([0, 'prepared']);
    expect((await runs.send(tab, id)).state).toBe('done');
  });

  it('[EFF16] stands in the journal with the state its target had', async () => {
    const runs = new Runs();
    const tab = await runs.scene.open();
    await runs.scene.settle(tab.engine.prepareEffect(runCheck, 'Run checkout', origin, 'unhealthy'));
    expect(await runs.effect()).toMatchObject({ state: 'prepared', was: 'unhealthy' });
  });

  it('[EFF3] is refused after its time, and by a clock that goes back', async () => {
    const runs = new Runs();
    const tab = await runs.scene.open();
    const late = await runs.prepare(tab);
    await runs.scene.run(15 * MINUTE);
    await expect(runs.send(tab, late.id)).rejects.toMatchObject({
      message: 'It has expired. Prepare it again.',
    });
    expect((await runs.effect())?.state).toBe('expired');
    const back = await runs.prepare(tab);
    runs.scene.world.clockOffsetMs = -3_600_000;
    await expect(runs.send(tab, back.id)).rejects.toMatchObject({ info: { kind: 'rejected' } });
    expect(runs.arrived).toBe(0);
  });

  it('[EFF3] whose marker took longer than its time is not sent', async () => {
    const runs = new Runs();
    runs.scene.wrap = (ports) => ({
      ...ports,
      journal: {
        ...ports.journal,
        mutateEffects: async (decide) => {
          const result = await ports.journal.mutateEffects(decide);
          const isMarked = (await runs.effect())?.state === 'sending';
          // The device sleeps between the marker and the request.
          if (isMarked) runs.scene.world.clockOffsetMs = 16 * MINUTE;
          return result;
        },
      },
    });
    const tab = await runs.scene.open();
    const { id } = await runs.prepare(tab);
    await expect(runs.send(tab, id)).rejects.toMatchObject({ info: { kind: 'rejected' } });
    expect([runs.arrived, (await runs.effect())?.state]).toEqual([0, 'expired']);
  });

  /** The device sleeps between the marker and the request. */
  const sleepingAfterMarker = (runs: Runs, wake: () => Promise<void>) => {
    let hasSlept = false;
    runs.scene.wrap = (ports) => ({
      ...ports,
      journal: {
        ...ports.journal,
        mutateEffects: async (decide) => {
          const result = await ports.journal.mutateEffects(decide);
          if (hasSlept || (await runs.effect())?.state !== 'sending') return result;
          hasSlept = true;
          await wake();
          return result;
        },
      },
    });
  };

  it('[EFF7] is not sent on a look at the session from before the device slept', async () => {
    const runs = new Runs();
    const { world } = runs.scene;
    sleepingAfterMarker(runs, async () => {
      world.clockOffsetMs += MINUTE;
      world.server.session.userId = 'somebody';
    });
    const tab = await runs.scene.open();
    const { id } = await runs.prepare(tab);
    await expect(runs.send(tab, id)).rejects.toMatchObject({ info: { kind: 'rejected' } });
    expect([runs.arrived, (await runs.effect())?.state]).toEqual([0, 'prepared']);
  });

  it('[EFF7] is not sent on an answer of whoami that was read long after it was asked for', async () => {
    const runs = new Runs();
    const { world } = runs.scene;
    const tab = await runs.scene.open();
    const { id } = await runs.prepare(tab);
    runs.scene.spoil = (request, response) => {
      if (request.path === '/auth/whoami') {
        world.clockOffsetMs += MINUTE;
        world.server.session.userId = 'somebody';
      }
      return response;
    };
    await expect(runs.send(tab, id)).rejects.toMatchObject({ info: { kind: 'offline' } });
    expect([runs.arrived, (await runs.effect())?.state]).toEqual([0, 'prepared']);
  });

  it('[EFF2] that was held up behind its marker is not sent, and what another tab said of it is taken back', async () => {
    const runs = new Runs();
    const { world } = runs.scene;
    const told: unknown[] = [];
    sleepingAfterMarker(runs, async () => {
      world.clockOffsetMs += 20_000;
      const [effect] = await world.journal.effects();
      if (effect === undefined) throw new Error('no effect');
      const unknown: Effect = { ...effect, state: 'unknown', endedAt: world.scheduler.nowMs };
      await world.journal.mutateEffects(() => ({
        put: [unknown],
        notices: [unknownNotice(unknown, world.scheduler.nowMs)],
        result: undefined,
      }));
      told.push(...(await world.journal.notices()));
    });
    const tab = await runs.scene.open();
    const { id } = await runs.prepare(tab);
    await expect(runs.send(tab, id)).rejects.toMatchObject({ info: { kind: 'rejected' } });
    expect([runs.arrived, (await runs.effect())?.state]).toEqual([0, 'prepared']);
    expect(told).toHaveLength(1);
    expect(await world.journal.notices()).toEqual([]);
  });

  it('[EFF7] is not sent on an earlier look at the session when whoami gives no answer now', async () => {
    const runs = new Runs();
    const tab = await runs.scene.open();
    await runs.send(tab, (await runs.prepare(tab)).id);
    const { meddle } = runs.scene;
    runs.scene.meddle = (request, count) =>
      request.path === '/auth/whoami' ? reply(500, 'down', 'text/plain') : meddle(request, count);
    const { id } = await runs.prepare(tab);
    await expect(runs.send(tab, id)).rejects.toMatchObject({ info: { kind: 'offline' } });
    expect(runs.arrived).toBe(1);
  });

  it('[EFF7] is not sent while somebody else, or nobody, is signed in', async () => {
    const runs = new Runs();
    const tab = await runs.scene.open();
    const { id } = await runs.prepare(tab);
    for (const present of [null, 'somebody']) {
      runs.scene.world.server.session.userId = present;
      await expect(runs.send(tab, id)).rejects.toMatchObject({ info: { kind: 'unauthorized' } });
    }
    expect([runs.arrived, (await runs.effect())?.state]).toEqual([0, 'prepared']);
  });

  it('[EFF8] is never sent by the outbox nor by the service worker', async () => {
    const runs = new Runs();
    const tab = await runs.scene.open();
    await runs.prepare(tab);
    await runs.scene.title(tab, 'beside it');
    await runs.scene.run(MINUTE);
    expect(runs.scene.writes()).toEqual(['PATCH /db/hypotheses']);
    runs.scene.world.killTab(tab);
    let drain: Promise<unknown> = Promise.resolve();
    runs.scene.wrap = (ports) => {
      const identity = { userId, tenant: 'https://sim.test', scopeHash: '' };
      drain = drainOutbox(ports, { identity, tabId: 'sw', appVersion: 'test' });
      return ports;
    };
    await runs.scene.open();
    await runs.scene.settle(drain, 2 * MINUTE);
    expect([runs.arrived, (await runs.effect())?.state]).toEqual([0, 'prepared']);
  });
});

it('[EFF6] a secret answer reaches the page that asked and no storage', async () => {
  const scene = new Scene();
  const tab = await scene.open();
  const token = 'shown-once';
  scene.meddle = ({ path }) => (path === '/agent/generate' ? reply(200, JSON.stringify({ token })) : null);
  const request = { kind: 'agent.create', name: 'edge', properties: {} } as const;
  const { id } = await scene.settle(tab.engine.prepareEffect(request, 'New agent', origin));
  expect((await scene.settle(tab.engine.sendEffect(id), 1000)).result).toEqual({ token });
  expect(JSON.stringify(await scene.world.journal.effects())).not.toContain(token);
});

it('[EFF6] what the other end of a connection says reaches the page that asked and no storage', async () => {
  const scene = new Scene();
  const tab = await scene.open();
  scene.meddle = ({ path }) =>
    path === '/connection/test/c1' ? reply(400, JSON.stringify({ error: 'ada@db: denied' })) : null;
  const request = { kind: 'connection.test', connectionId: 'c1' } as const;
  const { id } = await scene.settle(tab.engine.prepareEffect(request, 'Test “db”', origin));
  const sent = await scene.settle(tab.engine.sendEffect(id), 1000);
  expect(sent).toMatchObject({ state: 'refused', result: { error: 'ada@db: denied' } });
  expect(await scene.world.journal.effects()).toMatchObject([
    { state: 'refused', reason: 'Testing connection failed!', result: null },
  ]);
});

describe('a ticket whose team sets a field', () => {
  const path = '/db/responders?on_conflict=id&select=id';
  const request: EffectRequest = {
    kind: 'responder.open-ticket',
    responderId: '018f3a4e-0000-7000-8000-000000000001',
    incidentId: 'i1',
    teamId: 't1',
    properties: { summary: 'Slow' },
    fromTeam: ['project'],
  };
  const open = async () => {
    const scene = new Scene();
    const bodies: string[] = [];
    scene.meddle = (asked) => {
      if (asked.path !== path) return null;
      bodies.push(asked.body ?? '');
      return reply(201, '[]');
    };
    const tab = await scene.open();
    const { id } = await scene.settle(tab.engine.prepareEffect(request, 'Open a ticket', origin));
    return { scene, tab, id, bodies };
  };

  it('[EFF12] is sent with it, and no record ever holds it', async () => {
    const { scene, tab, id, bodies } = await open();
    const seen: string[] = [];
    const { meddle } = scene;
    scene.meddle = (asked, count) => {
      scene.world.journal.effects().then((effects) => seen.push(JSON.stringify(effects)), seen.push);
      return meddle(asked, count);
    };
    const sent = await scene.settle(tab.engine.sendEffect(id, { project: 'team-secret' }), 1000);
    seen.push(JSON.stringify(await scene.world.journal.effects()));
    expect(sent.state).toBe('done');
    expect(bodies.map((body) => (JSON.parse(body) as { properties: unknown }).properties)).toEqual([
      { summary: 'Slow', project: 'team-secret' },
    ]);
    expect(seen.join('')).not.toContain('team-secret');
    expect(JSON.stringify(sent)).not.toContain('team-secret');
  });

  it.each([undefined, {}, { project: ' ' }, { summary: 'Worse' }])(
    '[EFF12] is not sent with %o in its place, and stays a draft',
    async (texts) => {
      const { scene, tab, id, bodies } = await open();
      await expect(scene.settle(tab.engine.sendEffect(id, texts), 1000)).rejects.toMatchObject({
        info: { kind: 'rejected' },
      });
      expect([bodies, (await scene.world.journal.effects())[0]?.state]).toEqual([[], 'prepared']);
    },
  );
});

describe('an effect without an answer', () => {
  it('[EFF4] is unknown, told, and never sent again', async () => {
    const runs = new Runs();
    runs.answer = () => new SyncError({ kind: 'timeout', message: 'x', afterMs: 1 });
    const tab = await runs.scene.open();
    const { id } = await runs.prepare(tab);
    expect((await runs.send(tab, id)).state).toBe('unknown');
    expect(await runs.scene.world.journal.notices()).toMatchObject([{ id, kind: 'unknown' }]);
    await expect(runs.send(tab, id)).rejects.toMatchObject({ message: 'It was sent already.' });
    await runs.scene.run(30 * MINUTE);
    expect(runs.arrived).toBe(1);
    await runs.scene.settle(tab.engine.dropEffect(id));
    expect([await runs.effect(), await runs.scene.world.journal.notices()]).toEqual([undefined, []]);
  });

  it('[EFF4] of a tab that died is told by one that was open beside it', async () => {
    const runs = new Runs();
    runs.scene.wrap = (ports) => ({
      ...ports,
      http: { send: (request) => (isRun(request) ? new Promise(() => undefined) : ports.http.send(request)) },
    });
    const tab = await runs.scene.open();
    await runs.scene.open();
    const { id } = await runs.prepare(tab);
    tab.engine.sendEffect(id).catch(() => undefined);
    await runs.scene.run(5000);
    expect((await runs.effect())?.state).toBe('sending');
    runs.scene.world.killTab(tab);
    await runs.scene.run(3 * MINUTE);
    expect((await runs.effect())?.state).toBe('unknown');
    expect(await runs.scene.world.journal.notices()).toMatchObject([{ id, kind: 'unknown' }]);
  });

  it('[EFF11] of a tab that died beside the leader is told by the leader, also when its looks failed for a while', async () => {
    const runs = new Runs();
    let isBroken = false;
    runs.scene.wrap = (ports) => ({
      ...ports,
      http: { send: (request) => (isRun(request) ? new Promise(() => undefined) : ports.http.send(request)) },
      journal: {
        ...ports.journal,
        effects: () =>
          isBroken
            ? Promise.reject(new SyncError({ kind: 'storage-lost', message: 'gone for a while' }))
            : ports.journal.effects(),
      },
    });
    await runs.scene.open();
    const beside = await runs.scene.open();
    expect(beside.engine.status().isLeader).toBe(false);
    const { id } = await runs.prepare(beside);
    beside.engine.sendEffect(id).catch(() => undefined);
    await runs.scene.run(5000);
    expect((await runs.effect())?.state).toBe('sending');
    runs.scene.world.killTab(beside);
    isBroken = true;
    await runs.scene.run(6 * MINUTE);
    expect((await runs.effect())?.state).toBe('sending');
    isBroken = false;
    await runs.scene.run(2 * MINUTE);
    expect((await runs.effect())?.state).toBe('unknown');
    expect(await runs.scene.world.journal.notices()).toMatchObject([{ id, kind: 'unknown' }]);
  });

  it('[EFF4] is found by looking it up', async () => {
    const runs = new Runs();
    runs.answer = () => reply(502, '<html>', 'text/html');
    runs.lookup = '[{"id":"r7","status":"running","created_at":"x"}]';
    const tab = await runs.scene.open();
    const { id } = await runs.prepare(tab, runPlaybook);
    expect(await runs.send(tab, id)).toMatchObject({ state: 'done', result: { run_id: 'r7' } });
    expect(await runs.scene.world.journal.notices()).toEqual([]);
  });

  it('[EFF13] is not taken for a run that was there before it, nor for one that another answer has named', async () => {
    const runs = new Runs();
    const tab = await runs.scene.open();
    // Somebody ran it on another screen a moment ago, and nothing arrives of this one.
    runs.before = '[{"id":"r7","created_at":"x","parameters":{}}]';
    runs.lookup = runs.before;
    runs.answer = () => new SyncError({ kind: 'timeout', message: 'x', afterMs: 1 });
    expect((await runs.send(tab, (await runs.prepare(tab, runPlaybook)).id)).state).toBe('unknown');
    runs.answer = () => reply(200, '{"run_id":"r8"}');
    expect((await runs.send(tab, (await runs.prepare(tab, runPlaybook)).id)).state).toBe('done');
    runs.lookup = '[{"id":"r7","parameters":{}},{"id":"r8","parameters":{}}]';
    runs.answer = () => new SyncError({ kind: 'timeout', message: 'x', afterMs: 1 });
    expect((await runs.send(tab, (await runs.prepare(tab, runPlaybook)).id)).state).toBe('unknown');
  });

  it('[EFF13] is unknown when the look before it had no answer', async () => {
    const runs = new Runs();
    const tab = await runs.scene.open();
    runs.before = '<html>';
    runs.lookup = '[{"id":"r7","parameters":{}}]';
    runs.answer = () => reply(502, '<html>', 'text/html');
    expect((await runs.send(tab, (await runs.prepare(tab, runPlaybook)).id)).state).toBe('unknown');
    expect(runs.arrived).toBe(1);
  });

  it('[EFF4] that the server certainly did not act on is a draft again', async () => {
    const runs = new Runs();
    runs.answer = () => reply(429, '{}');
    const tab = await runs.scene.open();
    const { id } = await runs.prepare(tab);
    expect(await runs.send(tab, id)).toMatchObject({
      state: 'prepared',
      reason: 'The server asked to slow down.',
    });
    runs.answer = () => reply(200, '{}');
    expect((await runs.send(tab, id)).state).toBe('done');
  });
});

describe('a crash at any await of an effect', () => {
  it(
    '[EFF9] leaves at most one request, and says so where it cannot know',
    { timeout: SWEEP_PATIENCE_MS },
    async () => {
      let hasDied = true;
      let calls = 0;
      for (let call = 1; hasDied; call += 1) {
        hasDied = false;
        calls = call;
        for (const phase of ['before', 'after'] as const) {
          const runs = new Runs();
          const { scene } = runs;
          const death: Death = { call, phase };
          let isArmed = false;
          let isDead = false;
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
          isArmed = true;
          tab.engine
            .prepareEffect(runCheck, 'Run checkout', origin)
            .then(({ id }) => tab.engine.sendEffect(id))
            .catch(() => undefined);
          await scene.run(30_000);
          isArmed = false;
          hasDied ||= isDead;
          if (isDead) scene.world.openTab();
          const arrivedFirst = runs.arrived;
          await scene.run(5 * MINUTE);
          const effect = await runs.effect();
          const told = (await scene.world.journal.notices()).map((notice) => notice.kind);
          expect([death, runs.arrived]).toEqual([death, arrivedFirst]);
          expect(runs.arrived).toBeLessThanOrEqual(1);
          expect([death, effect?.state]).not.toEqual([death, 'sending']);
          // Whatever reached the server is done or in doubt, never a draft that could be sent again.
          const isAnswered = runs.arrived === 0 || effect?.state === 'done' || effect?.state === 'unknown';
          expect([death, isAnswered]).toEqual([death, true]);
          expect([death, told]).toEqual([death, effect?.state === 'unknown' ? ['unknown'] : []]);
        }
      }
      expect(calls).toBeGreaterThan(5);
    },
  );
});
