import { createEngine } from '#sync/engine/engine.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { Log } from '#sync/ports.ts';
import { identityHash } from '#sync/store/names.ts';
import { dropStaleCaches } from '#sync/store/wipe.ts';
import type { StartInput } from '#workers/contracts/sync-contract.ts';
import { createBus } from './bus.ts';
import { deviceClock } from './clock.ts';
import { createHttp } from './http.ts';
import { openIndexSession } from './index-session.ts';
import type { LifecycleHost } from './lifecycle.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLocks } from './locks.ts';
import { createRng } from './rng.ts';
import { createOwnerNote } from './owner-note.ts';
import { openStores } from './stores.ts';
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

/** Wires the real ports of one identity and makes its engine. */
export function openSession(host: WorkerHost, log: Log, input: StartInput, events: SessionEvents): Session {
  const { identity, apiBase, tabId, appVersion } = input;
  const stores = openStores(
    identity,
    log,
    waitWith(deviceTimers),
    {
      superseded: events.ended,
      blocked: events.blocked,
      vanished: events.vanished,
    },
    { manager: host.navigator.storage, hadData: input.hadData ?? false, key: input.key },
  );
  const bus = createBus(new BroadcastChannel(`holdfast-${identityHash(identity)}`), log);
  bus.listen((message) => {
    if (message.type === 'wipe') events.ended();
  });
  const lifecycle = createLifecycle(host);
  let isLeader = false;
  const index = openIndexSession({
    packed: stores.cache.packed,
    feeds: () => stores.cache.feeds(),
    clock: deviceClock,
    timers: deviceTimers,
    log,
    bus,
    isLeader: () => isLeader,
  });
  const engine = createEngine(
    {
      clock: deviceClock,
      rng: createRng(),
      timers: deviceTimers,
      http: createHttp({ base: apiBase, fetch: host.fetch.bind(host), timers: deviceTimers }),
      journal: stores.journal,
      cache: stores.cache,
      packed: index.packed,
      locks: createLocks(host.navigator.locks),
      bus,
      lifecycle,
      log,
      pressure: stores.keeper,
      documents: stores.cache.documents,
    },
    { identity, tables, packed: Object.values(packedSpecs), tabId, appVersion },
  );
  const note = createOwnerNote({
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
  return {
    engine,
    index: index.calls,
    storageReport: () => stores.keeper.report(),
    setLock: async (pin) => {
      await stores.lock.create(pin);
      bus.post({ type: 'wipe' });
    },
    takeLockOff: async (pin) => {
      const unlocked = await stores.lock.unlock(pin);
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
      bus.close();
      await note.stop();
      await stores.close();
    },
    recover: async () => {
      await stores.recover();
      stores.keeper.start(() => isLeader);
      void dropStaleCaches(identityHash(identity), deviceClock.nowMs(), stores.device);
    },
    wipe: async (confirmedUnsent) => {
      index.stop();
      await note.stop();
      await stores.wipe(confirmedUnsent);
      bus.close();
    },
  };
}
