import { afterEach, describe, expect, it } from 'vitest';
import type { BusMessage, PackedStore } from '#sync/ports.ts';
import { readKeptIndex } from '#sync/protocol/index-kept.ts';
import type { IndexQuery, IndexResult, IndexState } from '#sync/protocol/index-query.ts';
import { createMemoryCache } from '#sync/store/cache/memory-cache.ts';
import { createMemoryDocuments } from '#sync/store/documents/memory-documents.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import type { IndexSession } from './index-session.ts';
import { openIndexSession } from './index-session.ts';

const AS_OF = '2026-11-20T12:00:00+00:00';
const tbl = 'config_items';
const everything: IndexQuery = {
  filters: [],
  text: '',
  sort: null,
  offset: 0,
  limit: 10,
  facets: [],
  groups: null,
};
const id = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ id: id(from + at), name: `n${from + at}` }));

/** Two tabs over one cache, with a bus that can lose everything. */
class Device {
  readonly cache = createMemoryCache({ userId: 'u', tenant: 't', scopeHash: '' });
  readonly listeners = new Map<string, (message: BusMessage) => void>();
  readonly documents = createMemoryDocuments();
  readonly posted: BusMessage[] = [];
  readonly compacted: string[] = [];
  /** Versions from which an index has read. */
  readonly reads: (number | null)[] = [];
  readonly opened: IndexSession[] = [];
  readonly time = createVirtualTime(() => false);
  isDeaf = false;
  /** False while the lists are those of an earlier cache. */
  isPresent = true;

  tab(owner: string, isLeader = false): IndexSession {
    const session = openIndexSession({
      documents: this.documents,
      packed: {
        ...this.cache.packed,
        compact: (name, pages) => {
          this.compacted.push(`${owner} ${name}`);
          return this.cache.packed.compact(name, pages);
        },
        versions: async () => {
          const versions = new Map(await this.cache.packed.versions());
          const state = versions.get(tbl);
          if (state !== undefined) versions.set(tbl, { ...state, deltaRows: 1_000 });
          return versions;
        },
      },
      shown: {
        packed: {
          ...this.cache.packed,
          read: (name, since, sink) => {
            this.reads.push(since);
            return this.cache.packed.read(name, since, sink);
          },
        },
        feeds: () => this.cache.feeds(),
        isPresent: async () => this.isPresent,
      },
      clock: this.time.clock,
      timers: this.time.timers,
      log: { event: () => undefined },
      bus: {
        post: (message) => {
          this.posted.push(message);
          if (this.isDeaf) return;
          for (const [other, receive] of this.listeners) if (other !== owner) receive(message);
        },
        listen: (receive) => {
          this.listeners.set(owner, receive);
          return () => this.listeners.delete(owner);
        },
      },
      isLeader: () => isLeader,
    });
    this.opened.push(session);
    return session;
  }
}

const write = (packed: PackedStore, from: number, to: number) =>
  packed.apply({ tbl, put: rows(from, to), remove: [] }, 1);

describe('the indexes of a session', () => {
  const devices: Device[] = [];
  const device = (): Device => {
    const made = new Device();
    devices.push(made);
    return made;
  };
  afterEach(() => {
    for (const each of devices.splice(0)) for (const session of each.opened) session.stop();
  });

  it('[IDX3] what the leader writes reaches the indexes of every tab', async () => {
    const here = device();
    const leader = here.tab('leader', true);
    const other = here.tab('other');
    const heard: IndexState[] = [];
    await other.calls.subscribeIndex(tbl, (state) => heard.push(state));
    await here.time.pass(0);
    await write(leader.packed, 0, 5);
    await here.time.pass(100);
    expect(heard.map(({ version }) => version)).toEqual([0, 1]);
    expect(await other.calls.queryIndex(tbl, everything)).toMatchObject({ total: 5, all: 5, version: 1 });
    expect(await leader.calls.queryIndex(tbl, everything)).toMatchObject({ total: 5 });
  });

  it('[IDX3] a tab that hears nothing still follows', async () => {
    const here = device();
    here.isDeaf = true;
    const leader = here.tab('leader', true);
    const other = here.tab('other');
    const heard: number[] = [];
    await other.calls.subscribeIndex(tbl, ({ version }) => heard.push(version));
    await here.time.pass(0);
    await write(leader.packed, 0, 5);
    await here.time.pass(5_000);
    expect(heard).toEqual([0, 1]);
  });

  it('[IDX7] a first download is in the columns of the tab that makes it, and is not read again', async () => {
    const here = device();
    const { calls, packed } = here.tab('leader', true);
    await write(packed, 0, 5);
    await write(packed, 5, 8);
    expect(await calls.queryIndex(tbl, everything)).toMatchObject({ total: 8, version: 2 });
    expect(here.reads).toEqual([2]);
  });

  it('[IDX7] columns of a collection that held rows before are made when somebody asks', async () => {
    const here = device();
    await here.cache.packed.apply({ tbl, put: rows(0, 5), remove: [] }, 1);
    const { calls, packed } = here.tab('leader', true);
    await write(packed, 5, 8);
    expect(here.reads).toEqual([]);
    expect(await calls.queryIndex(tbl, everything)).toMatchObject({ total: 8, version: 2 });
    expect(here.reads).toEqual([null]);
  });

  it('[IDX7] what is written while an earlier cache is shown goes into no columns', async () => {
    const here = device();
    here.isPresent = false;
    const { calls, packed } = here.tab('leader', true);
    await write(packed, 0, 5);
    await calls.queryIndex(tbl, everything);
    await write(packed, 5, 8);
    await here.time.pass(1_000);
    await calls.queryIndex(tbl, everything);
    expect(here.reads).toEqual([null, 1, 2]);
  });

  it('[HLT13] keeps groups for the next start as they were answered last, once that has rested', async () => {
    const here = device();
    const { calls, packed } = here.tab('leader', true);
    const groups = { by: [{ column: 'name' }], split: [], limit: 10 };
    const asked = { ...everything, limit: 0, groups, keepAs: 'start' } as const;
    const kept = async (): Promise<IndexResult | null> => {
      const stored = await here.documents.get('index-list', `${tbl}:start`);
      return stored === undefined ? null : readKeptIndex(stored.body, asked);
    };
    await calls.subscribeIndex(tbl, () => undefined);
    await write(packed, 0, 5);
    await calls.queryIndex(tbl, asked);
    await here.time.pass(30_000);
    // One that is not whole would look like a smaller one.
    expect(await kept()).toBeNull();
    const feed = {
      status: 'complete',
      asOf: AS_OF,
      lastRows: 0,
      lastError: null,
      badRows: 0,
      badSample: null,
    } as const;
    await packed.apply({ tbl, put: rows(5, 8), remove: [], feed: { tbl, ...feed } }, 1);
    await calls.queryIndex(tbl, { ...everything, limit: 0, groups });
    await here.time.pass(30_000);
    expect(await kept()).toBeNull();
    const answer = await calls.queryIndex(tbl, asked);
    expect(answer.groups.length).toBeGreaterThan(0);
    await here.time.pass(30_000);
    expect(await kept()).toEqual({ ...answer, version: 0 });
    const { body = '' } = (await here.documents.get('index-list', `${tbl}:start`)) ?? {};
    // Of another question nothing is shown, and nothing that is damaged.
    expect(readKeptIndex(body, { ...asked, text: 'x' })).toBeNull();
    expect(readKeptIndex(body.slice(0, -9), asked)).toBeNull();
    expect(readKeptIndex(body.replace('"total":8', '"total":"8"'), asked)).toBeNull();
  });

  it('announces what changed and nothing else', async () => {
    const here = device();
    const { packed } = here.tab('leader', true);
    await write(packed, 0, 5);
    await write(packed, 0, 5);
    expect(here.posted).toEqual([{ type: 'packed', tbl }]);
  });

  it('ends a subscription by its number', async () => {
    const here = device();
    const session = here.tab('leader', true);
    const heard: number[] = [];
    const first = await session.calls.subscribeIndex(tbl, ({ version }) => heard.push(version));
    await here.time.pass(0);
    await session.calls.unsubscribeIndex(first);
    await session.calls.unsubscribeIndex(99);
    await write(session.packed, 0, 5);
    await here.time.pass(6_000);
    expect(heard).toEqual([0]);
  });

  it('refuses what is no question, no collection and no list of ids', async () => {
    const { calls } = device().tab('leader', true);
    const bug = { info: { kind: 'bug' } };
    // What a page of another version might send.
    const odd = { ...everything, limit: 1e9 };
    await expect(calls.queryIndex(tbl, odd)).rejects.toMatchObject(bug);
    await expect(calls.queryIndex('incidents' as never, everything)).rejects.toMatchObject(bug);
    await expect(calls.indexRows(tbl, [7 as never])).rejects.toMatchObject(bug);
    await expect(calls.subscribeIndex('incidents' as never, () => undefined)).rejects.toMatchObject(bug);
  });

  it('hands out rows by id', async () => {
    const { calls, packed } = device().tab('leader', true);
    await write(packed, 0, 3);
    expect(await calls.indexRows(tbl, [id(2), 'nowhere'])).toEqual([rows(2, 3)[0], null]);
  });

  it('[PCK12] the leader compacts once a minute, the others do not, and none after its end', async () => {
    const here = device();
    const leader = here.tab('leader', true);
    here.tab('other');
    await write(leader.packed, 0, 5);
    await here.time.pass(59_999);
    expect(here.compacted).toEqual([]);
    await here.time.pass(1_000);
    expect(here.compacted).toEqual([`leader ${tbl}`]);
    for (const session of here.opened) session.stop();
    expect(here.time.waiting()).toBe(0);
    expect(here.listeners.size).toBe(0);
  });
});
