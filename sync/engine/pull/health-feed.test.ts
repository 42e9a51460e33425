import { describe, expect, it } from 'vitest';
import { otherUserId } from '#tests/sim/facts.ts';
import { Scene } from '#tests/support/engine-world.ts';
import type { HttpRequest, HttpResponse } from '../../ports.ts';
import { SUMMARY_ID, windowedId } from '../../protocol/document-facts.ts';
import { readCheckGraph } from '../../protocol/tables/check-graph.ts';
import { unpackSummary } from '../../protocol/health-summary.ts';
import { createMemoryDocuments } from '../../store/documents/memory-documents.ts';

const DATE = 'Sun, 01 Mar 2026 09:00:00 GMT';
const MINUTE = 60_000;

function json(body: unknown, status = 200): HttpResponse {
  const range = Array.isArray(body)
    ? { 'content-range': body.length === 0 ? '*/*' : `0-${body.length - 1}/*` }
    : {};
  return {
    status,
    headers: { 'content-type': 'application/json', date: DATE, ...range },
    body: JSON.stringify(body),
    redirected: false,
  };
}

const row = (id: string, passed = 60): object => ({
  id,
  name: `check ${id}`,
  status: 'healthy',
  canary_id: 'n1',
  canary_name: 'shop',
  labels: { team: 'a' },
  uptime: { passed, failed: 0, last_pass: '2026-03-01T08:59:00Z' },
  latency: { p99: 20, p95: 10, rolling1h: 0 },
  last_runtime: '2026-03-01T08:59:00Z',
});

/** A world whose server has a summary, two pages of schedules where asked, and graphs. */
async function sceneOf(
  options: { summary?: () => HttpResponse | Error; schedules?: (request: HttpRequest) => HttpResponse } = {},
) {
  const scene = new Scene();
  const documents = createMemoryDocuments();
  const world = { isOnLine: true, isVisible: true, isConstrained: false };
  scene.wrap = (ports) => ({
    ...ports,
    documents,
    lifecycle: {
      isVisible: () => world.isVisible,
      isConstrained: () => world.isConstrained,
      onChange: (listener) => ports.lifecycle.onChange(listener),
      isOnLine: () => world.isOnLine,
    },
  });
  const summary =
    options.summary ?? (() => json({ duration: 1, runnerName: 'r', checks_summary: [row('c1')] }));
  scene.meddle = (request) => {
    if (request.path.startsWith('/canary/api/summary')) return summary();
    if (request.path.startsWith('/canary/api/graph')) {
      return json({
        status: [{ time: '2026-03-01T08:00:00Z', status: true, duration: 5, passed: 1 }],
        latency: { p95: 5, rolling1h: 0 },
        uptime: { passed: 1, failed: 0 },
      });
    }
    if (request.path.startsWith('/db/canaries?select=id,schedule')) {
      return options.schedules?.(request) ?? json([{ id: 'n1', schedule: '@every 2m', interval: null }]);
    }
    return null;
  };
  const tab = await scene.open();
  const asked = (part: string): number => scene.sent.filter(({ path }) => path.includes(part)).length;
  const refresh = (maxAgeMs: number) => scene.settle(tab.engine.refreshHealth(maxAgeMs));
  const kept = async () => {
    const stored = await documents.get('health-summary', SUMMARY_ID);
    return stored === undefined ? undefined : unpackSummary(stored.body);
  };
  return { scene, tab, documents, world, asked, refresh, kept };
}

describe('the summary of all checks', () => {
  it('[HLT1] is pulled when a screen asks and is not young enough, and never by itself', async () => {
    const { scene, asked, refresh, kept, documents } = await sceneOf();
    await scene.run(30 * MINUTE);
    expect(asked('/canary/')).toBe(0);
    expect(await refresh(MINUTE)).toEqual({ kind: 'pulled' });
    expect((await kept())?.rows.map(({ id }) => id)).toEqual(['c1']);
    expect((await documents.get('health-summary', SUMMARY_ID))?.asOf).toBe('2026-03-01T09:00:00+00:00');
    await scene.run(30 * MINUTE);
    expect(asked('/canary/api/summary')).toBe(1);
  });

  it('[HLT1] that is young enough is not pulled again, not even for a person within two seconds', async () => {
    const { asked, refresh, documents } = await sceneOf();
    await refresh(MINUTE);
    const stamp = async (ageMs: number): Promise<void> => {
      const stored = await documents.get('health-summary', SUMMARY_ID);
      if (stored === undefined) throw new Error('nothing was kept');
      // Ages count by the server's clock, and this server's stands still.
      await documents.put({ ...stored, asOf: new Date(Date.parse(DATE) - ageMs).toISOString() });
    };
    await stamp(1_000);
    expect(await refresh(0)).toEqual({ kind: 'fresh' });
    await stamp(9_000);
    expect(await refresh(5_000)).toEqual({ kind: 'fresh' });
    await stamp(50_000);
    expect(await refresh(MINUTE)).toEqual({ kind: 'fresh' });
    await stamp(70_000);
    expect(await refresh(MINUTE)).toEqual({ kind: 'pulled' });
    await stamp(4_000);
    expect(await refresh(0)).toEqual({ kind: 'pulled' });
    expect(asked('/canary/api/summary')).toBe(3);
  });

  it('[HLT2] two that ask at once are one request', async () => {
    const { scene, tab, asked } = await sceneOf();
    const both = Promise.all([tab.engine.refreshHealth(MINUTE), tab.engine.refreshHealth(0)]);
    expect(await scene.settle(both)).toEqual([{ kind: 'pulled' }, { kind: 'pulled' }]);
    expect(asked('/canary/api/summary')).toBe(1);
  });

  it('[HLT2] after a failure a screen waits, longer each time, and a person does not', async () => {
    const { scene, asked, refresh } = await sceneOf({ summary: () => json({ error: 'busy' }, 503) });
    expect(await refresh(MINUTE)).toMatchObject({ kind: 'refused', why: 'failed' });
    await refresh(MINUTE);
    expect(asked('/canary/api/summary')).toBe(1);
    await refresh(0);
    expect(asked('/canary/api/summary')).toBe(2);
    await scene.run(20_000);
    await refresh(MINUTE);
    expect(asked('/canary/api/summary')).toBe(2);
    await scene.run(15_000);
    await refresh(MINUTE);
    expect(asked('/canary/api/summary')).toBe(3);
  });

  it('[HLT2] a failure from a future that a clock set back has left holds nothing up', async () => {
    const { scene, asked, refresh } = await sceneOf({ summary: () => json({ error: 'busy' }, 503) });
    scene.world.clockOffsetMs = 3_600_000;
    await refresh(MINUTE);
    scene.world.clockOffsetMs = 0;
    await refresh(MINUTE);
    expect(asked('/canary/api/summary')).toBe(2);
  });

  it('[AUT5] is pulled on a look that finds the owner of the data, and not without', async () => {
    const { scene, asked, refresh, kept } = await sceneOf();
    scene.world.server.session.userId = otherUserId;
    expect(await refresh(0)).toMatchObject({ kind: 'refused' });
    expect(asked('/canary/api/summary')).toBe(0);
    expect(await kept()).toBeUndefined();
  });

  it('[HLT3] is not asked for while nobody looks or nothing is reachable, and it is said why', async () => {
    const { asked, refresh, world } = await sceneOf();
    world.isVisible = false;
    expect(await refresh(0)).toEqual({ kind: 'refused', why: 'idle', reason: 'Nobody is looking.' });
    Object.assign(world, { isVisible: true, isOnLine: false });
    expect(await refresh(0)).toEqual({ kind: 'refused', why: 'idle', reason: 'Not reachable now.' });
    expect(asked('/canary/')).toBe(0);
  });

  it('[HLT4] what is no summary leaves the kept one, and a row that does not fit is left out', async () => {
    let body: unknown = { checks_summary: [row('c1'), { id: 7 }, { ...row('c2'), status: null }] };
    const { refresh, kept, documents } = await sceneOf({ summary: () => json(body) });
    await refresh(0);
    expect((await kept())?.rows.map(({ id, status }) => [id, status])).toEqual([
      ['c1', 'healthy'],
      ['c2', null],
    ]);
    const stored = await documents.get('health-summary', SUMMARY_ID);
    if (stored === undefined) throw new Error('nothing was kept');
    await documents.put({ ...stored, asOf: null });
    for (const wrong of [{ checks_summary: 'none' }, { checks_summary: [{ id: 1 }] }]) {
      body = wrong;
      expect((await refresh(0)).kind).toBe('refused');
      expect((await kept())?.rows).toHaveLength(2);
    }
  });

  it('[HLT5] reads the schedules page by page with it, and again only after an hour', async () => {
    const page = (from: number, length: number): object[] =>
      Array.from({ length }, (_, at) => ({ id: `n${from + at}`, schedule: '@daily', interval: null }));
    const { asked, refresh, kept, documents, scene } = await sceneOf({
      schedules: ({ path }) => json(path.includes('id=gt.n1999') ? page(2_000, 1) : page(1_000, 1_000)),
    });
    await refresh(0);
    expect((await kept())?.schedules).toHaveLength(1_001);
    expect(asked('/db/canaries?select=id,schedule')).toBe(2);
    expect(scene.sent.filter(({ path }) => /[?&,=]spec(?:[,&]|$)/u.test(path))).toEqual([]);
    const stored = await documents.get('health-summary', SUMMARY_ID);
    const summary = await kept();
    if (stored === undefined || !summary) throw new Error('nothing was kept');
    const now = new Date(scene.world.scheduler.nowMs - MINUTE).toISOString();
    await documents.put({
      ...stored,
      body: JSON.stringify({ ...JSON.parse(stored.body), schedulesAsOf: now }),
      asOf: null,
    });
    await refresh(0);
    expect(asked('/db/canaries?select=id,schedule')).toBe(2);
    expect((await kept())?.schedules).toHaveLength(1_001);
  });

  it('[HLT5] a summary without schedules is still kept', async () => {
    const { refresh, kept } = await sceneOf({ schedules: () => json({ code: '42501' }, 403) });
    expect(await refresh(0)).toEqual({ kind: 'pulled' });
    expect(await kept()).toMatchObject({ schedules: [], schedulesAsOf: null });
  });
});

describe('the graph of a check', () => {
  it('[HLT11] is kept by its range and read offline with its age', async () => {
    const { scene, tab, world } = await sceneOf();
    const fetch = (range: string) =>
      scene.settle(tab.engine.fetchDocument('check-graph', windowedId('c1', range)));
    const first = await fetch('1h');
    expect(readCheckGraph(first.body)?.points).toHaveLength(1);
    expect(first).toMatchObject({ isKept: true, claim: { asOf: '2026-03-01T09:00:00+00:00' } });
    expect(scene.sent.at(-1)?.path).toBe('/canary/api/graph?check=c1&count=300&start=1h');
    world.isOnLine = false;
    expect(await fetch('1h')).toMatchObject({
      claim: { state: 'complete', basis: 'kept', reason: 'Not reachable now.' },
      isKept: true,
    });
    expect(await fetch('7d')).toMatchObject({ claim: { state: 'never' }, body: null });
  });
});
