import { createEngine } from '#sync/engine/engine.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { Log } from '#sync/ports.ts';
import { identityHash } from '#sync/store/names.ts';
import type { StartInput } from '#workers/contracts/sync-contract.ts';
import { createBus } from './bus.ts';
import { deviceClock } from './clock.ts';
import { createHttp } from './http.ts';
import type { LifecycleHost } from './lifecycle.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLocks } from './locks.ts';
import { createRng } from './rng.ts';
import { openStores } from './stores.ts';
import type { Session, SessionEvents } from './sync-host.ts';
import { deviceTimers, waitWith } from './timers.ts';

/** What a session takes from the worker it runs in. */
export interface WorkerHost extends LifecycleHost {
  readonly fetch: typeof fetch;
  readonly navigator: { readonly onLine: boolean; readonly locks: LockManager };
}

/** Wires the real ports of one identity and makes its engine. */
export function openSession(host: WorkerHost, log: Log, input: StartInput, events: SessionEvents): Session {
  const { identity, apiBase, tabId, appVersion } = input;
  const stores = openStores(identity, log, waitWith(deviceTimers), {
    superseded: events.ended,
    blocked: events.blocked,
  });
  const bus = createBus(new BroadcastChannel(`holdfast-${identityHash(identity)}`), log);
  bus.listen((message) => {
    if (message.type === 'wipe') events.ended();
  });
  const lifecycle = createLifecycle(host);
  const engine = createEngine(
    {
      clock: deviceClock,
      rng: createRng(),
      timers: deviceTimers,
      http: createHttp({ base: apiBase, fetch: host.fetch.bind(host), timers: deviceTimers }),
      journal: stores.journal,
      cache: stores.cache,
      packed: stores.cache.packed,
      locks: createLocks(host.navigator.locks),
      bus,
      lifecycle,
      log,
    },
    { identity, tables, tabId, appVersion },
  );
  return {
    engine,
    setVisible: (isVisible) => lifecycle.setVisible(isVisible),
    announceWipe: () => bus.post({ type: 'wipe' }),
    close: async () => {
      bus.close();
      await stores.close();
    },
    wipe: async () => {
      bus.close();
      await stores.wipe();
    },
  };
}
