import { expose } from 'comlink';
import type { Identity } from '#sync/protocol/identity.ts';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import type { WorkerHost } from '#workers/runtime/open-session.ts';
import { openSession } from '#workers/runtime/open-session.ts';
import { deviceTimers, waitWith } from '#workers/runtime/timers.ts';
import { TARGET_ROWS } from './bootstrap-target.ts';

/** Longer than any target over any link: a machine that needs more has another problem. */
const PATIENCE_MS = 600_000;
/** Seldom enough that looking is no work beside what is measured. */
const LOOK_MS = 100;
/** Requests side by side in the comparison, as many as the engine has lanes. */
const LANES = 4;

const log = { event: () => undefined };

/** What a new device needs until it is of use, beside the same pages fetched and thrown away. */
export interface BootstrapFigures {
  /** Rows of incidents are stored (T2 without sign-in and paint). */
  readonly incidentsMs: number;
  /** The first page of incidents that was asked for, again and alone. */
  readonly rawIncidentsMs: number;
  /** Every catalog item is stored and found by a search in the index (T3). */
  readonly itemsMs: number;
  readonly items: number;
  /** As many rows as the target names are stored and found, of whatever collection (T3). */
  readonly targetMs: number;
  /** Catalog items and the newest changes, both searchable whole. */
  readonly allMs: number;
  readonly changes: number;
  /** The pages of both that were asked for, again, with nothing done to them. */
  readonly rawMs: number;
  readonly pages: number;
  readonly bytes: number;
  /** Every request of the first pull until then, again: the other collections are pulled beside them. */
  readonly rawAllMs: number;
  readonly requests: number;
}

const search: IndexQuery = {
  filters: [],
  text: 'a',
  sort: { column: 'name', descending: false },
  offset: 0,
  limit: 50,
  facets: [],
  groups: null,
};

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error('The bootstrap did not end in time');
    await waitWith(deviceTimers)(LOOK_MS);
  }
}

async function fetchAgain(urls: readonly string[]): Promise<{ readonly ms: number; readonly bytes: number }> {
  let next = 0;
  let bytes = 0;
  const lane = async (): Promise<void> => {
    for (let url = urls[next]; url !== undefined; url = urls[next]) {
      next += 1;
      const answer = await fetch(url, { headers: { accept: 'application/json' } });
      if (!answer.ok) throw new Error(`A page was answered ${answer.status}`);
      bytes += (await answer.arrayBuffer()).byteLength;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: LANES }, lane));
  return { ms: performance.now() - startedAt, bytes };
}

/**
 * The engine as the app opens it, on a new device, in front of the real server. It goes on for `lingerMs` when everything
 * is measured: a slower link asks meanwhile for what comes later here.
 */
async function measure(userId: string, lingerMs: number): Promise<BootstrapFigures> {
  const identity: Identity = { userId, tenant: globalThis.location.origin, scopeHash: '' };
  const pages: string[] = [];
  const everything: string[] = [];
  const counting: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const isRead = url.includes('/api/') && (init?.method ?? 'GET') === 'GET';
    const isPage = /\/db\/config_(?:items|changes)\?/u.test(url) && (init?.method ?? 'GET') === 'GET';
    const answer = await fetch(input, init);
    // The first of each collection may only find out which columns this server has.
    if (isPage && answer.ok) pages.push(url);
    if (isRead && answer.ok) everything.push(url);
    return answer;
  };
  const host: WorkerHost = {
    fetch: counting,
    navigator: globalThis.navigator,
    addEventListener: globalThis.addEventListener.bind(globalThis),
  };
  const events = { ended: () => undefined, blocked: () => undefined, vanished: () => undefined };
  const startedAt = performance.now();
  const session = openSession(
    host,
    log,
    { identity, apiBase: '/api', tabId: 'bench', appVersion: 'bench' },
    events,
  );
  session.setVisible(true);
  await session.engine.start();
  const cache = createDexieCache(identity, { wait: waitWith(deviceTimers), log });
  const searchable = (tbl: 'config_items' | 'config_changes', sort: IndexQuery['sort']): Promise<number> =>
    until(async () => {
      const feed = (await cache.feeds()).find((each) => each.tbl === tbl);
      if (feed?.status !== 'complete') return undefined;
      const { state, all, ids } = await session.index.queryIndex(tbl, { ...search, sort });
      return state === 'complete' && ids.length > 0 ? all : undefined;
    });
  /** Rows a search finds by now, as somebody who types sees it while they land. */
  const found = async (): Promise<number> => {
    const [inItems, inChanges] = await Promise.all([
      session.index.queryIndex('config_items', { ...search, sort: null }),
      session.index.queryIndex('config_changes', { ...search, sort: null }),
    ]);
    return inItems.all + inChanges.all;
  };
  await until(async () => ((await cache.count('incidents')) > 0 ? true : undefined));
  const incidentsMs = performance.now() - startedAt;
  const reached = until(async () =>
    (await found()) >= TARGET_ROWS ? performance.now() - startedAt : undefined,
  );
  const items = await searchable('config_items', search.sort);
  const itemsMs = performance.now() - startedAt;
  const changes = await searchable('config_changes', { column: 'created_at', descending: true });
  const allMs = performance.now() - startedAt;
  const targetMs = await reached;
  const asked = [...pages];
  const allAsked = [...everything];
  await waitWith(deviceTimers)(lingerMs);
  await session.engine.stop();
  const [incidentsPage] = allAsked.filter((url) => /\/db\/incidents\?.*limit=(?!1$)/u.test(url));
  if (incidentsPage === undefined) throw new Error('No page of incidents was asked for');
  const rawIncidents = await fetchAgain([incidentsPage]);
  const raw = await fetchAgain(asked);
  const rawAll = await fetchAgain(allAsked);
  await cache.close();
  await session.wipe(0);
  return {
    incidentsMs,
    rawIncidentsMs: rawIncidents.ms,
    itemsMs,
    items,
    targetMs,
    allMs,
    changes,
    rawMs: raw.ms,
    pages: asked.length,
    bytes: raw.bytes,
    rawAllMs: rawAll.ms,
    requests: allAsked.length,
  };
}

const bootstrapWorker = { measure };
/** The worker as the page sees it. */
export type BootstrapWorker = typeof bootstrapWorker;

expose(bootstrapWorker);
