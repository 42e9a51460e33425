import { createEngine } from '#sync/engine/engine.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import { pulledTables } from '#sync/protocol/tables.ts';
import { SyncError } from '#sync/errors.ts';
import type { Log } from '#sync/ports.ts';
import { identityHash } from '#sync/store/device/names.ts';
import type { ReadByAll } from '#sync/store/journal/op-format.ts';
import { dropStaleCaches } from '#sync/store/device/wipe.ts';
import type { StartInput } from '#workers/contracts/sync-contract.ts';
import { createBus } from './bus.ts';
import type { ChannelBus } from './bus.ts';
import { deviceClock } from './clock.ts';
import { openHealthSession } from './health-session.ts';
import { createHttp } from './http.ts';
import { openIndexSession } from './index-session.ts';
import type { LifecycleHost } from './lifecycle.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLocks } from './locks.ts';
import { createRng } from './rng.ts';
import { createOwnerRecord } from './owner-record.ts';
import { openStores } from './stores.ts';
import type { Stores } from './stores.ts';
import { openTopologySession } from './topology-session.ts';
import { joinTabRegistry, leftAlone, readByAll } from './tab-registry.ts';
import type { Session, SessionEvents } from './sync-host.ts';
import { deviceTimers, waitWith } from './timers.ts';

/** What a session takes from the worker it runs in. */
export interface WorkerHost extends LifecycleHost {
  readonly fetch: typeof fetch;
  readonly navigator: {
    readonly onLine: boolean;
    readonly locks: LockManager;
    readonly storage?: StorageManager | undefined;
  };
}

/** The databases of a start. */
function storesOf(
  host: WorkerHost,
  log: Log,
  { identity, hadData, key }: StartInput,
  { ended, blocked, vanished }: SessionEvents,
  read: ReadByAll,
): Stores {
  const { storage: manager } = host.navigator;
  const events = { superseded: ended, blocked, vanished };
  const facts = { manager, hadData: hadData ?? false, key, readByAll: read };
  return openStores(identity, log, waitWith(deviceTimers), events, facts);
}

/** What screens ask in memory: the checks, and the components with what they come to. */
function openLists({ cache }: Stores, bus: ChannelBus, log: Log) {
  const { packed, documents } = cache;
  const shared = { packed, documents, clock: deviceClock, timers: deviceTimers, log, bus };
  const health = openHealthSession({ ...shared, cache, shown: cache.shownHealth });
  const topology = openTopologySession({ ...shared, cache: health.cache, shown: cache.shownTopology });
  return {
    health,
    topology,
    stop: () => {
      health.stop();
      topology.stop();
    },
  };
}

/** Wires the real ports of one identity and makes its engine. */
export function openSession(host: WorkerHost, log: Log, input: StartInput, events: SessionEvents): Session {
  const { identity, apiBase, tabId, appVersion } = input;
  const registry = joinTabRegistry(host.navigator.locks, identity, { tabId, appVersion }, log);
  const stores = storesOf(host, log, input, events, () => readByAll(registry));
  const bus = createBus(new BroadcastChannel(`holdfast-${identityHash(identity)}`), log);
  bus.listen((message) => {
    if (message.type === 'wipe') events.ended();
  });
  const lifecycle = createLifecycle(host);
  let isLeader = false;
  const index = openIndexSession({
    packed: stores.cache.packed,
    documents: stores.cache.documents,
    shown: stores.cache.shown,
    clock: deviceClock,
    timers: deviceTimers,
    log,
    bus,
    isLeader: () => isLeader,
  });
  const { health, topology, stop: stopLists } = openLists(stores, bus, log);
  const engine = createEngine(
    {
      clock: deviceClock,
      rng: createRng(),
      timers: deviceTimers,
      http: createHttp({ base: apiBase, fetch: host.fetch.bind(host), timers: deviceTimers }),
      journal: stores.journal,
      cache: topology.cache,
      packed: topology.following(health.following(index.packed)),
      locks: createLocks(host.navigator.locks),
      bus,
      lifecycle,
      log,
      pressure: stores.keeper,
      documents: health.documents,
      registry,
    },
    { identity, tables: pulledTables, packed: Object.values(packedSpecs), tabId, appVersion },
  );
  const note = createOwnerRecord({
    registry: stores.device.registry,
    hash: identityHash(identity),
    label: input.ownerName ?? '',
    clock: deviceClock,
    log,
    unsent: () => engine.unsent(),
  });
  engine.onStatus(({ phase, waiting, needsAttention, isLeader: leads }) => {
    isLeader = leads;
    if (phase !== 'starting') note.touch(`${waiting} ${needsAttention}`);
  });
  /** Of a lock that was just put on; forgotten with this worker. */
  let freshKey: Uint8Array | undefined;
  return {
    engine,
    index: index.calls,
    health: health.calls,
    topology: topology.calls,
    storageReport: () => stores.keeper.report(),
    setLock: async (means) => {
      freshKey = await stores.lock.create(means);
      bus.post({ type: 'wipe' });
    },
    seal: async () => {
      if (freshKey === undefined) {
        throw new SyncError({ kind: 'bug', message: 'Sealing was asked for without a new lock' });
      }
      index.stop();
      stopLists();
      await note.stop();
      await stores.seal(freshKey, await leftAlone(registry, tabId, waitWith(deviceTimers)));
    },
    takeLockOff: async (proof) => {
      const unlocked = await stores.lock.unlock(proof);
      if (unlocked.kind === 'open') {
        await stores.lock.giveUp(unlocked.key);
        bus.post({ type: 'wipe' });
      }
      return unlocked.kind === 'open' ? null : unlocked;
    },
    setVisible: (isVisible) => lifecycle.setVisible(isVisible),
    announceWipe: () => bus.post({ type: 'wipe' }),
    close: async () => {
      index.stop();
      stopLists();
      bus.close();
      await note.stop();
      await stores.close();
      registry.leave();
    },
    recover: async () => {
      await stores.recover();
      stores.keeper.start(() => isLeader);
      void dropStaleCaches(identityHash(identity), deviceClock.nowMs(), stores.device);
    },
    wipe: async (confirmedUnsent) => {
      index.stop();
      stopLists();
      await note.stop();
      await stores.wipe(confirmedUnsent);
      bus.close();
      registry.leave();
    },
  };
}
