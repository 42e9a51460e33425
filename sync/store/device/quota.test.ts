import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { hypothesis, identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import { fillDisk } from '#tests/support/full-disk.ts';
import type { CollectionWeight } from '../../protocol/storage-report.ts';
import { BALLAST_BYTES } from './ballast.ts';
import type { StoreHost } from './connection.ts';
import { createDexieCache } from '../cache/dexie-cache.ts';
import type { DexieJournal } from '../journal/dexie-journal.ts';
import { createDexieJournal } from '../journal/dexie-journal.ts';
import type { QuotaInput } from './quota.ts';
import { createQuotaKeeper, PAUSE_MS, REFILL_MS } from './quota.ts';

const identity = identityOf('quota');
const log = { event: () => undefined };

function host(relieve?: () => Promise<boolean>): StoreHost {
  return { ...testHost([], { factory: new IDBFactory(), keyRange: IDBKeyRange }), relieve };
}

afterEach(() => {
  vi.restoreAllMocks();
});

const bulky = (id: string, seq: number) => makeOp(identity, { id, seq, patch: { title: 'x'.repeat(1_000) } });

async function save(journal: DexieJournal, id: string, seq: number): Promise<void> {
  await journal.mutate({ ids: [] }, () => ({ put: [bulky(id, seq)], result: undefined }));
}

describe('ballast', () => {
  it('[QTA1] a journal on a full device throws off its ballast and saves', async () => {
    const journal = createDexieJournal(identity, host());
    await journal.meta();
    const disk = fillDisk(BALLAST_BYTES + 200);
    expect(await journal.ballast.ensure()).toBe(true);
    expect(disk.free()).toBeLessThan(200);
    await save(journal, 'a', 1);
    expect(await journal.ballast.exists()).toBe(false);
    expect(await journal.read({ open: true })).toHaveLength(1);
    expect(await journal.ballast.ensure()).toBe(false);
  });

  it('[QTA1] two writes that find it full at once both use the room', async () => {
    const journal = createDexieJournal(identity, host());
    await journal.meta();
    fillDisk(BALLAST_BYTES + 200);
    await journal.ballast.ensure();
    await Promise.all([save(journal, 'a', 1), save(journal, 'b', 2)]);
    expect(await journal.read({ open: true })).toHaveLength(2);
  });

  it('[QTA1] drafts are saved on a full device, too, and the ballast comes back when there is room', async () => {
    const journal = createDexieJournal(identity, host());
    await journal.meta();
    const disk = fillDisk(BALLAST_BYTES + 100);
    await journal.ballast.ensure();
    await journal.putDraft({ key: 'k', text: 'y'.repeat(500), savedAt: 1, fromOpId: null });
    expect((await journal.drafts())[0]?.text).toHaveLength(500);
    disk.restore();
    expect(await journal.ballast.ensure()).toBe(true);
  });

  it('[QTA2] what still does not fit is refused whole, and everything stays readable', async () => {
    const journal = createDexieJournal(identity, host());
    await save(journal, 'a', 1);
    fillDisk(100);
    const attempt = save(journal, 'b', 2);
    await expect(attempt).rejects.toMatchObject({ info: { kind: 'storage-full' } });
    expect((await journal.read({ open: true })).map((op) => op.id)).toEqual(['a']);
    expect((await journal.meta()).lastSeq).toBe(1);
  });

  it('[QTA2] a cache on a full device asks for room once and runs again, rows and cursor together', async () => {
    let asked = 0;
    const cache = createDexieCache(
      identity,
      host(async () => {
        asked += 1;
        disk.restore();
        return true;
      }),
    );
    await cache.count('people');
    const disk = fillDisk(10);
    const ref = { tbl: 'hypotheses', id: 'h1' } as const;
    await cache.mutate([ref], null, () => ({
      putRows: [{ tbl: 'hypotheses', row: hypothesis('h1') }],
      cursor: { tbl: 'hypotheses', values: {}, walk: 'done', pulls: 1 },
      result: undefined,
    }));
    expect(asked).toBe(1);
    expect((await cache.get(ref)).row).toBeDefined();
    expect(await cache.cursor('hypotheses')).toBeDefined();
  });
});

interface Scene {
  readonly done: string[];
  readonly input: QuotaInput;
  bytes: number;
  nowMs: number;
  readonly freed: Record<string, number>;
}

function scene(): Scene {
  const made: Scene = {
    done: [],
    bytes: 0,
    nowMs: 0,
    freed: {},
    input: {
      clock: { nowMs: () => made.nowMs },
      log,
      budgetBytes: 100,
      weigh: async (): Promise<readonly CollectionWeight[]> => [{ name: 'all', rows: 1, bytes: made.bytes }],
      free: {
        blobs: async () => free('blobs'),
        'old-changes': async () => free('old-changes'),
        'config-pages': async () => free('config-pages'),
      },
    },
  };
  function free(step: string): number {
    made.done.push(step);
    const freed = made.freed[step] ?? 0;
    made.freed[step] = 0;
    made.bytes -= freed;
    return freed;
  }
  return made;
}

describe('ladder', () => {
  it('[QTA3] goes down step by step until something is free, and pauses pulls last', async () => {
    const at = scene();
    at.freed['old-changes'] = 10;
    const keeper = createQuotaKeeper(at.input);
    expect(await keeper.relieve()).toBe(true);
    expect(at.done).toEqual(['blobs', 'old-changes']);
    expect(keeper.pauseReason()).toBeNull();
    expect(await keeper.relieve()).toBe(false);
    expect(at.done.slice(2)).toEqual(['blobs', 'old-changes', 'config-pages']);
    expect(keeper.pauseReason()).toMatch(/full/);
    expect(keeper.reliefs().map(({ step, freed }) => [step, freed])).toEqual([
      ['old-changes', 10],
      ['pause-pulls', 0],
    ]);
  });

  it('[QTA3] a step that fails does not keep the next one from being tried', async () => {
    const at = scene();
    at.freed['old-changes'] = 1;
    const broken = { ...at.input.free, blobs: () => Promise.reject(new Error('broken')) };
    expect(await createQuotaKeeper({ ...at.input, free: broken }).relieve()).toBe(true);
  });

  it('[QTA3] a step that finds the device full itself does not wait for the descent it is part of', async () => {
    const at = scene();
    const answers: boolean[] = [];
    const blobs = async (): Promise<number> => {
      answers.push(await keeper.relieveUnlessRunning());
      throw new Error('full');
    };
    const keeper = createQuotaKeeper({ ...at.input, free: { ...at.input.free, blobs } });
    expect(await keeper.relieve()).toBe(false);
    expect(answers).toEqual([false]);
    at.freed['old-changes'] = 1;
    expect(await keeper.relieveUnlessRunning()).toBe(true);
  });

  it('[QTA4] eases until the cache is within its budget by our own account', async () => {
    const at = scene();
    at.bytes = 150;
    at.freed['blobs'] = 20;
    at.freed['config-pages'] = 40;
    const keeper = createQuotaKeeper(at.input);
    await keeper.tend();
    expect(at.bytes).toBe(90);
    expect(keeper.pauseReason()).toBeNull();
  });

  it('[QTA4] a pause ends after ten minutes, unless the cache is still too heavy', async () => {
    const at = scene();
    at.bytes = 150;
    const keeper = createQuotaKeeper(at.input);
    await keeper.tend();
    expect(keeper.pauseReason()).not.toBeNull();
    at.nowMs = PAUSE_MS;
    await keeper.tend();
    expect(keeper.pauseReason()).not.toBeNull();
    at.bytes = 50;
    at.nowMs = 2 * PAUSE_MS - 1;
    await keeper.tend();
    expect(keeper.pauseReason()).not.toBeNull();
    at.nowMs = 2 * PAUSE_MS;
    await keeper.tend();
    expect(keeper.pauseReason()).toBeNull();
  });

  it('[QTA4] a pause ends by itself in a tab that is not tended', async () => {
    const at = scene();
    const keeper = createQuotaKeeper(at.input);
    await keeper.relieve();
    at.nowMs = PAUSE_MS - 1;
    expect(keeper.pauseReason()).not.toBeNull();
    at.nowMs = PAUSE_MS;
    expect(keeper.pauseReason()).toBeNull();
  });

  it('[QTA4] a pause that began in the future, by a clock set back meanwhile, is over', async () => {
    const at = scene();
    at.nowMs = 10 * 365 * 24 * 3_600_000;
    const keeper = createQuotaKeeper(at.input);
    await keeper.relieve();
    expect(keeper.pauseReason()).not.toBeNull();
    at.nowMs = 0;
    expect(keeper.pauseReason()).toBeNull();
  });

  it('[QTA12] a catalog that lost items comes back after a day, if by the last weighing it fits', async () => {
    const at = scene();
    const keeper = createQuotaKeeper(at.input);
    const evicted = { at: 0, bytes: 40 };
    at.nowMs = REFILL_MS;
    expect(keeper.mayRefill(evicted)).toBe(false); // not weighed yet
    at.bytes = 60;
    await keeper.tend();
    expect(keeper.mayRefill(evicted)).toBe(true);
    expect(keeper.mayRefill({ at: 1, bytes: 40 })).toBe(false);
    expect(keeper.mayRefill({ at: 0, bytes: 41 })).toBe(false);
    await keeper.relieve();
    expect(keeper.pauseReason()).not.toBeNull();
    expect(keeper.mayRefill(evicted)).toBe(false);
  });

  it('[QTA3] calls made meanwhile share one descent', async () => {
    const at = scene();
    at.freed['blobs'] = 5;
    const keeper = createQuotaKeeper(at.input);
    expect(await Promise.all([keeper.relieve(), keeper.relieve()])).toEqual([true, true]);
    expect(at.done).toEqual(['blobs']);
  });
});
