import { deviceClaim } from '../protocol/claim.ts';
import {
  checksByComponent,
  incidentsByComponent,
  insightsByComponent,
  insightsByConfig,
} from '../core/topology/own-counts.ts';
import { cardsById, listTopology, type TopologyModel } from '../core/topology/query.ts';
import { treeOf } from '../core/topology/roll-up.ts';
import { textAt } from '../core/outbox/json.ts';
import { hasPassed } from '../core/pull/schedule.ts';
import { toSyncError } from '../errors.ts';
import type { CacheStore, Clock, DocumentStore, Log, Timers } from '../ports.ts';
import type { JsonRow } from '../protocol/op.ts';
import type { FeedState, Stored } from '../protocol/stored.ts';
import { rowKey } from '../protocol/tables.ts';
import { topologyTables } from '../protocol/topology.ts';
import { keptTopology } from '../protocol/topology-kept.ts';
import type {
  Nested,
  TopologyAnswer,
  TopologyCard,
  TopologyChange,
  TopologyQuery,
  TopologyState,
  TopologyTable,
  TopologyTeam,
} from '../protocol/topology.ts';
import type { ShownTopology } from '../store/cache/swap-topology.ts';
import { isShown } from './columns.ts';
import { lacksOf } from './completeness.ts';
import { KeptListWriter } from './kept-list-writer.ts';
import { partsOf } from './topology-parts.ts';

/** Between two catch-ups: a bootstrap writes ten times a second, a screen need not follow each. */
const PAUSE_MS = 250;
/** Where reading goes on failing it is tried again this much later at most. */
const LONGEST_PAUSE_MS = 30_000;
/** A lost message leaves the claim of an answer behind no longer than this while somebody listens, */
const LOOK_MS = 5_000;
/** and its rows no longer than this. */
const READ_AGAIN_MS = 5 * 60_000;
/** Beyond so many rows a collection is read whole. */
const MANY_ROWS = 500;

/** What the dashboards need of their worker. */
export interface TopologyHost {
  readonly cache: CacheStore;
  /** What is shown of the cache: of an earlier one while this one is filled (D17). */
  readonly shown: ShownTopology;
  readonly documents: DocumentStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
}

type Rows = ReadonlyMap<string, JsonRow>;

/**
 * The components of this device in the memory of one worker, with what they come to: checks, incidents and insights of
 * all that is below. The first question loads them; afterwards they follow what `notice` tells. Calls reject with SyncError.
 */
export class TopologyKeeper {
  readonly #host: TopologyHost;
  readonly #listeners = new Set<(state: TopologyState) => void>();
  readonly #tables = new Map<TopologyTable, Map<string, JsonRow>>(
    topologyTables.map((tbl) => [tbl, new Map<string, JsonRow>()]),
  );
  /** Tables whose rows are those of an earlier cache. */
  readonly #earlier = new Set<TopologyTable>();
  readonly #insights = new Map<string, JsonRow>();
  #insightsVersion: number | null = null;
  #byConfig: ReadonlyMap<string, Nested> = new Map();
  readonly #dirty = new Map<TopologyTable, Set<string> | null>();
  readonly #dirtyOthers = new Set<'insights' | 'feeds'>();
  #feeds: readonly FeedState[] = [];
  #model: TopologyModel | undefined;
  #version = 0;
  /** Turns in a row that could not read. */
  #failures = 0;
  #loading: Promise<void> | undefined;
  #working: Promise<void> | undefined;
  #readAt = 0;
  #isStopped = false;
  readonly #kept: KeptListWriter<TopologyQuery>;
  readonly #pending = new Map<'catch-up' | 'look', () => void>();

  constructor(host: TopologyHost) {
    this.#host = host;
    this.#kept = new KeptListWriter(host, {
      kind: 'topology-list',
      idOf: ({ keepAs }) => keepAs,
      make: (query) => {
        const state = this.#state();
        const answer = { ...listTopology(this.#model ?? this.#compute(), query), ...state };
        return { ...state, body: keptTopology(query, answer) };
      },
    });
  }

  /** Answers from the components as they are. */
  async query(query: TopologyQuery): Promise<TopologyAnswer> {
    const model = await this.#loaded();
    this.#kept.answered(query);
    return { ...listTopology(model, query), ...this.#state() };
  }

  /** Cards in the asked order; null for a component that is not here. */
  async cards(ids: readonly string[], showHidden: boolean): Promise<readonly (TopologyCard | null)[]> {
    return cardsById(await this.#loaded(), ids, showHidden);
  }

  /** Calls back with the present state as soon as it is known, and with every change; returns how to end that. */
  subscribe(listener: (state: TopologyState) => void): () => void {
    this.#listeners.add(listener);
    if (this.#loading === undefined) this.#background(this.#load());
    else if (this.#version > 0) listener(this.#state());
    if (this.#version > 0 && this.#dirty.size + this.#dirtyOthers.size > 0) this.#catchUpSoon(PAUSE_MS);
    this.#later('look', LOOK_MS, () => this.#look());
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#cancel('look');
    };
  }

  /** Somebody wrote. Does nothing before the first use. */
  notice(change: TopologyChange): void {
    if (this.#isStopped || this.#loading === undefined) return;
    this.#mark(change);
    this.#catchUpSoon(PAUSE_MS);
  }

  /** What is to be read by the next turn. */
  #mark(change: TopologyChange): void {
    if (!('ids' in change)) {
      this.#dirtyOthers.add(change.tbl);
      return;
    }
    const known = this.#dirty.get(change.tbl);
    const isAll = change.ids === null || known === null;
    this.#dirty.set(change.tbl, isAll ? null : new Set([...(known ?? []), ...(change.ids ?? [])]));
  }

  #markAll(): void {
    for (const tbl of topologyTables) this.#mark({ tbl, ids: null });
    this.#mark({ tbl: 'insights' });
  }

  #catchUpSoon(delayMs: number): void {
    // Counting is dear: what changes while nobody looks is read when somebody does.
    if (this.#listeners.size === 0 || this.#pending.has('catch-up')) return;
    this.#later('catch-up', delayMs, () => this.#background(this.#catchUp()));
  }

  /** Ends every timer; later calls still answer, but nothing follows any more. */
  stop(): void {
    this.#isStopped = true;
    this.#kept.stop();
    this.#listeners.clear();
    for (const name of this.#pending.keys()) this.#cancel(name);
  }

  #state(): TopologyState {
    const feed = this.#feeds.find(({ tbl }) => tbl === 'components');
    const parts = partsOf(this.#feeds);
    return {
      version: this.#version,
      ...deviceClaim(parts.components.state, feed?.asOf ?? null, lacksOf([feed])),
      parts,
    };
  }

  async #loaded(): Promise<TopologyModel> {
    await this.#load();
    return this.#model ?? this.#compute();
  }

  #load(): Promise<void> {
    this.#loading ??= this.#loadFirst().catch((thrown: unknown) => {
      this.#loading = undefined;
      throw thrown;
    });
    return this.#loading;
  }

  async #loadFirst(): Promise<void> {
    this.#markAll();
    await this.#catchUp();
  }

  /** Reads what was written since; a write that comes meanwhile is read by the next turn. */
  async #catchUp(): Promise<void> {
    while (this.#working !== undefined) await this.#working;
    if (this.#dirty.size === 0 && this.#dirtyOthers.size === 0) return;
    this.#working = this.#readDirty().finally(() => {
      this.#working = undefined;
    });
    await this.#working;
  }

  async #readDirty(): Promise<void> {
    const tables = new Map(this.#dirty);
    // They move over to the present cache as soon as that one has them.
    for (const tbl of this.#earlier) if (!tables.has(tbl)) tables.set(tbl, new Set());
    const others = new Set(this.#dirtyOthers);
    this.#dirty.clear();
    this.#dirtyOthers.clear();
    try {
      // First what may be claimed, then the rows: a claim must not be younger than the rows it is about.
      const feeds = await this.#host.shown.feeds();
      await Promise.all([...tables].map(([tbl, ids]) => this.#readTable(tbl, ids)));
      if (others.has('insights')) await this.#readInsights();
      if (tables.get('components') === null) this.#readAt = this.#host.clock.nowMs();
      this.#feeds = feeds;
      this.#failures = 0;
      this.#loading ??= Promise.resolve();
    } catch (thrown) {
      // Nothing of it is forgotten: a later turn reads it again, and until then the claim is as old as what is shown.
      for (const [tbl, ids] of tables) this.#mark({ tbl, ids: ids === null ? null : [...ids] });
      for (const tbl of others) this.#mark({ tbl });
      this.#failures += 1;
      this.#catchUpSoon(Math.min(PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS));
      throw thrown;
    }
    // An age alone counts nothing anew, and the cards that were made are still right.
    if (tables.size > 0 || others.has('insights')) this.#compute();
    this.#tell();
  }

  async #readTable(tbl: TopologyTable, ids: ReadonlySet<string> | null): Promise<void> {
    const { cache, shown } = this.#host;
    const held = this.#rows(tbl);
    const wasEarlier = this.#earlier.has(tbl);
    // What a person writes goes to both caches, what is pulled to the present one alone.
    const earlier = wasEarlier && ids !== null ? await shown.earlierRows(tbl, [...ids]) : undefined;
    if (earlier !== undefined) {
      for (const [at, id] of [...(ids ?? [])].entries()) put(held, id, earlier[at]);
      return;
    }
    if (wasEarlier || ids === null || ids.size > MANY_ROWS) {
      const { rows, isEarlier } = await shown.rows(tbl);
      if (isEarlier) this.#earlier.add(tbl);
      else this.#earlier.delete(tbl);
      held.clear();
      for (const row of rows) put(held, rowKey(tbl, row), row);
      return;
    }
    const refs = [...ids].map((id) => ({ tbl, id }));
    const found = await cache.mutate(refs, null, (at) => ({
      result: refs.map((ref) => [ref.id, at(ref).row] as const),
    }));
    for (const [id, row] of found) put(held, id, row);
  }

  /** Only what is counted of an insight is held: there may be many. */
  async #readInsights(): Promise<void> {
    const insights = this.#insights;
    this.#insightsVersion = await this.#host.shown.packed.read('config_analysis', this.#insightsVersion, {
      begin: (isFull) => {
        if (isFull) insights.clear();
      },
      put: (rows) => {
        for (const row of rows) {
          insights.set(textAt(row, 'id') ?? '', {
            config_id: row['config_id'],
            analysis_type: row['analysis_type'],
            severity: row['severity'],
          });
        }
      },
      remove: (ids) => {
        for (const id of ids) insights.delete(id);
      },
    });
    this.#byConfig = insightsByConfig(insights.values());
  }

  #rows(tbl: TopologyTable): Map<string, JsonRow> {
    const held = this.#tables.get(tbl) ?? new Map<string, JsonRow>();
    this.#tables.set(tbl, held);
    return held;
  }

  #compute(): TopologyModel {
    const rows = (tbl: TopologyTable): Rows => this.#rows(tbl);
    const tree = treeOf(rows('components').values(), rows('component_relationships').values(), {
      checks: checksByComponent(rows('check_component_relationships').values(), rows('checks')),
      incidents: incidentsByComponent(rows('evidences').values(), rows('hypotheses'), rows('incidents')),
      insights: insightsByComponent(rows('config_component_relationships').values(), this.#byConfig),
    });
    const agents = new Map([...rows('agents')].map(([id, row]) => [id, textAt(row, 'name') ?? id]));
    this.#model = { tree, names: { agents, teams: teamsOf(rows('team_components'), rows('teams')) } };
    this.#version += 1;
    return this.#model;
  }

  #tell(): void {
    const state = this.#state();
    for (const listener of this.#listeners) listener(state);
  }

  /** Looks at what may be claimed, in case a message was lost. */
  #look(): void {
    if (this.#listeners.size === 0 || this.#isStopped) return;
    this.#background(this.#lookOnce());
    this.#later('look', LOOK_MS, () => this.#look());
  }

  async #lookOnce(): Promise<void> {
    if (hasPassed(this.#readAt, READ_AGAIN_MS, this.#host.clock.nowMs())) {
      this.#markAll();
      this.#catchUpSoon(PAUSE_MS);
      return;
    }
    if (this.#working !== undefined || this.#pending.has('catch-up') || this.#failures > 0) return;
    const feeds = await this.#host.shown.feeds();
    if (JSON.stringify(feeds) === JSON.stringify(this.#feeds)) return;
    // Somebody wrote, and was not heard: rows may have changed as well.
    this.#markAll();
    this.#catchUpSoon(PAUSE_MS);
  }

  #background(work: Promise<void>): void {
    work.catch((thrown: unknown) => {
      this.#host.log.event('warn', 'topology.behind', { message: toSyncError(thrown).message });
    });
  }

  #later(name: 'catch-up' | 'look', delayMs: number, run: () => void): void {
    if (this.#isStopped) return;
    this.#cancel(name);
    const cancel = this.#host.timers.set(() => {
      this.#pending.delete(name);
      run();
    }, delayMs);
    this.#pending.set(name, cancel);
  }

  #cancel(name: 'catch-up' | 'look'): void {
    this.#pending.get(name)?.();
    this.#pending.delete(name);
  }
}

/** What was deleted, here or on the server, counts nowhere. */
function put(held: Map<string, JsonRow>, id: string | undefined, row: Stored | undefined): void {
  if (id === undefined) return;
  if (row === undefined || !isShown(row)) held.delete(id);
  else held.set(id, row);
}

function teamsOf(links: Rows, teams: Rows): ReadonlyMap<string, readonly TopologyTeam[]> {
  const found = new Map<string, TopologyTeam[]>();
  for (const link of links.values()) {
    const [id, componentId] = [textAt(link, 'team_id'), textAt(link, 'component_id')];
    const team = teams.get(id ?? '');
    if (id === null || componentId === null || team === undefined) continue;
    const known = found.get(componentId) ?? [];
    found.set(componentId, known);
    known.push({ id, name: textAt(team, 'name') ?? id, icon: textAt(team, 'icon') });
  }
  for (const owners of found.values()) owners.sort((a, b) => (a.name < b.name ? -1 : 1));
  return found;
}
