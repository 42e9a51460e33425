import type { HealthContract } from './contracts/health-contract.ts';
import type { IndexContract } from './contracts/index-contract.ts';
import type { TopologyContract } from './contracts/topology-contract.ts';
import type { SyncContract } from './contracts/sync-contract.ts';
import { deviceClock } from './runtime/clock.ts';
import { exposeContract } from './runtime/expose.ts';
import { createDeviceCalls } from './runtime/device-calls.ts';
import { createLog } from './runtime/log.ts';
import type { WorkerHost } from './runtime/open-session.ts';
import { openSession } from './runtime/open-session.ts';
import { createSyncHost } from './runtime/sync-host.ts';

/* One dedicated worker per tab (D15): the real ports, the engine, and the contract the page calls. */

declare const self: WorkerHost & DedicatedWorkerGlobalScope;

const log = createLog(deviceClock);
const host = createSyncHost(
  (input, events) => openSession(self, log, input, events),
  log,
  createDeviceCalls(log),
);
exposeContract<SyncContract & IndexContract & HealthContract & TopologyContract>(host, log);
