import { describe, expect, it } from 'vitest';
import { origin, pgError, reply, rowsReply, Scene } from '#tests/support/engine-world.ts';
import { simId } from '#tests/sim/facts.ts';
import type { HttpRequest, HttpResponse } from '../../ports.ts';
import type { EffectRequest } from '../../protocol/effect.ts';
import { parseRunQuestion, readRunParams, type RunQuestion } from '../../protocol/run-params.ts';

const question: RunQuestion = { playbookId: simId(60, 1), subject: { kind: 'config', id: simId(61, 1) } };
const params = [{ name: 'grace', label: 'Grace period', default: '30s' }];
const json = (value: unknown): HttpResponse => reply(200, JSON.stringify(value));

async function asked(answer: HttpResponse) {
  const scene = new Scene();
  const requests: HttpRequest[] = [];
  scene.meddle = (request) => {
    if (!request.path.endsWith('/params')) return null;
    requests.push(request);
    return answer;
  };
  const tab = await scene.open();
  return { scene, tab, requests, answer: await scene.settle(tab.engine.askRunParams(question)) };
}

describe('parameters of a run on demand', () => {
  it('[EFF18] are asked for one thing, with the defaults the server makes of it', async () => {
    const { requests, answer } = await asked(json({ params }));
    expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'POST',
        `/playbook/${question.playbookId}/params`,
        JSON.stringify({ id: question.playbookId, config_id: question.subject.id }),
      ],
    ]);
    expect(answer).toMatchObject({ kind: 'params', params: [{ name: 'grace', default: '30s' }] });
    expect((await asked(json({ params: null }))).answer).toEqual({ kind: 'params', params: [] });
  });

  it('[EFF18] are not taken from an answer that holds something else, and a refusal says why', async () => {
    expect((await asked(json({ params: 'all' }))).answer).toMatchObject({
      kind: 'unanswered',
      why: 'refused',
    });
    expect((await asked(pgError(403, '42501'))).answer).toEqual({
      kind: 'unanswered',
      why: 'refused',
      reason: 'Your role does not allow this.',
    });
  });

  it('[AUT5] are not asked while somebody else may be signed in', async () => {
    const scene = new Scene();
    scene.meddle = ({ path }) => (path.endsWith('/params') ? json({ params }) : null);
    const tab = await scene.open();
    scene.world.server.session.userId = simId(1, 2);
    scene.sent.length = 0;
    expect(await scene.settle(tab.engine.askRunParams(question))).toMatchObject({ why: 'offline' });
    expect(scene.sent.filter(({ path }) => path.endsWith('/params'))).toEqual([]);
  });

  it('are read of what a definition writes, and of nothing without a name', () => {
    const read = readRunParams([
      {
        name: 'size',
        default: 3,
        properties: { min: 1, options: ['a', { label: 'B', value: 2 }], filter: 7 },
      },
    ]);
    expect(read).toMatchObject([
      { default: 3, properties: { options: [{ value: 'a' }, { label: 'B', value: '2' }], filter: null } },
    ]);
    expect(readRunParams([{ label: 'no name' }])).toBeUndefined();
    expect(() => parseRunQuestion({ playbookId: 'x', subject: null })).toThrow('parameters of nothing');
  });
});

describe('a run with a secret', () => {
  const request: EffectRequest = {
    kind: 'playbook.run',
    playbookId: 'p1',
    params: { reason: 'slow' },
    asked: ['password'],
  };

  async function open(answer: HttpResponse) {
    const scene = new Scene();
    const bodies: string[] = [];
    scene.meddle = ({ path, body }) => {
      if (path.startsWith('/db/playbook_runs?select=id,created_at,parameters')) return rowsReply([]);
      if (path !== '/playbook/run') return null;
      bodies.push(body ?? '');
      return answer;
    };
    const tab = await scene.open();
    const { id } = await scene.settle(tab.engine.prepareEffect(request, 'Run it', origin));
    return { scene, tab, id, bodies };
  }

  it('[EFF12] is sent with it, and no record ever holds it', async () => {
    const { scene, tab, id, bodies } = await open(reply(201, '{"run_id":"r1","starts_at":"x"}'));
    const sent = await scene.settle(tab.engine.sendEffect(id, { password: 'hunter2', other: 'no' }), 1000);
    expect([sent.state, sent.result]).toEqual(['done', { run_id: 'r1', starts_at: 'x' }]);
    expect(bodies.map((body) => (JSON.parse(body) as { params: unknown }).params)).toEqual([
      { reason: 'slow', password: 'hunter2' },
    ]);
    expect(JSON.stringify([await scene.world.journal.effects(), sent])).not.toContain('hunter2');
  });

  it('[EFF12] is not sent without it, and stays a draft', async () => {
    const { scene, tab, id, bodies } = await open(reply(201, '{}'));
    await expect(scene.settle(tab.engine.sendEffect(id), 1000)).rejects.toThrow(
      'Its secrets were not asked for.',
    );
    expect([bodies, (await scene.world.journal.effects())[0]?.state]).toEqual([[], 'prepared']);
  });

  it('[EFF17] is refused in the words of the server, unless they repeat the secret', async () => {
    const said = async (error: string): Promise<string | null> => {
      const { scene, tab, id } = await open(reply(400, JSON.stringify({ error, stacktrace: 'x' })));
      return (await scene.settle(tab.engine.sendEffect(id, { password: 'hunter2' }), 1000)).reason;
    };
    expect(await said('missing required parameter(s): since')).toBe('missing required parameter(s): since');
    expect(await said('hunter2 is too short')).toBe('The server did not accept it.');
    // It may have begun all the same: that it was not accepted would be a guess.
    const { scene, tab, id } = await open(reply(500, JSON.stringify({ error: 'hunter2 is too short' })));
    const lost = await scene.settle(tab.engine.sendEffect(id, { password: 'hunter2' }), 1000);
    expect([lost.state, lost.reason]).toEqual(['unknown', null]);
  });
});
