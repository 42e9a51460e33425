import { describe, expect, it } from 'vitest';
import { origin, reply, rowsReply, Scene } from '#tests/support/engine-world.ts';
import { SyncError } from '../../errors.ts';
import type { HttpRequest, HttpResponse } from '../../ports.ts';
import type { Effect } from '../../protocol/effect.ts';

const NOTHING = rowsReply([]);
const THERE = rowsReply([{ id: 'r7', created_at: 'x', parameters: {} }]);
const isLook = ({ path }: HttpRequest): boolean => path.startsWith('/db/playbook_runs?select=id,created_at');

/** A run whose answer is lost; its looks are answered in turn, those before it and the one after it. */
async function lost(looks: readonly HttpResponse[], slowMs = 0): Promise<[Effect, HttpRequest[]]> {
  const scene = new Scene();
  let count = 0;
  scene.meddle = (request) => {
    if (isLook(request)) return looks[count++] ?? reply(502, '<html>', 'text/html');
    return request.path === '/playbook/run'
      ? new SyncError({ kind: 'timeout', message: 'x', afterMs: 1 })
      : null;
  };
  scene.wrap = (ports) => ({
    ...ports,
    http: {
      send: async (request, cancel) => {
        if (isLook(request)) await new Promise<void>((resolve) => void ports.timers.set(resolve, slowMs));
        return ports.http.send(request, cancel);
      },
    },
  });
  const tab = await scene.open();
  const prepared = tab.engine.prepareEffect(
    { kind: 'playbook.run', playbookId: 'p1', params: {} },
    'Run',
    origin,
  );
  const { id } = await scene.settle(prepared);
  const effect = await scene.settle(tab.engine.sendEffect(id), 20_000);
  return [effect, scene.sent.filter(isLook)];
}

describe('the look before a run is sent', () => {
  it('[EFF13] believes that nothing is there only when asking again says so: the run was there before', async () => {
    const [effect, looks] = await lost([NOTHING, THERE, THERE]);
    expect(effect).toMatchObject({ state: 'unknown', runsBefore: ['r7'] });
    expect(looks).toHaveLength(3);
  });

  it('[EFF13] that has shown nothing twice lets the run be found', async () => {
    const [effect] = await lost([NOTHING, NOTHING, THERE]);
    expect(effect).toMatchObject({ state: 'done', result: { run_id: 'r7' } });
  });

  it('[EFF13] that has shown something is not asked again', async () => {
    const [effect, looks] = await lost([THERE, THERE]);
    expect([effect.state, looks.length]).toEqual(['unknown', 2]);
  });

  it('[EFF13] tells nothing where asking again has no answer', async () => {
    const [effect] = await lost([NOTHING, reply(502, '<html>', 'text/html'), THERE]);
    expect([effect.state, effect.runsBefore]).toEqual(['unknown', undefined]);
  });

  it('[EFF13] holds a run up no longer for being asked again', async () => {
    const [, slow] = await lost([NOTHING, NOTHING, THERE], 2000);
    expect(slow.slice(0, 2).map(({ timeoutMs }) => timeoutMs)).toEqual([5000, 3000]);
    const [late, looks] = await lost([NOTHING, THERE], 5000);
    expect([late.state, late.runsBefore, looks.length]).toEqual(['unknown', undefined, 1]);
  });
});
