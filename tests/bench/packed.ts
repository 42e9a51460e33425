import type { Identity } from '#sync/protocol/identity.ts';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import { IndexKeeper } from '#sync/read/index/index-keeper.ts';
import { indexSpecs } from '#sync/read/index/index-spec.ts';
import type { StoreHost } from '#sync/store/device/connection.ts';
import type { DexieCache } from '#sync/store/cache/dexie-cache.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import { compactGrown } from '#sync/store/packed/idle.ts';
import { parseRows } from '#sync/transport/parse-page.ts';
import { deviceTimers, waitWith } from '#workers/runtime/timers.ts';
import type { Spread } from './figures.ts';
import { sample, spreadOf } from './figures.ts';
import { changeRow, itemRow, itemRows, wirePages } from './packed/rows.ts';
import { putPackedRaw, putRowsRaw } from './packed/raw.ts';
import { measureRowTable } from './row-table.ts';

const host: StoreHost = { wait: waitWith(deviceTimers), log: { event: () => undefined } };
const tbl = 'config_items';
/** Rows of a page of the wire (the server's cap). */
const WIRE_ROWS = 2_000;
/** Rows of the raw comparison: enough to be steady, few enough for one put each. */
const RAW_ROWS = 20_000;

/** What packed collections and their index cost, each beside what this machine can do at best. */
export interface PackedFigures {
  readonly rows: number;
  readonly rawRowPut: number;
  /** With an index each for type, health and status: rows that could be asked by facets without our columns. */
  readonly rawIndexedPut: number;
  readonly rawPackedPut: number;
  /** A table of rows with two indexes. */
  readonly rowTable: { readonly bootstrap: number; readonly raw: number };
  readonly parseOnly: number;
  readonly bootstrap: number;
  readonly changesBootstrap: number;
  readonly again: number;
  readonly build: number;
  readonly snapshotSave: number;
  readonly snapshotLoad: number;
  readonly rawSnapshotLoad: number;
  readonly rawScan: Spread;
  readonly keystroke: Spread;
  readonly keystrokeFacets: Spread;
  readonly firstSort: number;
  readonly deltaApply: number;
  readonly deltaVisible: number;
  readonly rawDelta: number;
  readonly compaction: number;
  readonly rowsOfWindow: Spread;
  readonly digestRange: Spread;
  readonly columnBytes: number;
  readonly jsonBytes: number;
}

function identityOf(name: string): Identity {
  return { userId: `bench-${name}`, tenant: globalThis.location.origin, scopeHash: '' };
}

function keeperOf(cache: DexieCache): IndexKeeper {
  return new IndexKeeper(tbl, indexSpecs[tbl], {
    packed: cache.packed,
    feeds: () => cache.feeds(),
    clock: { nowMs: () => performance.now() },
    timers: { set: () => () => undefined },
    log: { event: () => undefined },
  });
}

const everything: IndexQuery = {
  filters: [],
  text: '',
  sort: { column: 'name', descending: false },
  offset: 0,
  limit: 50,
  facets: [],
  groups: null,
};
/** What somebody types, letter by letter: names of rows, each once, so that no answer is ready before. */
function typedTexts(rows: number, count: number): readonly string[] {
  const texts: string[] = [];
  for (let at = 0; texts.length < count; at += 1) {
    const name = String(itemRow((at * 7_919) % rows)['name']);
    for (let letters = 1; letters <= name.length; letters += 1) texts.push(name.slice(0, letters));
  }
  return texts.slice(0, count);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

const rate = (rows: number, ms: number): number => Math.round((rows / ms) * 1_000);

/** Walks of a bootstrap that run side by side (D11). */
const LANES = 4;

/** From the bodies of the wire to durable rows, as the engine does it: parse, check, apply, in four lanes. */
async function bootstrap(
  cache: DexieCache,
  pages: readonly string[],
  name: 'config_items' | 'config_changes',
) {
  const spec = packedSpecs[name];
  const perLane = Math.ceil(pages.length / LANES);
  const lane = async (bodies: readonly string[]): Promise<void> => {
    for (const body of bodies) {
      const { rows } = parseRows(spec, JSON.parse(body) as JsonRow[]); // written by wirePages
      await cache.packed.apply({ tbl: name, put: rows, remove: [] }, 1);
    }
  };
  return await timed(() =>
    Promise.all(
      Array.from({ length: LANES }, (_, at) => lane(pages.slice(at * perLane, (at + 1) * perLane))),
    ),
  );
}

/** A plain search of the same names in one string, counting the finds: the least a keystroke can cost. */
async function scanNames(rows: readonly JsonRow[], count: number): Promise<Spread> {
  const joined = rows.map((row) => String(row['name'])).join('\n');
  let finds = 0;
  const typed = typedTexts(rows.length, count);
  const scan = (run: number): Promise<void> => {
    const word = typed[run] ?? '';
    for (let at = joined.indexOf(word); at >= 0; at = joined.indexOf(word, at + 1)) finds += 1;
    return Promise.resolve();
  };
  const spread = spreadOf(await sample(count, scan));
  if (finds === 0) throw new Error('Nothing was found');
  return spread;
}

async function measureStore(pages: readonly string[], rows: number) {
  const cache = createDexieCache(identityOf('packed'), host);
  await cache.feeds();
  const parseMs = await timed(async () => {
    for (const body of pages) parseRows(packedSpecs[tbl], JSON.parse(body) as JsonRow[]); // as above
  });
  const firstMs = await bootstrap(cache, pages, tbl);
  const againMs = await bootstrap(cache, pages, tbl);
  const changes = wirePages(
    Array.from({ length: 50_000 }, (_, at) => changeRow(at)),
    WIRE_ROWS,
  );
  const changesMs = await bootstrap(cache, changes, 'config_changes');
  return {
    cache,
    parseOnly: rate(rows, parseMs),
    bootstrap: rate(rows, firstMs),
    again: rate(rows, againMs),
    changesBootstrap: rate(50_000, changesMs),
    jsonBytes: [...pages, ...changes].reduce((sum, page) => sum + page.length, 0),
  };
}

async function measureIndex(cache: DexieCache, rows: number, count: number) {
  const keeper = keeperOf(cache);
  const build = await timed(() => keeper.query({ ...everything, sort: null }));
  const firstSort = await timed(() => keeper.query(everything));
  const typed = typedTexts(rows, 2 * count);
  const ask = (query: IndexQuery, from: number) => (run: number) =>
    keeper.query({ ...query, text: typed[from + run] ?? '' });
  const keystroke = spreadOf(await sample(count, ask(everything, 0)));
  const facets = ['type', 'health', 'status'].map((column) => ({ column, limit: 20 }));
  const keystrokeFacets = spreadOf(
    await sample(
      count,
      ask(
        { ...everything, facets: [...facets, { column: 'tags', key: 'namespace', limit: 50 } as const] },
        count,
      ),
    ),
  );
  const snapshotSave = await timed(() => keeper.saveSnapshot());
  const rawSnapshotLoad = await timed(() => cache.packed.snapshot(tbl));
  const snapshotLoad = await timed(() => keeperOf(cache).query(everything));
  return {
    keeper,
    build,
    firstSort,
    keystroke,
    keystrokeFacets,
    snapshotSave,
    snapshotLoad,
    rawSnapshotLoad,
  };
}

async function measureDelta(cache: DexieCache, keeper: IndexKeeper, rows: number) {
  const edits = Array.from({ length: 1_000 }, (_, at) => ({
    ...itemRow(Math.floor((at * rows) / 1_000)),
    status: 'Changed',
  }));
  const before = (await cache.packed.versions()).get(tbl)?.version ?? 0;
  let handleSeen: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => {
    handleSeen = resolve;
  });
  const unsubscribe = keeper.subscribe(({ version }) => {
    if (version > before) handleSeen();
  });
  const startedAt = performance.now();
  const deltaApply = await timed(() => cache.packed.apply({ tbl, put: edits, remove: [] }, 1));
  keeper.notice();
  await seen;
  const changed = await keeper.query({
    ...everything,
    filters: [{ kind: 'values', column: 'status', include: ['Changed'], exclude: [] }],
  });
  const deltaVisible = performance.now() - startedAt;
  unsubscribe();
  if (changed.total !== edits.length) throw new Error(`The index shows ${changed.total} of the changed rows`);
  const compaction = await timed(() => compactGrown(cache.packed, async () => true, 1, 0));
  return { deltaApply, deltaVisible, compaction };
}

async function measureReads(cache: DexieCache, keeper: IndexKeeper, count: number) {
  const rowsOfWindow = spreadOf(
    await sample(count, async (run) => {
      const { ids } = await keeper.query({ ...everything, offset: run * 50 });
      await keeper.rows(ids);
    }),
  );
  const digestRange = spreadOf(
    await sample(count, (run) => {
      const from = ((run % 64) * 4).toString(16).padStart(2, '0');
      return cache.packed.lines(tbl, from, `${from}ffffff`);
    }),
  );
  return { rowsOfWindow, digestRange };
}

/** Measures everything in the context it is called in: a dedicated worker. */
export async function measurePacked(rows: number, count: number): Promise<PackedFigures> {
  const sorted = itemRows(rows);
  const raw = sorted.slice(0, RAW_ROWS);
  const rawRowPut = rate(RAW_ROWS, await putRowsRaw(raw));
  const rawIndexedPut = rate(RAW_ROWS, await putRowsRaw(raw, ['type', 'health', 'status']));
  const rawPackedPut = rate(rows, await putPackedRaw(sorted));
  const rowTable = await measureRowTable(host);
  const rawDelta = await putRowsRaw(raw.slice(0, 1_000));
  const rawScan = await scanNames(sorted, count);
  const pages = wirePages(sorted, WIRE_ROWS);
  // The engine holds one page at a time: rows kept here would only make the collector slow.
  sorted.length = 0;
  raw.length = 0;
  const { cache, ...stored } = await measureStore(pages, rows);
  try {
    const { keeper, ...indexed } = await measureIndex(cache, rows, count);
    const delta = await measureDelta(cache, keeper, rows);
    const reads = await measureReads(cache, keeper, count);
    const columnBytes = keeper.sizeBytes;
    return {
      rows,
      rawRowPut,
      rawIndexedPut,
      rawPackedPut,
      rowTable,
      rawDelta,
      rawScan,
      ...stored,
      ...indexed,
      ...delta,
      ...reads,
      columnBytes,
    };
  } finally {
    await cache.wipe();
  }
}
