import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { toSyncError } from '#sync/errors.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { FeedState } from '#sync/protocol/stored.ts';
import type { PackedStore } from '#sync/ports.ts';
import { createMemoryCache } from '#sync/store/cache/memory-cache.ts';
import type { PackedLibrary } from '#sync/store/packed/types.ts';
import { naiveQuery } from '#tests/support/naive-index.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { IndexKeeper } from './index-keeper.ts';
import { indexSpecs } from './index-spec.ts';
import type { IndexQuery, IndexState } from '#sync/protocol/index-query.ts';

const tbl = 'config_items';
const everything: IndexQuery = {
  filters: [],
  text: '',
  sort: { column: 'name', descending: false },
  offset: 0,
  limit: 1_000,
  facets: [{ column: 'health', limit: 10 }],
  groups: { by: [{ column: 'tags', key: 'cluster' }], split: ['health'], limit: 10 },
};
const asOf = '2024-09-01T10:00:00+00:00';
const complete: FeedState = {
  tbl,
  status: 'complete',
  asOf,
  lastRows: 1,
  lastError: null,
  badRows: 0,
  badSample: null,
};

const item = (at: number, over: JsonRow = {}): JsonRow => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  name: `item ${at % 10}`,
  type: 'Kubernetes::Pod',
  health: at % 3 === 0 ? 'unhealthy' : 'healthy',
  tags: { cluster: at % 2 === 0 ? 'prod' : 'dev' },
  created_at: asOf,
  ...over,
});
const many = (from: number, to: number): JsonRow[] =>
  Array.from({ length: to - from }, (_, at) => item(from + at));

class Stage {
  readonly cache = createMemoryCache({ userId: 'u', tenant: 't', scopeHash: '' });
  readonly time = createVirtualTime(() => false);
  readonly events: string[] = [];
  readonly reads: (number | null)[] = [];
  readonly packed: PackedLibrary = {
    ...this.cache.packed,
    read: async (name, since, sink) => {
      this.reads.push(since);
      if (this.isBroken) throw toSyncError(new Error('disk'));
      const version = await this.cache.packed.read(name, since, sink);
      await this.held;
      return version;
    },
  };
  isBroken = false;
  /** What was read is on its way until then. */
  held: Promise<void> | undefined;

  keeper(): IndexKeeper {
    return new IndexKeeper(tbl, indexSpecs[tbl], {
      packed: this.packed,
      feeds: () => this.cache.feeds(),
      clock: this.time.clock,
      timers: this.time.timers,
      log: { event: (_level, code) => this.events.push(code) },
    });
  }

  apply(
    put: readonly JsonRow[],
    remove: readonly string[] = [],
    feed?: FeedState,
  ): ReturnType<PackedStore['apply']> {
    return this.packed.apply({ tbl, put, remove, feed }, 1);
  }

  async stored(): Promise<JsonRow[]> {
    const rows: JsonRow[] = [];
    await this.cache.packed.read(tbl, null, {
      begin: () => undefined,
      put: (more) => {
        rows.push(...more);
      },
      remove: () => undefined,
    });
    return rows;
  }
}

describe('keeping an index up with its store', () => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
  });

  it('[IDX2] says what it may claim: never, partial, complete, and of when', async () => {
    const keeper = stage.keeper();
    expect(await keeper.query(everything)).toMatchObject({
      total: 0,
      state: 'never',
      asOf: null,
      version: 0,
    });
    await stage.apply(many(0, 5), [], { ...complete, status: 'partial', asOf: null });
    await stage.time.sleep(1_000);
    expect(await keeper.query(everything)).toMatchObject({ total: 5, state: 'partial', asOf: null });
    await stage.apply([], [], complete);
    await stage.time.sleep(1_000);
    expect(await keeper.query(everything)).toMatchObject({ total: 5, state: 'complete', asOf });
  });

  it('[IDX3] tells listeners after a notice, and reads only what changed', async () => {
    await stage.apply(many(0, 50));
    const keeper = stage.keeper();
    const heard: IndexState[] = [];
    keeper.subscribe((state) => heard.push(state));
    await stage.time.pass(0);
    expect(heard.map(({ version }) => version)).toEqual([1]);
    await stage.apply([item(3, { name: 'changed' })]);
    keeper.notice();
    await stage.time.pass(100);
    expect(heard.map(({ version }) => version)).toEqual([1, 2]);
    expect(stage.reads).toEqual([null, 1]);
    keeper.notice();
    await stage.time.pass(100);
    expect(heard).toHaveLength(2);
  });

  it('[IDX3] a lost message leaves it behind for five seconds at most', async () => {
    const keeper = stage.keeper();
    const heard: number[] = [];
    const end = keeper.subscribe(({ version }) => heard.push(version));
    await stage.time.pass(0);
    await stage.apply(many(0, 5));
    await stage.time.pass(4_999);
    expect(heard).toEqual([0]);
    await stage.time.pass(1);
    expect(heard).toEqual([0, 1]);
    end();
    await stage.apply(many(5, 9));
    await stage.time.pass(20_000);
    expect(heard).toEqual([0, 1]);
    expect(stage.time.waiting()).toBe(0);
  });

  it('[IDX3] a question looks for newer rows when the last look is a second old', async () => {
    const keeper = stage.keeper();
    await keeper.query(everything);
    await stage.apply(many(0, 5));
    await stage.time.sleep(999);
    expect((await keeper.query(everything)).total).toBe(0);
    await stage.time.sleep(1);
    expect((await keeper.query(everything)).total).toBe(5);
  });

  it('[IDX4] stores its columns at idle, and a new session starts from them', async () => {
    await stage.apply(many(0, 200));
    const keeper = stage.keeper();
    const before = await keeper.query(everything);
    await stage.time.pass(14_999);
    expect(await stage.cache.packed.snapshot(tbl)).toBeUndefined();
    await stage.time.pass(1);
    expect((await stage.cache.packed.snapshot(tbl))?.version).toBe(1);
    stage.reads.length = 0;
    expect(await stage.keeper().query(everything)).toEqual(before);
    expect(stage.reads).toEqual([1]);
    // What came from the store need not go back there.
    expect(stage.time.waiting()).toBe(0);
  });

  it('[IDX4] stores its columns while somebody listens, and no oftener than every ten minutes', async () => {
    await stage.apply(many(0, 20));
    const keeper = stage.keeper();
    keeper.subscribe(() => undefined);
    const stored = async () => (await stage.cache.packed.snapshot(tbl))?.version;
    await stage.time.pass(15_000);
    expect(await stored()).toBe(1);
    for (let minute = 0; minute < 9; minute += 1) {
      await stage.apply([item(minute, { name: `minute ${minute}` })]);
      keeper.notice();
      await stage.time.pass(60_000);
    }
    expect(await stored()).toBe(1);
    await stage.time.pass(60_000);
    expect(await stored()).toBe(10);
    keeper.stop();
  });

  it('[IDX4] a snapshot that is damaged, of another spec, or from a later store is not believed', async () => {
    await stage.apply(many(0, 20));
    const keeper = stage.keeper();
    const before = await keeper.query(everything);
    await keeper.saveSnapshot();
    const stored = await stage.cache.packed.snapshot(tbl);
    if (typeof stored?.body !== 'object' || stored.body === null) throw new Error('no snapshot');
    for (const spoiled of [{ alive: new Uint8Array(3) }, { spec: '{}' }, { columns: {} }, { form: 0 }]) {
      await stage.cache.packed.putSnapshot({ ...stored, body: { ...stored.body, ...spoiled } });
      stage.reads.length = 0;
      expect(await stage.keeper().query(everything)).toEqual(before);
      expect(stage.reads).toEqual([null]);
    }
    expect(stage.events).toContain('index.snapshot-refused');
    await stage.cache.packed.putSnapshot({ ...stored, version: 99 });
    expect(await stage.keeper().query(everything)).toEqual(before);
  });

  it('[IDX5] a failed read is a failed question, never an empty answer, and is tried again', async () => {
    await stage.apply(many(0, 5));
    const keeper = stage.keeper();
    stage.isBroken = true;
    await expect(keeper.query(everything)).rejects.toMatchObject({ info: { kind: 'bug' } });
    const heard: number[] = [];
    keeper.subscribe(({ version }) => heard.push(version));
    await stage.time.pass(1_000);
    expect(heard).toEqual([]);
    expect(stage.events).toContain('index.behind');
    stage.isBroken = false;
    await stage.time.pass(5_000);
    expect(heard).toEqual([1]);
    expect((await keeper.query(everything)).total).toBe(5);
  });

  describe('[IDX7] what its own context writes', () => {
    /** Writes and says so, as the session of the leader does. */
    const written = async (keeper: IndexKeeper, put: readonly JsonRow[], remove: readonly string[] = []) => {
      const write = { tbl, put, remove } as const;
      keeper.take(write, await stage.packed.apply(write, 1));
    };

    it('goes in as it comes, from the first page on, and is not read back', async () => {
      const keeper = stage.keeper();
      await written(keeper, many(0, 5));
      await written(keeper, [item(3, { name: 'changed' }), item(7)], [String(item(1)['id'])]);
      expect(stage.reads).toEqual([]);
      expect((await keeper.query(everything)).total).toBe(5);
      // A question looks whether somebody else has written: nobody has.
      expect(stage.reads).toEqual([2]);
    });

    it('is told to listeners without a look at the rows', async () => {
      const keeper = stage.keeper();
      const heard: number[] = [];
      keeper.subscribe(({ version }) => heard.push(version));
      await stage.time.pass(0);
      await written(keeper, many(0, 5));
      await stage.time.pass(200);
      await written(keeper, many(5, 9));
      await stage.time.pass(200);
      expect(heard).toEqual([0, 1, 2]);
      expect(stage.reads).toEqual([null]);
      keeper.stop();
    });

    it('is read where a write before it was not heard of, or columns were taken from rows', async () => {
      const keeper = stage.keeper();
      await written(keeper, many(0, 5));
      await stage.apply(many(5, 6));
      await written(keeper, many(6, 7));
      expect((await keeper.query(everything)).total).toBe(7);
      const thin = { ids: [String(item(2)['id'])], columns: ['tags'] };
      const write = { tbl, put: [], remove: [], thin } as const;
      keeper.take(write, await stage.packed.apply(write, 1));
      await stage.time.sleep(1_000);
      const naive = naiveQuery(await stage.stored(), everything, indexSpecs[tbl]);
      expect(await keeper.query(everything)).toMatchObject(naive);
    });

    it('waits for the reading that is under way, which may be of before it', async () => {
      const keeper = stage.keeper();
      let release = (): void => undefined;
      stage.held = new Promise((resolve) => (release = resolve));
      keeper.subscribe(() => undefined);
      await stage.time.pass(0);
      expect(stage.reads).toEqual([null]);
      await written(keeper, many(0, 5));
      release();
      await stage.time.pass(200);
      expect((await keeper.query(everything)).total).toBe(5);
      keeper.stop();
    });

    it('is nothing where nothing could be stored', async () => {
      const keeper = stage.keeper();
      await written(keeper, many(0, 5));
      const { version } = (await stage.packed.versions()).get(tbl) ?? { version: 0 };
      const refused = { changed: 0, removed: 0, before: version, version, count: 5 };
      keeper.take({ tbl, put: many(5, 9), remove: [] }, refused);
      expect((await keeper.query(everything)).total).toBe(5);
    });

    it('is read anew where the columns cannot take it', async () => {
      const keeper = stage.keeper();
      await written(keeper, many(0, 5));
      const applied = await stage.apply(many(5, 7));
      keeper.take({ tbl, put: [item(5), { name: 'without a key' }], remove: [] }, applied);
      expect(stage.events).toContain('index.behind');
      expect((await keeper.query(everything)).total).toBe(7);
      expect(stage.reads).toEqual([null]);
    });

    it('makes no claim before it was asked what may be claimed', async () => {
      const keeper = stage.keeper();
      await stage.apply([], [], complete);
      await written(keeper, many(0, 5));
      const heard: IndexState[] = [];
      keeper.subscribe((state) => heard.push(state));
      await stage.time.pass(200);
      expect(heard.map(({ state }) => state)).toEqual(['complete']);
      keeper.stop();
    });

    it('is kept as columns at idle, although nobody looks', async () => {
      const keeper = stage.keeper();
      await written(keeper, many(0, 5));
      await stage.time.pass(10_000);
      await written(keeper, many(5, 9));
      await stage.time.pass(14_999);
      expect(await stage.cache.packed.snapshot(tbl)).toBeUndefined();
      await stage.time.pass(1);
      expect((await stage.cache.packed.snapshot(tbl))?.version).toBe(2);
      // In memory, and written again, only for who looks.
      expect(keeper.sizeBytes).toBe(0);
      await written(keeper, many(9, 12));
      await stage.time.pass(3_600_000);
      expect([keeper.sizeBytes, (await stage.cache.packed.snapshot(tbl))?.version]).toEqual([0, 2]);
      expect(await keeper.query(everything)).toMatchObject({ total: 12, version: 3 });
      expect(stage.reads).toEqual([2]);
    });

    it('stays where somebody has begun to look', async () => {
      const keeper = stage.keeper();
      await written(keeper, many(0, 5));
      await keeper.query(everything);
      await stage.time.pass(15_000);
      expect(keeper.sizeBytes).toBeGreaterThan(0);
    });
  });

  it('builds anew when too many slots are dead', async () => {
    await stage.apply(many(0, 3_000));
    const keeper = stage.keeper();
    await keeper.query(everything);
    await stage.apply(
      [],
      many(0, 2_000).map((row) => String(row['id'])),
    );
    await stage.time.sleep(1_000);
    expect((await keeper.query(everything)).total).toBe(1_000);
    stage.reads.length = 0;
    await stage.time.sleep(1_000);
    expect((await keeper.query(everything)).total).toBe(1_000);
    expect(stage.reads).toEqual([null]);
  });

  it('[IDX6] is built anew from the stored rows on request, stored columns and all', async () => {
    await stage.apply(many(0, 20));
    const keeper = stage.keeper();
    const before = await keeper.query(everything);
    await keeper.saveSnapshot();
    const stored = await stage.cache.packed.snapshot(tbl);
    // Somebody's columns that say something else under the same version.
    const other = new Stage();
    await other.apply(many(30, 35));
    const wrong = other.keeper();
    await wrong.query(everything);
    await wrong.saveSnapshot();
    const body = (await other.cache.packed.snapshot(tbl))?.body;
    await stage.cache.packed.putSnapshot({ tbl, version: stored?.version ?? 0, body });
    const doubted = stage.keeper();
    expect(await doubted.query(everything)).not.toEqual(before);
    expect(await doubted.rebuild()).toBe(20);
    expect(await doubted.query(everything)).toEqual(before);
    expect(await stage.keeper().query(everything)).toEqual(before);
  });

  it('hands out whole rows in the asked order', async () => {
    await stage.apply(many(0, 5));
    const rows = await stage.keeper().rows([String(item(3)['id']), 'nowhere', String(item(1)['id'])]);
    expect(rows).toEqual([item(3), null, item(1)]);
  });

  it('a question that does not fit the columns is a bug', async () => {
    const keeper = stage.keeper();
    const odd: IndexQuery['filters'][] = [
      [{ kind: 'values', column: 'nowhere', include: [], exclude: [] }],
      [{ kind: 'values', column: 'name', include: [], exclude: [] }],
      [{ kind: 'range', column: 'created_at', from: 'yesterday', to: null }],
      [{ kind: 'pairs', column: 'type', include: [], exclude: [] }],
    ];
    for (const filters of odd) {
      await expect(keeper.query({ ...everything, filters })).rejects.toMatchObject({ info: { kind: 'bug' } });
    }
  });

  it('[IDX1] follows any run of writes, told or not', async () => {
    const step = fc.oneof(
      fc.record({
        put: fc.array(fc.tuple(fc.nat(60), fc.nat(3)), { maxLength: 10 }),
        remove: fc.array(fc.nat(60), { maxLength: 10 }),
        isTaken: fc.boolean(),
      }),
      fc.constantFrom('clear' as const, 'notice' as const, 'restart' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const here = new Stage();
        let keeper = here.keeper();
        for (const each of steps) {
          if (each === 'clear') await here.cache.clear();
          else if (each === 'notice') keeper.notice();
          else if (each === 'restart') {
            await keeper.saveSnapshot();
            keeper.stop();
            keeper = here.keeper();
          } else {
            const put = each.put.map(([at, turn]) =>
              item(at, { name: `turn ${turn}`, tags: { cluster: `c${turn}` } }),
            );
            const write = { tbl, put, remove: each.remove.map((at) => String(item(at)['id'])) } as const;
            const applied = await here.packed.apply(write, 1);
            if (each.isTaken) keeper.take(write, applied);
          }
          await here.time.sleep(1_000);
          const {
            version,
            state,
            basis,
            asOf: at,
            lacks,
            reason,
            ...answer
          } = await keeper.query(everything);
          expect(answer).toEqual(naiveQuery(await here.stored(), everything, indexSpecs[tbl]));
          expect([version, state, basis, at, lacks, reason]).toEqual([
            (await here.packed.versions()).get(tbl)?.version,
            'never',
            'device',
            null,
            [],
            null,
          ]);
        }
        keeper.stop();
      }),
      { numRuns: 150 },
    );
  });
});
