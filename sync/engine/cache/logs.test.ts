import { describe, expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';
import { createMemoryDocuments } from '../../store/documents/memory-documents.ts';
import type { HttpRequest, HttpResponse } from '../../ports.ts';
import { linesOf, packLines, type LogHead, type LogQuestion, type PackedLines } from '../../protocol/log.ts';
import type { StoredDocument } from '../../protocol/document.ts';
import { NOT_KEPT } from '../../protocol/secrets/texts.ts';
import { KEPT_LOGS } from './logs.ts';

const COMPONENT = '019acc36-0e2a-4f3b-76a6-1ea17f7abda4';
const question: LogQuestion = { componentId: COMPONENT, selector: 'application', query: '', start: '1h' };

function reply(body: unknown, status = 200): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', date: 'Sun, 01 Mar 2026 09:00:00 GMT' },
    body: JSON.stringify(body),
    redirected: false,
  };
}

const packed = (...messages: string[]): PackedLines =>
  packLines(messages.map((message, at) => ({ at: 1_000 - at, message, labels: { pod: 'a' } })));
const headOf = (asked: LogQuestion, ...ids: string[]): LogHead => ({
  question: asked,
  name: 'api',
  asOf: '2026-03-01T09:00:00Z',
  segments: ids.map((id) => ({ id, count: 1, next: null, isJoined: true })),
});
const messagesOf = (lines: PackedLines | null): readonly string[] | null =>
  lines === null ? null : [...linesOf(lines)].map(({ message }) => message);

async function sceneOf(room?: Parameters<typeof createMemoryDocuments>[0]) {
  const scene = new Scene();
  const memory = createMemoryDocuments(room);
  const stored: StoredDocument[] = [];
  const documents: typeof memory = {
    ...memory,
    put: (document) => {
      stored.push(document);
      return memory.put(document);
    },
  };
  let isOnLine = true;
  let answer: HttpResponse = reply({});
  scene.wrap = (ports) => ({
    ...ports,
    documents,
    lifecycle: {
      isVisible: () => ports.lifecycle.isVisible(),
      isConstrained: () => ports.lifecycle.isConstrained(),
      onChange: (listener) => ports.lifecycle.onChange(listener),
      isOnLine: () => isOnLine,
    },
  });
  const isOurs = ({ path }: HttpRequest): boolean => path === '/logs';
  scene.meddle = (request) => (isOurs(request) ? answer : null);
  const { engine } = await scene.open();
  const settled = <T>(work: Promise<T>): Promise<T> => scene.settle(work);
  const idOf = (kind: string, name: string): string => {
    const found = stored.findLast(
      ({ kind: its, id, body }) => its === kind && `${id} ${body}`.includes(name),
    );
    if (found === undefined) throw new Error(`nothing of ${name} was stored`);
    return found.id;
  };
  return {
    documents,
    /** Everything that was ever put. */
    stored,
    idOf,
    logs: {
      read: (page: string | null = null, asked = question) => settled(engine.logs.read(asked, page)),
      kept: (asked = question) => settled(engine.logs.kept(asked)),
      lines: (id: string, asked = question) => settled(engine.logs.lines(asked, id)),
      keep: (head: LogHead, segments: readonly { id: string; lines: PackedLines }[]) =>
        settled(engine.logs.keep(head, segments)),
      all: () => settled(engine.logs.all()),
    },
    bodies: () => scene.sent.filter(isOurs).map(({ body }) => JSON.parse(body ?? '{}') as unknown),
    answerWith: (next: HttpResponse) => {
      answer = next;
    },
    setOnLine: (is: boolean) => {
      isOnLine = is;
    },
  };
}

describe('lines of logs', () => {
  it('[LOG1] are asked for by component, selector, query and range, page by page, and answered as the server has them', async () => {
    const { logs, answerWith, bodies } = await sceneOf();
    answerWith(
      reply({
        total: 3,
        results: [
          {
            id: '1',
            timestamp: '2026-03-01T08:59:59.123456789Z',
            message: 'password=hunter2',
            labels: { n: 1 },
          },
          { timestamp: 'soon', message: 'b', labels: null },
          7,
        ],
        nextPage: 'p2',
      }),
    );
    const part = await logs.read();
    if (part.is !== 'found') throw new Error(part.is);
    expect([...linesOf(part.page.lines)]).toEqual([
      { at: Date.parse('2026-03-01T08:59:59.123Z'), message: 'password=hunter2', labels: { n: '1' } },
      { at: null, message: 'b', labels: {} },
    ]);
    expect(part.page).toMatchObject({ next: 'p2', unread: 1 });
    answerWith(reply({}));
    expect(await logs.read('p2')).toMatchObject({ is: 'found', page: { next: null } });
    expect(bodies()).toEqual([
      { name: 'application', id: COMPONENT, query: '', start: '1h', limit: 500 },
      { name: 'application', id: COMPONENT, query: '', start: '1h', limit: 500, page: 'p2' },
    ]);
    await expect(logs.read(null, { ...question, start: 'now; drop' })).rejects.toThrow(/Invalid/u);
  });

  it.each([
    [400, 'unknown-selector'],
    [404, 'unknown-selector'],
    [502, 'not-here'],
    [500, 'failed'],
  ])('[LOG2] where the server answers %i the lines are %s, and never none', async (status, is) => {
    const { logs, answerWith } = await sceneOf();
    answerWith(reply({ error: 'secret words' }, status));
    const part = await logs.read();
    expect(part.is).toBe(is);
    expect(JSON.stringify(part)).not.toContain('secret words');
    // A later place that is not known any more says nothing of the selector.
    expect((await logs.read('p9')).is).not.toBe('unknown-selector');
  });

  it.each([
    [null],
    [[]],
    [[{ id: '1' }]],
    [[{}, {}]],
    [{ error: 'x' }],
    [{ message: 'x' }],
    [{ results: 'none' }],
  ])(
    '[LOG2] what is not the answer of the server to that is not that there are no lines: %j',
    async (body) => {
      const { logs, answerWith } = await sceneOf();
      answerWith(reply(body));
      expect(await logs.read()).toEqual({
        is: 'not-here',
        reason: 'The answer of the server was cut off or unreadable.',
      });
      for (const none of [{}, { results: null }, { results: [], total: 0 }, { nextPage: 'p2' }]) {
        answerWith(reply(none));
        expect((await logs.read()).is).toBe('found');
      }
    },
  );

  it('[LOG2] without a network nothing is asked', async () => {
    const { logs, bodies, setOnLine } = await sceneOf();
    setOnLine(false);
    expect(await logs.read()).toEqual({ is: 'not-here', reason: 'Not reachable now.' });
    expect(bodies()).toEqual([]);
  });

  it('[LOG3] what was read is kept by its question, without what looks like a secret', async () => {
    const { logs, stored } = await sceneOf();
    const lines = packed('login password=hunter2 ok', 'Authorization: Bearer abcdefgh12345678', 'plain line');
    await logs.keep(headOf(question, 'a'), [{ id: 'a', lines }]);
    expect(await logs.kept()).toEqual(headOf(question, 'a'));
    expect(await logs.kept({ ...question, query: 'x' })).toBeNull();
    expect(messagesOf(await logs.lines('a'))).toEqual([
      `login password=${NOT_KEPT} ok`,
      `Authorization: Bearer ${NOT_KEPT}`,
      'plain line',
    ]);
    expect(JSON.stringify(stored)).not.toContain('hunter2');
    expect((await logs.all()).map(({ name }) => name)).toEqual(['api']);
  });

  it('[LOG3] no id tells what was asked for, and nothing is kept of a question that looks as if it bore a secret', async () => {
    const { logs, stored, documents } = await sceneOf();
    const asked = { ...question, query: 'who is alice' };
    await documents.put({
      kind: 'log-lines',
      id: `${JSON.stringify(Object.values(asked))} a`,
      body: '{}',
      asOf: null,
      bytes: 2,
      reasons: ['recent'],
      usedAt: 1,
    });
    const [old] = stored.splice(0);
    await logs.keep(headOf(asked, 'a'), [{ id: 'a', lines: packed('one') }]);
    // What lay there under the words themselves has gone.
    expect(await documents.get('log-lines', old?.id ?? '')).toBeUndefined();
    const ids = stored.map(({ id }) => id);
    expect(ids.join(' ')).not.toMatch(/alice|application/u);
    expect(messagesOf(await logs.lines('a', asked))).toEqual(['one']);
    expect((await logs.all()).map(({ question: its }) => its)).toEqual([asked]);
    // Another device gives the same question another id: no guess can be tried at it.
    const other = await sceneOf();
    await other.documents.put({
      kind: 'logs',
      id: 'key',
      body: JSON.stringify('ab'.repeat(16)),
      asOf: null,
      bytes: 34,
      reasons: ['recent'],
      usedAt: 1,
    });
    await other.logs.keep(headOf(asked), []);
    const isHead = ({ id }: StoredDocument): boolean => id.startsWith(COMPONENT);
    expect(ids).not.toContain(other.stored.find(isHead)?.id);
    stored.splice(0);
    const secret = { ...question, query: 'password=hunter2' };
    await logs.keep(headOf(secret, 'b'), [{ id: 'b', lines: packed('two') }]);
    expect(stored).toEqual([]);
    expect([await logs.kept(secret), await logs.lines('b', secret)]).toEqual([null, null]);
  });

  it('[LOG3] a segment that its head does not name any more goes, and so do the questions asked longest ago', async () => {
    const { logs } = await sceneOf();
    await logs.keep(headOf(question, 'a'), [{ id: 'a', lines: packed('one') }]);
    await logs.keep(headOf(question, 'b'), [{ id: 'b', lines: packed('two', 'one') }]);
    expect([await logs.lines('a'), messagesOf(await logs.lines('b'))]).toEqual([null, ['two', 'one']]);
    for (let at = 0; at < KEPT_LOGS; at += 1) await logs.keep(headOf({ ...question, query: `q${at}` }), []);
    expect([await logs.kept(), await logs.lines('b')]).toEqual([null, null]);
    expect((await logs.all()).length).toBe(KEPT_LOGS);
  });

  it('[LOG4] lines have room of their own: the longest unread go first, and no document goes for them', async () => {
    const { logs, documents } = await sceneOf({ documents: 500, logs: 1_200 });
    const body = JSON.stringify('x'.repeat(400));
    await documents.put({
      kind: 'config',
      id: 'c',
      body,
      asOf: null,
      bytes: 402,
      reasons: ['recent'],
      usedAt: 1,
    });
    const long = packed('y'.repeat(500));
    await logs.keep(headOf(question, 'a'), [{ id: 'a', lines: long }]);
    await logs.keep(headOf(question, 'a', 'b'), [{ id: 'b', lines: long }]);
    expect(await documents.get('config', 'c')).toBeDefined();
    const here = [await logs.lines('a'), await logs.lines('b')].map((each) => each !== null);
    expect(here).toEqual([false, true]);
    // The head still says that there was one: that is the gap.
    expect((await logs.kept())?.segments.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('[LOG5] damaged lines are a gap and a damaged head is nothing', async () => {
    const { logs, documents, idOf } = await sceneOf();
    await logs.keep(headOf(question, 'a', 'b'), [
      { id: 'a', lines: packed('one') },
      { id: 'b', lines: packed('two') },
    ]);
    const put = (kind: 'logs' | 'log-lines', id: string, body: string): Promise<void> =>
      documents.put({ kind, id, body, asOf: null, bytes: 1, reasons: ['recent'], usedAt: 1 });
    await put(
      'log-lines',
      idOf('log-lines', ' a '),
      '{"text":"abc","ends":[9],"times":[1],"labels":[],"labelsOf":[0]}',
    );
    expect([await logs.lines('a'), messagesOf(await logs.lines('b'))]).toEqual([null, ['two']]);
    await put('logs', idOf('logs', '"api"'), '{"question":{}}');
    expect(await logs.kept()).toBeNull();
  });

  it('[LOG5] who may not read the lines of a component any more has none of them, whatever was asked, and none in the list', async () => {
    const { logs, documents, idOf, answerWith } = await sceneOf();
    const wide = { ...question, query: 'timeout', start: '2d' };
    const damaged = { ...question, query: 'damaged' };
    const elsewhere = { ...question, componentId: '019acc36-0e2a-4f3b-76a6-1ea17f7abda5' };
    for (const [asked, id] of [
      [question, 'a'],
      [wide, 'b'],
      [elsewhere, 'c'],
      [damaged, 'd'],
    ] as const)
      await logs.keep(headOf(asked, id), [{ id, lines: packed(id) }]);
    const lost = idOf('log-lines', ' d ');
    await documents.drop('logs', idOf('logs', '"damaged"'));
    answerWith(reply({}, 403));
    expect(await logs.read()).toEqual({ is: 'forbidden' });
    expect([await logs.kept(), await logs.lines('a')]).toEqual([null, null]);
    expect([await logs.kept(wide), await logs.lines('b', wide)]).toEqual([null, null]);
    expect(await documents.get('log-lines', lost)).toBeUndefined();
    expect((await logs.all()).map(({ question: its }) => its)).toEqual([elsewhere]);
    expect(messagesOf(await logs.lines('c', elsewhere))).toEqual(['c']);
  });
});
