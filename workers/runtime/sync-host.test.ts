import { beforeEach, describe, expect, it } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import { prepareEffect } from '#sync/core/commands/effects.ts';
import type { SyncStatus } from '#sync/core/outbox/status.ts';
import type { StartInput } from '#workers/contracts/sync-contract.ts';
import type { HostedEngine, Session } from './sync-host.ts';
import { createSyncHost } from './sync-host.ts';

const inputOf = (userId: string): StartInput => ({
  identity: { userId, tenant: 'http://localhost', scopeHash: '' },
  apiBase: '/api',
  tabId: 't1',
  appVersion: '0.1.0',
});

const live: SyncStatus = {
  phase: 'live',
  isLeader: true,
  waiting: 2,
  needsAttention: 0,
  progress: null,
  asOf: null,
  reason: null,
  updatedAt: 1,
};
const calls: string[] = [];
let endings: (() => void)[] = [];
let blocks: (() => void)[] = [];
let failures: Record<string, Error> = {};

const effect = prepareEffect({
  id: 'e1',
  identity: inputOf('a').identity,
  request: { kind: 'check.run', checkId: 'c1' },
  title: 'Run checkout',
  nowMs: 0,
  origin: { screen: '/health', tabId: 't1', appVersion: '0' },
});

function step(name: string): Promise<void> {
  calls.push(name);
  const failure = failures[name];
  return failure === undefined ? Promise.resolve() : Promise.reject(failure);
}

function fakeSession(user: string): Session {
  const engine: HostedEngine = {
    start: () => step(`${user} start`),
    stop: () => step(`${user} stop`),
    submit: async (command) => {
      calls.push(`${user} ${command.kind}`);
      return { opIds: ['o1'], made: [] };
    },
    resolveConflict: (opId) => step(`${user} resolve ${opId}`),
    retry: (opId) => step(`${user} retry ${opId}`),
    discard: (opId) => step(`${user} discard ${opId}`),
    prepareEffect: (request, _title, _origin, was) =>
      step(`${user} prepare ${request.kind}, ${was}`).then(() => effect),
    sendEffect: (id) => step(`${user} send ${id}`).then(() => effect),
    removeSetAside: (refs) => step(`${user} remove ${refs.length}`),
    dropEffect: (id) => step(`${user} drop ${id}`),
    dismissNotice: (id) => step(`${user} dismiss ${id}`),
    saveDraft: (key) => step(`${user} save ${key}`).then(() => true),
    deleteDraft: (key) => step(`${user} forget ${key}`),
    refresh: () => step(`${user} refresh`),
    holdDownload: (isHeld) => step(`${user} hold ${isHeld}`),
    refreshHealth: (maxAgeMs) => step(`${user} health ${maxAgeMs}`).then(() => ({ kind: 'pulled' as const })),
    watch: ({ table, id }) => step(`${user} watch ${table} ${id}`),
    unwatch: ({ table, id }) => step(`${user} unwatch ${table} ${id}`),
    sessionRestored: (id) => step(`${user} restored ${id}`),
    diagnostics: () => Promise.reject(new Error('not asked here')),
    verify: () => Promise.reject(new Error('not asked here')),
    rebuild: () => step(`${user} rebuild`),
    unsent: async () => 3,
    pin: (kind, id) => step(`${user} pin ${kind} ${id}`),
    unpin: (kind, id) => step(`${user} unpin ${kind} ${id}`),
    pins: async () => [],
    gatherReview: () => Promise.reject(new Error('not asked here')),
    fetchDocument: () => Promise.reject(new Error('not asked here')),
    readPage: async ({ source, page }) => {
      calls.push(`${user} page ${page} of ${source}`);
      return { is: 'not-here', reason: null };
    },
    logs: {
      read: async (_question, page) => {
        calls.push(`${user} logs ${page}`);
        return { is: 'not-here', reason: 'not here' };
      },
      kept: () => Promise.reject(new Error('not asked here')),
      lines: () => Promise.reject(new Error('not asked here')),
      keep: () => Promise.reject(new Error('not asked here')),
      all: () => Promise.reject(new Error('not asked here')),
    },
    askTicketing: () => Promise.reject(new Error('not asked here')),
    askRunParams: () => Promise.reject(new Error('not asked here')),
    askFlags: () => Promise.reject(new Error('not asked here')),
    onStatus: (listener) => {
      calls.push(`${user} status`);
      listener(live);
    },
  };
  return {
    engine,
    index: {
      queryIndex: () => Promise.reject(new Error('not here')),
      indexRows: async (_tbl, ids) => {
        calls.push(`${user} rows ${ids.join()}`);
        return [];
      },
      subscribeIndex: async () => 1,
      rebuildIndexes: async () => 0,
      unsubscribeIndex: async () => undefined,
    },
    health: {
      queryHealth: () => Promise.reject(new Error('not here')),
      healthRows: async (ids) => {
        calls.push(`${user} checks ${ids.join()}`);
        return [];
      },
      subscribeHealth: async () => 1,
      unsubscribeHealth: async () => undefined,
    },
    topology: {
      queryTopology: () => Promise.reject(new Error('not here')),
      topologyCards: async (ids) => {
        calls.push(`${user} components ${ids.join()}`);
        return [];
      },
      subscribeTopology: async () => 1,
      unsubscribeTopology: async () => undefined,
    },
    setLock: () => step(`${user} lock`),
    seal: () => step(`${user} seal`),
    takeLockOff: async () => null,
    storageReport: () => Promise.reject(new Error('not asked here')),
    setVisible: (isVisible) => {
      calls.push(`${user} visible ${isVisible}`);
    },
    announceWipe: () => {
      calls.push(`${user} announce`);
    },
    close: () => step(`${user} close`),
    recover: async () => {
      const failure = failures[`${user} recover`];
      if (failure !== undefined) throw failure;
    },
    wipe: (confirmed) => step(`${user} wipe ${confirmed}`),
  };
}

const createHost = () =>
  createSyncHost(
    (input, { ended, blocked }) => {
      endings.push(ended);
      blocks.push(blocked);
      return fakeSession(input.identity.userId);
    },
    { event: () => undefined },
    {
      finishWipes: async () => 2,
      otherOwners: async () => [],
      lockKind: async () => null,
      unlock: async () => ({ kind: 'wrong', waitMs: 0 }),
      wipeLocked: () => step('wipe locked'),
      forgetOther: (hash) => step(`forget ${hash}`),
      log: async () => [],
    },
  );

beforeEach(() => {
  calls.length = 0;
  endings = [];
  blocks = [];
  failures = {};
});

describe('sync host', () => {
  const lost = { info: { kind: 'storage-lost' } };

  it('starts once per identity, also when asked twice at the same time', async () => {
    const host = createHost();
    await Promise.all([host.start(inputOf('a')), host.start(inputOf('a'))]);
    await host.start(inputOf('a'));
    expect(calls).toEqual(['a start']);
  });

  it('[I17] ends the engine of one person before it opens that of another', async () => {
    const host = createHost();
    await host.start(inputOf('a'));
    await host.start(inputOf('b'));
    expect(calls).toEqual(['a start', 'a stop', 'a close', 'b start']);
    await host.refresh();
    expect(calls.at(-1)).toBe('b refresh');
  });

  it('[I17] two starts for two people at once never share an engine', async () => {
    const host = createHost();
    await host.start(inputOf('a'));
    const [toB] = await Promise.allSettled([host.start(inputOf('b')), host.start(inputOf('c'))]);
    await host.refresh();
    expect([toB.status, calls.at(-1)]).toEqual(['fulfilled', 'b refresh']);
    expect(calls.indexOf('c close')).toBeLessThan(calls.indexOf('b start'));
  });

  it('passes every call on, and answers with what the engine says', async () => {
    const host = createHost();
    await host.start(inputOf('a'));
    const origin = { screen: '/incidents', appVersion: '0' };
    expect(
      await host.submit({ kind: 'row.update', table: 'hypotheses', rowId: 'h', set: { title: 't' } }, origin),
    ).toEqual({
      opIds: ['o1'],
      made: [],
    });
    await host.resolveConflict('o1', { take: 'mine' });
    await host.retry('o1');
    await host.discard('o1');
    expect(await host.prepareEffect(effect.request, 'Run checkout', origin, 'unhealthy')).toEqual(effect);
    expect(await host.sendEffect('e1')).toEqual(effect);
    await host.dropEffect('e1');
    await expect(host.sendEffect('e1', { project: 1 } as never)).rejects.toMatchObject({
      info: { kind: 'bug' },
    });
    await expect(host.prepareEffect({ kind: 'none' } as never, '', origin)).rejects.toMatchObject({
      info: { kind: 'bug' },
    });
    await host.dismissNotice('n1');
    await host.saveDraft('k', 't', null);
    await host.deleteDraft('k');
    await host.watch({ table: 'checks', id: 'c1', from: '2026-03-01T09:00:00Z' });
    await host.unwatch({ table: 'incidents', id: 'i1' });
    await host.sessionRestored('a');
    await host.setVisible(false);
    await host.subscribe(() => undefined);
    expect(await host.unsent()).toBe(3);
    expect(calls.slice(1)).toEqual([
      'a row.update',
      'a resolve o1',
      'a retry o1',
      'a discard o1',
      'a prepare check.run, unhealthy',
      'a send e1',
      'a drop e1',
      'a dismiss n1',
      'a save k',
      'a forget k',
      'a watch checks c1',
      'a unwatch incidents i1',
      'a restored a',
      'a visible false',
      'a status',
    ]);
  });

  it('refuses calls before a start', async () => {
    await expect(createHost().refresh()).rejects.toMatchObject(lost);
  });

  it('a failed start is told, cleaned up, and can be tried again', async () => {
    const host = createHost();
    failures['a start'] = new SyncError({ kind: 'storage-full', message: 'No room' });
    await expect(host.start(inputOf('a'))).rejects.toMatchObject({ info: { kind: 'storage-full' } });
    expect(calls).toEqual(['a start', 'a stop', 'a close']);
    await expect(host.refresh()).rejects.toMatchObject(lost);
    failures = {};
    await host.start(inputOf('a'));
    await host.refresh();
    expect(calls.slice(3)).toEqual(['a start', 'a refresh']);
  });

  it('[WIP1] a wipe stops the engine, tells the other tabs, then deletes; a failed one can be asked again', async () => {
    const host = createHost();
    await host.start(inputOf('a'));
    failures['a wipe 3'] = new SyncError({ kind: 'storage-lost', message: 'Another tab' });
    await expect(host.wipe(3)).rejects.toMatchObject(lost);
    failures = {};
    await host.wipe(3);
    expect(calls).toEqual(['a start', 'a stop', 'a announce', 'a wipe 3', 'a wipe 3']);
    await expect(host.refresh()).rejects.toMatchObject(lost);
    await host.start(inputOf('b'));
    expect(calls.at(-1)).toBe('b start');
  });

  it('[LCK8] sealing stops what writes in the clear first, and closes whatever comes', async () => {
    const host = createHost();
    await host.start(inputOf('a'));
    await host.setLock({ kind: 'pin', pin: '271828' });
    failures['a seal'] = new SyncError({ kind: 'storage-full', message: 'No room' });
    await expect(host.sealLocked()).rejects.toMatchObject({ info: { kind: 'storage-full' } });
    expect(calls).toEqual(['a start', 'a lock', 'a stop', 'a seal', 'a close']);
    await expect(host.refresh()).rejects.toMatchObject(lost);
  });

  it('[WIP3] more unsent work than the person agreed to lose stops a wipe before anything ends', async () => {
    const host = createHost();
    await host.start(inputOf('a'));
    await expect(host.wipe(2)).rejects.toMatchObject({ info: { kind: 'rejected' } });
    expect(calls).toEqual(['a start']);
    expect(await host.unsent()).toBe(3);
  });

  it('[WIP2] what a crash cut off is finished before the engine starts', async () => {
    const host = createHost();
    failures['a recover'] = new SyncError({ kind: 'storage-lost', message: 'still there' });
    await expect(host.start(inputOf('a'))).rejects.toMatchObject(lost);
    expect(calls).not.toContain('a start');
  });

  it('[D17] a tab of an older version that blocks is named to the page', async () => {
    const host = createHost();
    const heard: SyncStatus[] = [];
    await host.start(inputOf('a'));
    await host.subscribe((status) => {
      heard.push(status);
    });
    blocks[0]?.();
    const reason = 'Another tab holds an older version of Holdfast. Close that tab, then reload this one.';
    expect(heard.at(-1)).toMatchObject({ phase: 'storage-failed', reason });
    expect(calls).not.toContain('a stop');
  });

  it('[I18] a copy that another tab closed says so to its page', async () => {
    const host = createHost();
    const heard: SyncStatus[] = [];
    await host.start(inputOf('a'));
    await host.subscribe((status) => {
      heard.push(status);
    });
    endings[0]?.();
    const reason = 'This copy was closed by another tab. Reload.';
    expect(heard).toEqual([live, { ...live, phase: 'storage-failed', isLeader: false, reason }]);
  });

  it('[I18] a copy whose engine does not stop cleanly closes its databases all the same', async () => {
    const host = createHost();
    await host.start(inputOf('a'));
    failures['a stop'] = new SyncError({ kind: 'storage-lost', message: 'The disk is gone' });
    await expect(host.start(inputOf('b'))).rejects.toMatchObject(lost);
    expect(calls).toEqual(['a start', 'a stop', 'a close']);
  });

  it('[I18] a wipe in another tab ends this engine and closes its databases', async () => {
    const host = createHost();
    await host.start(inputOf('a'));
    endings[0]?.();
    await expect(host.refresh()).rejects.toMatchObject(lost);
    expect(calls).toEqual(['a start', 'a stop', 'a close']);
  });
});
