import { afterEach, describe, expect, it } from 'vitest';
import type { BusMessage, CacheStore } from '#sync/ports.ts';
import { SUMMARY_ID } from '#sync/protocol/document-facts.ts';
import type { HealthState } from '#sync/protocol/health.ts';
import { keptQuestion, readKept } from '#sync/protocol/health-kept.ts';
import type { KeptHealth } from '#sync/protocol/health-kept.ts';
import { packSummary, readSummaryAnswer } from '#sync/protocol/health-summary.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { FeedState } from '#sync/protocol/stored.ts';
import type { TableName } from '#sync/protocol/table.ts';
import { createMemoryCache } from '#sync/store/cache/memory-cache.ts';
import { createMemoryDocuments } from '#sync/store/documents/memory-documents.ts';
import { showHealth } from '#sync/store/cache/swap-health.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { plainHealthQuery } from '#tests/support/health-query.ts';
import type { HealthSession } from './health-session.ts';
import { openHealthSession } from './health-session.ts';

const at = (time: string): string => `2026-11-20T${time}+00:00`;
const query = plainHealthQuery(Date.parse('2026-11-20T12:00:00Z'));

/** Two tabs over one cache, with a bus that can lose everything. */
class Device {
  readonly cache = createMemoryCache({ userId: 'u', tenant: 't', scopeHash: '' });
  readonly documents = createMemoryDocuments();
  readonly listeners = new Map<string, (message: BusMessage) => void>();
  readonly opened: HealthSession[] = [];
  readonly dumped: string[] = [];
  readonly time = createVirtualTime(() => false);
  isDeaf = false;
  failure: Error | null = null;

  tab(owner: string): HealthSession {
    const { documents } = this;
    const log = { event: () => undefined };
    const cache: CacheStore = {
      ...this.cache,
      dump: async (tbl) => {
        if (this.failure !== null) throw this.failure;
        this.dumped.push(`${owner} ${tbl}`);
        return await this.cache.dump(tbl);
      },
    };
    const session = openHealthSession({
      cache,
      shown: showHealth({ cache, documents }, () => Promise.resolve(null), log),
      packed: this.cache.packed,
      documents,
      clock: this.time.clock,
      timers: this.time.timers,
      log,
      bus: {
        post: (message) => {
          if (this.isDeaf) return;
          for (const [other, receive] of this.listeners) if (other !== owner) receive(message);
        },
        listen: (receive) => {
          this.listeners.set(owner, receive);
          return () => this.listeners.delete(owner);
        },
      },
    });
    this.opened.push(session);
    return session;
  }
}

const feedOf = (tbl: TableName, asOf: string): FeedState => ({
  tbl,
  status: 'complete',
  asOf,
  lastRows: 0,
  lastError: null,
  badRows: 0,
  badSample: null,
});

async function write(
  tab: HealthSession,
  rows: readonly JsonRow[],
  gone: readonly string[] = [],
): Promise<void> {
  const refs = [...rows.map((row) => String(row['id'])), ...gone].map((id) => ({
    tbl: 'checks' as const,
    id,
  }));
  await tab.cache.mutate(refs, null, () => ({
    putRows: rows.map((row) => ({
      tbl: 'checks' as const,
      row: { ...row, id: String(row['id']), _v: '', _p: 0, _f: 0, _seen: 0 },
    })),
    deleteRows: gone.map((id) => ({ tbl: 'checks' as const, id })),
    result: undefined,
  }));
}

async function putSummary(tab: HealthSession, asOf: string, ...ids: readonly string[]): Promise<void> {
  const answer = readSummaryAnswer({
    checks_summary: ids.map((id) => ({ id, name: id, status: 'healthy', uptime: { passed: 1 } })),
  });
  const body = packSummary({ rows: answer?.rows ?? [], schedules: [], schedulesAsOf: null });
  await tab.documents.put({
    kind: 'health-summary',
    id: SUMMARY_ID,
    body,
    bytes: body.length,
    asOf,
    reasons: ['recent'],
    usedAt: 0,
  });
}

describe('the checks of a session', () => {
  const devices: Device[] = [];
  const device = (): Device => {
    const made = new Device();
    devices.push(made);
    return made;
  };
  const idsOf = async (tab: HealthSession): Promise<readonly string[]> =>
    (await tab.calls.queryHealth(query)).groups.ids;

  afterEach(() => {
    for (const each of devices.splice(0)) for (const session of each.opened) session.stop();
  });

  it('[HLT8] are there from the stored summary before the many rows are read', async () => {
    const here = device();
    const tab = here.tab('a');
    await putSummary(tab, at('11:00:00'), 'c1', 'c2');
    const answer = await tab.calls.queryHealth(query);
    expect(here.dumped).toEqual(['a agents']);
    expect(answer.rows.map(({ id }) => id)).toEqual(['c1', 'c2']);
    expect(answer).toMatchObject({ state: 'complete', summaryAsOf: at('11:00:00'), asOf: at('11:00:00') });
  });

  it('[HLT8] become those of the rows when these are read', async () => {
    const here = device();
    const tab = here.tab('a');
    await putSummary(tab, at('11:00:00'), 'c1', 'c2');
    await write(tab, [{ id: 'c1', name: 'renamed', status: 'unhealthy' }]);
    await tab.cache.putFeeds([feedOf('checks', at('12:00:00'))], null);
    const states: HealthState[] = [];
    await tab.calls.subscribeHealth((state) => states.push(state));
    await tab.calls.queryHealth(query);
    await here.time.pass(500);
    const answer = await tab.calls.queryHealth(query);
    expect(answer.rows.map(({ name, status }) => [name, status])).toEqual([['renamed', 'unhealthy']]);
    expect(answer).toMatchObject({ state: 'complete', asOf: at('12:00:00'), all: { failing: 1 } });
    expect(states.at(-1)?.version).toBe(answer.version);
    expect(states.length).toBeGreaterThan(1);
  });

  it('[HLT8] follow what this tab and the other write, row by row', async () => {
    const here = device();
    const [a, b] = [here.tab('a'), here.tab('b')];
    await write(a, [{ id: 'c1', name: 'c1' }]);
    expect([await idsOf(a), await idsOf(b)]).toEqual([['c1'], ['c1']]);
    here.dumped.length = 0;
    await write(a, [{ id: 'c2', name: 'c2' }], ['c1']);
    await here.time.pass(500);
    expect([await idsOf(a), await idsOf(b)]).toEqual([['c2'], ['c2']]);
    expect(here.dumped).toEqual([]);
    await putSummary(b, at('12:00:00'), 'c2');
    await here.time.pass(500);
    expect((await a.calls.healthRows(['c2', 'gone']))[0]?.uptime?.passed).toBe(1);
    expect((await a.calls.healthRows(['gone']))[0]).toBeNull();
  });

  it('[HLT8] catch up without a message while somebody listens', async () => {
    const here = device();
    const [a, b] = [here.tab('a'), here.tab('b')];
    await b.calls.subscribeHealth(() => undefined);
    expect(await idsOf(b)).toEqual([]);
    here.isDeaf = true;
    await write(a, [{ id: 'c1', name: 'c1' }]);
    await a.cache.putFeeds([feedOf('checks', at('12:00:00'))], null);
    await here.time.pass(6_000);
    expect((await b.calls.queryHealth(query)).asOf).toBe(at('12:00:00'));
    await here.time.pass(301_000);
    expect(await idsOf(b)).toEqual(['c1']);
  });

  it('[HLT7] take uptime and latency from runs that are here, when their hour is whole and newer', async () => {
    const here = device();
    const tab = here.tab('a');
    await putSummary(tab, at('11:00:00'), 'c1');
    await tab.calls.queryHealth(query);
    await here.time.pass(500);
    const run = { check_id: 'c1', time: at('11:55:00'), status: false, duration: 9 };
    const window = {
      scopeKey: 'c1',
      from: at('10:00:00'),
      to: at('12:00:00'),
      complete: true,
      asOf: at('12:00:00'),
    };
    await tab.following(here.cache.packed).apply(
      {
        tbl: 'check_statuses',
        put: [{ ...run, _k: 'c1 1' }],
        remove: [],
        cursor: { tbl: 'check_statuses', values: {}, walk: 'done', pulls: 1, windows: [window] },
      },
      1,
    );
    await here.time.pass(500);
    const [row] = await tab.calls.healthRows(['c1']);
    expect(row).toMatchObject({
      isComputed: true,
      summaryAsOf: at('12:00:00'),
      uptime: { passed: 0, failed: 1 },
    });
    expect(row?.status).toBe('unhealthy');
  });

  it('a failed read is no empty list, and the next question reads again', async () => {
    const here = device();
    const tab = here.tab('a');
    await write(tab, [{ id: 'c1', name: 'c1' }]);
    here.failure = new Error('the disk is gone');
    await expect(tab.calls.queryHealth(query)).rejects.toThrow('the disk is gone');
    here.failure = null;
    expect(await idsOf(tab)).toEqual(['c1']);
  });

  it('refuse a question they cannot read', async () => {
    const tab = device().tab('a');
    await expect(tab.calls.queryHealth({ ...query, withRows: -1 })).rejects.toMatchObject({
      info: { kind: 'bug' },
    });
  });

  describe('kept for the next start', () => {
    const asked = { ...query, keepAs: 'start' } as const;
    const keptOn = async (here: Device): Promise<KeptHealth | null> => {
      const stored = await here.documents.get('health-list', 'start');
      return stored === undefined ? null : readKept(stored.body, keptQuestion(query));
    };

    it('[HLT13] is the newest answer to a question that says so, once it has rested', async () => {
      const here = device();
      const tab = here.tab('a');
      await putSummary(tab, at('11:00:00'), 'c1', 'c2');
      await tab.calls.queryHealth(query);
      await here.time.pass(5_000);
      expect(await keptOn(here)).toBeNull();
      await tab.calls.queryHealth(asked);
      expect(await keptOn(here)).toBeNull();
      await here.time.pass(3_000);
      expect((await keptOn(here))?.groups[0]?.ids).toEqual(['c1', 'c2']);
      await putSummary(tab, at('11:30:00'), 'c1', 'c2', 'c3');
      await here.time.pass(1_000);
      await tab.calls.queryHealth(asked);
      await here.time.pass(30_000);
      expect(await keptOn(here)).toMatchObject({ summaryAsOf: at('11:30:00'), all: { total: 3 } });
    });

    it('[HLT13] is none of a list that is not whole, nor of one that is closed', async () => {
      const here = device();
      const tab = here.tab('a');
      await write(tab, [{ id: 'c1', name: 'c1' }]);
      await tab.calls.queryHealth(asked);
      await here.time.pass(30_000);
      expect(await keptOn(here)).toBeNull();
      await putSummary(tab, at('11:00:00'), 'c1');
      await here.time.pass(1_000);
      await tab.calls.queryHealth(asked);
      tab.stop();
      await here.time.pass(30_000);
      expect(await keptOn(here)).toBeNull();
    });
  });
});
