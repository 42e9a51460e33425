import { describe, expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';
import { createMemoryDocuments } from '../../store/documents/memory-documents.ts';
import type { DocumentStore, HttpRequest, HttpResponse } from '../../ports.ts';
import { parsePageQuestion, questionKey, sourceStart } from '../../protocol/paged.ts';
import type { AskedPage, PagePart } from '../../protocol/paged.ts';
import { openKeptIds } from './kept-ids.ts';
import { KEPT_QUESTIONS } from './pages.ts';
import type { Tab } from '#tests/sim/world.ts';

const MINUTE = 60_000;
const range = {
  from: 'now-2d',
  to: 'now',
  fromAt: '2026-02-27T09:00:00.000Z',
  toAt: '2026-03-01T09:00:00.000Z',
};

const changesPage = (page = 1, query: object = {}, size = 2): AskedPage => ({
  source: 'changes',
  query,
  range,
  page,
  size,
});

function reply(body: unknown, headers: Record<string, string> = {}, status = 200): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', date: 'Sun, 01 Mar 2026 09:00:00 GMT', ...headers },
    body: JSON.stringify(body),
    redirected: false,
  };
}

const row = (n: number) => ({ id: `c${n}`, change_type: 'diff' });
const rowsOf = (part: PagePart): readonly unknown[] =>
  part.is === 'found' ? part.value.rows.map(({ id }) => id) : [part.is];

/** Five changes on the server, two on a page. */
function answerOf(request: HttpRequest): HttpResponse {
  const { page, page_size: size } = JSON.parse(request.body ?? '{}') as { page: number; page_size: number }; // as the request module writes it
  const all = [1, 2, 3, 4, 5].map(row);
  const changes = all.slice((page - 1) * size, page * size);
  return reply({ total: all.length, changes, summary: { diff: changes.length } });
}

async function keptId(documents: DocumentStore, asked: AskedPage): Promise<string> {
  const idOf = await openKeptIds({ documents, rng: { next: () => 0 } }, 'page');
  const question = parsePageQuestion(asked);
  return idOf(sourceStart(question.source), questionKey(question));
}

async function sceneOf(answer: (request: HttpRequest) => HttpResponse | Error = answerOf) {
  const scene = new Scene();
  const documents = createMemoryDocuments();
  let isOnLine = true;
  let respond = answer;
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
  const isOurs = ({ path }: HttpRequest): boolean =>
    /^\/(?:catalog|db\/job_histories|db\/people\?select=id(?:,|%2C)email)/u.test(path);
  scene.meddle = (request) => (isOurs(request) ? respond(request) : null);
  const tab: Tab = await scene.open();
  return {
    scene,
    documents,
    read: (asked: AskedPage, maxAgeMs = 0): Promise<PagePart> =>
      scene.settle(tab.engine.readPage(asked, maxAgeMs)),
    tab,
    bodies: () =>
      scene.sent
        .filter(isOurs)
        .map(({ body }) => JSON.parse(body ?? '{}') as Readonly<Record<string, unknown>>), // written by the request module
    sent: () => scene.sent.filter(isOurs),
    setOnLine: (is: boolean) => {
      isOnLine = is;
    },
    answerWith: (next: (request: HttpRequest) => HttpResponse | Error) => {
      respond = next;
    },
  };
}

describe('pages of rows that are not pulled', () => {
  it.each([
    { query: { columns: '*' } },
    { query: { recursive: 'sideways' } },
    { query: { id: 'x' } },
    { page: 0 },
    { size: 100_000 },
    { source: 'connections' },
  ])('[PAG1] a question that is none asks nothing: %j', async (odd) => {
    const { tab, scene, sent } = await sceneOf();
    const asked = { ...changesPage(), ...odd } as AskedPage; // the compiler would refuse it too
    await expect(scene.settle(tab.engine.readPage(asked, 0))).rejects.toThrow(/Invalid/u);
    expect(sent()).toEqual([]);
  });

  it('[PAG1] the requests name what they want', async () => {
    const { read, sent, bodies } = await sceneOf((request) =>
      request.method === 'POST' ? answerOf(request) : reply([], { 'content-range': '*/0' }),
    );
    await read(changesPage(1, { type: 'diff,!Pulled', tags: 'namespace=a', isDescending: false }));
    expect(bodies()[0]).toEqual({
      from: range.fromAt,
      to: range.toAt,
      page: 1,
      page_size: 2,
      type: 'diff,!Pulled',
      tags: 'namespace=a',
      sort_by: 'created_at',
      recursive: 'none',
      include_deleted_configs: false,
    });
    await read({
      source: 'job-history',
      query: { status: '!SUCCESS', resourceId: 'r1' },
      range,
      page: 3,
      size: 50,
    });
    const params = new URLSearchParams(sent().at(-1)?.path.split('?')[1]);
    expect(Object.fromEntries(params)).toMatchObject({
      'status.filter': '!SUCCESS',
      resource_id: 'eq.r1',
      limit: '50',
      offset: '100',
      order: 'created_at.desc',
    });
    expect(params.getAll('created_at')).toEqual([`gte.${range.fromAt}`, `lte.${range.toAt}`]);
    expect(params.get('select')).not.toContain('*');
    expect(params.get('select')).not.toContain('details');
  });

  it('[PAG2] successors are asked for the moments of the first page, until that is asked for anew', async () => {
    const { read, bodies } = await sceneOf();
    const later = { ...range, fromAt: '2026-02-27T10:00:00.000Z', toAt: '2026-03-01T10:00:00.000Z' };
    await read(changesPage(1));
    await read({ ...changesPage(2), range: later });
    expect(bodies().map(({ to }) => to)).toEqual([range.toAt, range.toAt]);
    await read({ ...changesPage(1), range: later });
    await read({ ...changesPage(2), range: later });
    expect(
      bodies()
        .map(({ to }) => to)
        .slice(2),
    ).toEqual([later.toAt, later.toAt]);
  });

  it('[PAG2] a first page that is asked for anew forgets its successors', async () => {
    const { read, setOnLine } = await sceneOf();
    await read(changesPage(1));
    await read(changesPage(2));
    await read(changesPage(1));
    setOnLine(false);
    expect(rowsOf(await read(changesPage(1)))).toEqual(['c1', 'c2']);
    expect(rowsOf(await read(changesPage(2)))).toEqual(['not-here']);
  });

  it('[PAG2] a successor that comes after its question was begun anew elsewhere is shown and not kept', async () => {
    const { read, documents, answerWith, setOnLine } = await sceneOf();
    await read(changesPage(1));
    const id = await keptId(documents, changesPage(1));
    answerWith((request) => {
      void documents.get('page', id).then((found) => {
        if (found === undefined) throw new Error('No page is kept');
        const body = found.body.replace(range.toAt, '2026-03-01T10:00:00.000Z');
        return documents.put({ ...found, body });
      });
      return answerOf(request);
    });
    expect(rowsOf(await read(changesPage(2)))).toEqual(['c3', 'c4']);
    setOnLine(false);
    expect(rowsOf(await read(changesPage(2)))).toEqual(['not-here']);
    expect(rowsOf(await read(changesPage(1)))).toEqual(['c1', 'c2']);
  });

  it('[AUT6] pages that were dropped while their successor was asked for stay away', async () => {
    const { read, documents, answerWith, setOnLine } = await sceneOf();
    await read(changesPage(1));
    answerWith((request) => {
      void documents.clear();
      return answerOf(request);
    });
    expect(rowsOf(await read(changesPage(2)))).toEqual(['c3', 'c4']);
    setOnLine(false);
    expect(rowsOf(await read(changesPage(1)))).toEqual(['not-here']);
  });

  it('[PAG3] without a network the same question has its pages and their age, and another is not here', async () => {
    const { read, setOnLine } = await sceneOf();
    const fresh = await read(changesPage(1));
    await read(changesPage(3));
    expect(fresh).toMatchObject({
      is: 'found',
      value: { page: 1, total: 5, extra: { summary: { diff: 2 } } },
      claim: { state: 'complete', basis: 'server', lacks: [], reason: null },
    });
    setOnLine(false);
    const kept = await read(changesPage(1));
    expect(kept).toMatchObject({
      is: 'found',
      value: { total: 5 },
      claim: {
        basis: 'kept',
        asOf: fresh.is === 'found' ? fresh.claim.asOf : '',
        reason: 'Not reachable now.',
      },
    });
    expect(rowsOf(await read(changesPage(3)))).toEqual(['c5']);
    expect(await read(changesPage(2))).toEqual({ is: 'not-here', reason: 'Not reachable now.' });
    expect(await read(changesPage(1, { type: 'diff' }))).toEqual({
      is: 'not-here',
      reason: 'Not reachable now.',
    });
  });

  it('[PAG3] a page from the future, because a clock was set back since, is not young', async () => {
    const { read, answerWith, bodies } = await sceneOf();
    await read(changesPage());
    const hourBefore = { date: 'Sun, 01 Mar 2026 08:00:00 GMT' };
    answerWith((request) => ({
      ...answerOf(request),
      headers: { ...answerOf(request).headers, ...hourBefore },
    }));
    await read(changesPage(1, { type: 'diff' }));
    expect(await read(changesPage(), 5 * MINUTE)).toMatchObject({ is: 'found', claim: { basis: 'server' } });
    expect(bodies()).toHaveLength(3);
  });

  it('[PAG3] where the server says that there is nothing, there is nothing', async () => {
    const { read } = await sceneOf(() => reply({}));
    expect(await read(changesPage())).toMatchObject({
      is: 'found',
      value: { rows: [], total: 0 },
      claim: { state: 'complete', basis: 'server' },
    });
  });

  it(`[PAG4] the pages of ${KEPT_QUESTIONS} questions are kept, those asked for last`, async () => {
    const { read, setOnLine } = await sceneOf();
    const question = (n: number): AskedPage => changesPage(1, { summary: `s${n}` });
    for (let n = 0; n < KEPT_QUESTIONS; n += 1) await read(question(n));
    await read(question(0));
    await read(question(KEPT_QUESTIONS));
    setOnLine(false);
    const states = [];
    for (let n = 0; n <= KEPT_QUESTIONS; n += 1) states.push((await read(question(n))).is);
    expect(states.flatMap((is, n) => (is === 'not-here' ? [n] : []))).toEqual([1]);
  });

  it('[PAG4] what a person asked for is in no id, which a lock leaves in the clear', async () => {
    const { read, documents } = await sceneOf();
    const ids: string[] = [];
    const put = documents.put.bind(documents);
    documents.put = (document) => {
      ids.push(document.id);
      return put(document);
    };
    await read(changesPage(1, { summary: 'payroll' }));
    await read(changesPage(1, { summary: 'payroll of another' }));
    expect(ids).toEqual([
      'key',
      expect.stringMatching(/^changes [\da-f]{32}$/u),
      expect.stringMatching(/^changes/u),
    ]);
    expect(new Set(ids).size).toBe(3);
  });

  it('[PAG4] what an older app kept under the words of a question goes', async () => {
    const { read, documents } = await sceneOf();
    const old = { kind: 'page', id: '["changes",[["summary","payroll"]],null,2]', body: '{}' } as const;
    await documents.put({ ...old, asOf: null, bytes: 2, reasons: ['recent'], usedAt: 1 });
    await read(changesPage(1));
    expect(await documents.get('page', old.id)).toBeUndefined();
    expect(await documents.get('page', await keptId(documents, changesPage(1)))).toBeDefined();
  });

  it('[PAG9] addresses of people are shown and on no disk, so that without a network there are none', async () => {
    const id = '018f3a4e-0000-7000-8000-000000000001';
    const { read, documents, setOnLine, sent } = await sceneOf(() =>
      reply([{ id, email: 'ada@example.com' }], { 'content-range': '0-0/1' }),
    );
    const asked: AskedPage = { source: 'emails', query: { ids: [id] }, range: null, page: 1, size: 2 };
    const put: string[] = [];
    const keep = documents.put.bind(documents);
    documents.put = (document) => {
      put.push(document.body);
      return keep(document);
    };
    expect(await read(asked)).toMatchObject({ value: { rows: [{ email: 'ada@example.com' }] } });
    expect(put.filter((body) => body.includes('ada'))).toEqual([]);
    setOnLine(false);
    expect((await read(asked, 60_000)).is).toBe('not-here');
    expect(sent()).toHaveLength(1);
  });

  describe('[PAG5] an answer with', () => {
    it.each([
      ['more rows than were asked for', { total: 9, changes: [1, 2, 3].map(row) }],
      ['fewer in all than are here', { total: 1, changes: [1, 2].map(row) }],
      ['none where some must be', { total: 5 }],
      ['no list', { total: 1, changes: 'none' }],
    ])('%s is not believed', async (_what, body) => {
      const { read, answerWith } = await sceneOf();
      await read(changesPage());
      answerWith(() => reply(body));
      const part = await read(changesPage());
      expect(rowsOf(part)).toEqual(['c1', 'c2']);
      expect(part).toMatchObject({
        claim: { basis: 'kept', reason: expect.stringContaining('contradicts itself') },
      });
      expect(await read(changesPage(1, { type: 'diff' }))).toMatchObject({ is: 'not-here' });
    });
  });

  it('[PAG3] a page behind the last row is empty, and says how many there are', async () => {
    const { read } = await sceneOf(() => reply([], { 'content-range': '*/3' }, 416));
    const asked: AskedPage = { source: 'job-history', query: {}, range, page: 3, size: 2 };
    expect(await read(asked)).toMatchObject({ is: 'found', value: { rows: [], total: 3 } });
  });

  it('[PAG6] rows without an id are left out, and the page says so', async () => {
    const { read } = await sceneOf(() => reply({ total: 2, changes: [row(1), { change_type: 'diff' }] }));
    const part = await read(changesPage());
    expect(rowsOf(part)).toEqual(['c1']);
    expect(part).toMatchObject({ claim: { state: 'partial', lacks: [{ what: 'not-read' }] } });
  });

  it('[PAG7] one request for two that ask at once, and none while it is young', async () => {
    const { tab, scene, sent, read } = await sceneOf();
    const [one, two] = [tab.engine.readPage(changesPage(), 0), tab.engine.readPage(changesPage(), 0)];
    expect(rowsOf(await scene.settle(one))).toEqual(rowsOf(await scene.settle(two)));
    expect(sent()).toHaveLength(1);
    await read(changesPage(), 5 * MINUTE);
    expect(sent()).toHaveLength(1);
    await scene.run(6 * MINUTE);
    await read(changesPage(), 5 * MINUTE);
    expect(sent()).toHaveLength(2);
  });

  it('[PAG8] a refusal by role forgets what was kept', async () => {
    const { read, answerWith, setOnLine } = await sceneOf();
    await read(changesPage());
    answerWith(() => ({ ...reply(''), status: 403, body: 'unauthorized. Access Denied' }));
    expect(await read(changesPage())).toEqual({ is: 'forbidden' });
    setOnLine(false);
    expect(await read(changesPage())).toMatchObject({ is: 'not-here' });
  });

  it('[PAG8] an error gives the kept page with its reason, or says that it failed', async () => {
    const { read, answerWith } = await sceneOf();
    await read(changesPage());
    answerWith(() => reply({ error: 'bad request' }, {}, 400));
    expect(await read(changesPage())).toMatchObject({
      is: 'found',
      claim: { basis: 'kept', reason: expect.any(String) },
    });
    expect(await read(changesPage(1, { type: 'diff' }))).toMatchObject({
      is: 'failed',
      error: { kind: expect.any(String) },
    });
  });

  it('[PAG3] a kept reading that the disk has damaged is asked for again', async () => {
    const { read, documents, sent } = await sceneOf();
    await read(changesPage());
    const stored = await documents.get('page', await keptId(documents, changesPage()));
    expect(stored).toBeDefined();
    if (stored !== undefined) await documents.put({ ...stored, body: '{"pages":[{"rows"' });
    expect(rowsOf(await read(changesPage(1), 60 * MINUTE))).toEqual(['c1', 'c2']);
    expect(sent()).toHaveLength(2);
  });
});
