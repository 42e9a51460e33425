import { describe, expect, it } from 'vitest';
import { pgError, reply, rowsReply, Scene } from '#tests/support/engine-world.ts';
import { simId } from '#tests/sim/facts.ts';
import type { HttpRequest, HttpResponse } from '../../ports.ts';
import { parseFlagQuestion, readFlags, type FlagQuestion, type FlagWrite } from '../../protocol/flags.ts';

const ADD: FlagWrite = { kind: 'add', name: 'logs.disable', value: 'S3CRET' };
const UPDATE: FlagWrite = { kind: 'update', name: 'a&b', value: 'S3CRET', seen: 'x=1' };
const REMOVE: FlagWrite = { kind: 'remove', name: 'a&b', seen: 'x=1' };
const lost = new Error('cut');
const stored = (name: string, value: string, by: string | null = null) =>
  rowsReply([{ name, value, created_by: by }]);

/** Answers of the table: to the change, then to each look. */
async function asked(question: FlagQuestion, ...answers: readonly (HttpResponse | Error)[]) {
  const scene = new Scene();
  const requests: HttpRequest[] = [];
  const tab = await scene.open();
  scene.meddle = (request) => {
    if (!request.path.startsWith('/db/properties')) return null;
    requests.push(request);
    return answers[Math.min(requests.length, answers.length) - 1] ?? null;
  };
  scene.sent.length = 0;
  const answer = await scene.settle(tab.engine.askFlags(question), 3000);
  return { scene, tab, requests, answer };
}

const lines = (requests: readonly HttpRequest[]): unknown[] =>
  requests.map(({ method, path, body }) => [method, path, body]);

describe('feature flags', () => {
  it('[FLG1] are listed as the server has them, and an answer of something else is none', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = ({ path }) =>
      path === '/properties'
        ? reply(200, JSON.stringify([{ name: 'a', value: 'S3CRET', source: 'local', type: '' }]))
        : null;
    expect(await scene.settle(tab.engine.askFlags({ kind: 'list' }))).toMatchObject({
      kind: 'flags',
      flags: [{ name: 'a', value: 'S3CRET', description: '', source: 'local' }],
    });
    scene.meddle = ({ path }) => (path === '/properties' ? reply(200, '[{"value":"a"}]') : null);
    expect(await scene.settle(tab.engine.askFlags({ kind: 'list' }))).toMatchObject({ why: 'failed' });
  });

  it('[FLG1] are neither stored nor kept for later', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.meddle = ({ path }) => (path.startsWith('/db/properties') ? new Error('no network') : null);
    scene.sent.length = 0;
    await scene.settle(tab.engine.askFlags(ADD), 3000);
    await scene.run(120_000);
    expect(
      scene.sent.filter(({ method, path }) => method === 'POST' && path.startsWith('/db/prop')),
    ).toHaveLength(1);
    const { journal } = scene.world;
    expect(await scene.settle(tab.engine.unsent())).toBe(0);
    expect(JSON.stringify(await journal.effects())).not.toContain('S3CRET');
  });

  it('[FLG2] change on the value that was seen, and on no other', async () => {
    const by = simId(1, 1);
    const added = await asked(ADD, reply(201, JSON.stringify([{ name: ADD.name, value: 'S3CRET' }])));
    const body = JSON.stringify({ name: ADD.name, value: 'S3CRET', created_by: by });
    expect(lines(added.requests)).toEqual([['POST', '/db/properties', body]]);
    expect(added.answer).toEqual({ kind: 'done' });

    const none = rowsReply([]);
    const updated = await asked(UPDATE, none, stored('a&b', 'theirs'));
    expect(lines(updated.requests)).toEqual([
      ['PATCH', '/db/properties?name=eq.a%26b&value=eq.x%3D1', '{"value":"S3CRET"}'],
      ['GET', '/db/properties?select=name,value,created_by&name=eq.a%26b', undefined],
    ]);
    expect(updated.answer).toEqual({ kind: 'clash', now: 'theirs' });
    expect((await asked(UPDATE, none, none)).answer).toEqual({ kind: 'clash', now: null });
    expect((await asked(REMOVE, none, stored('a&b', 'theirs'))).answer).toMatchObject({ now: 'theirs' });
    expect((await asked(REMOVE, none, none)).answer).toEqual({ kind: 'done' });
    const taken = await asked(ADD, pgError(409, '23505'), stored(ADD.name, 'S3CRET', 'another'));
    expect(taken.answer).toEqual({ kind: 'clash', now: 'S3CRET' });
  });

  it('[FLG3] are looked up where no answer came, and never sent again', async () => {
    const by = simId(1, 1);
    const cases = [
      [ADD, stored(ADD.name, 'S3CRET', by), { kind: 'done' }],
      [ADD, rowsReply([]), { why: 'lost' }],
      [UPDATE, stored('a&b', 'S3CRET'), { kind: 'done' }],
      [UPDATE, stored('a&b', 'x=1'), { why: 'lost' }],
      [REMOVE, rowsReply([]), { kind: 'done' }],
      [REMOVE, stored('a&b', 'x=1'), { why: 'lost' }],
      [REMOVE, lost, { why: 'unknown' }],
      [REMOVE, stored('another', 'x=1'), { why: 'unknown' }],
      [REMOVE, pgError(403, '42501'), { why: 'unknown' }],
    ] as const;
    for (const [write, look, expected] of cases) {
      const { requests, answer } = await asked(write, lost, look);
      expect(answer).toMatchObject(expected);
      expect(requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    }
    expect((await asked(ADD, pgError(403, '42501'))).answer).toMatchObject({ why: 'forbidden' });
  });

  it('[FLG4] are read anew for the console at once, also where another tab leads', async () => {
    const done = reply(200, JSON.stringify([{ name: 'a&b', value: 'S3CRET' }]));
    const { scene } = await asked(UPDATE, done);
    expect(scene.sent.filter(({ path }) => path === '/properties')).toHaveLength(1);

    const second = await scene.open();
    scene.sent.length = 0;
    expect(await scene.settle(second.engine.askFlags(UPDATE), 3000)).toEqual({ kind: 'done' });
    expect(scene.sent.filter(({ path }) => path === '/properties')).toHaveLength(1);

    const refused = await asked(UPDATE, pgError(403, '42501'));
    expect(refused.scene.sent.filter(({ path }) => path === '/properties')).toHaveLength(0);
  });

  it('[FLG5] do not change while somebody else is signed in', async () => {
    const scene = new Scene();
    const tab = await scene.open();
    scene.world.server.session.userId = simId(1, 2);
    scene.sent.length = 0;
    const reason = 'Somebody else is signed in.';
    expect(await scene.settle(tab.engine.askFlags(ADD), 3000)).toMatchObject({ why: 'offline', reason });
    expect(scene.writes()).toEqual([]);
  });

  it('are text, whatever they hold, and a question of something else is a mistake', () => {
    expect(readFlags([{ name: 'a', value: { b: 1 } }, { name: 'c' }])).toMatchObject([
      { value: '{"b":1}' },
      { value: '' },
    ]);
    expect(readFlags([{ name: '' }])).toBeUndefined();
    expect(() => parseFlagQuestion({ kind: 'add', name: '', value: 'x' })).toThrow('no flag');
  });
});
