import { expect, test } from 'vitest';
import { createEngine } from '#sync/engine/engine.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import { coreTables } from '#sync/protocol/tables.ts';
import { createMemoryCache } from '#sync/store/cache/memory-cache.ts';
import { createMemoryJournal } from '#sync/store/journal/memory-journal.ts';
import { seedModel, userId } from './facts.ts';
import { ModelServer } from './model/model-server.ts';
import { createNetwork, type NetworkConditions } from './network.ts';
import { createPrng } from './prng.ts';
import { Scheduler, settle } from './scheduler.ts';
import { LockTable, MemoryLog, TabLifecycle } from './tab-ports.ts';

const clients = 1000;
const startMs = Date.parse('2026-03-01T09:00:00Z');
const outageMs = 240_000;
const identity: Identity = { userId, tenant: 'https://sim.test', scopeHash: '' };

/** Time at which a share of the sorted times has passed. */
function at(share: number, times: readonly number[]): number {
  return times[Math.floor(share * (times.length - 1))] ?? 0;
}

test(
  `after an outage ${clients} clients come back spread over half a minute and more (I25)`,
  { timeout: 300_000 },
  async () => {
    const prng = createPrng(25);
    const scheduler = new Scheduler(startMs, prng.fork('scheduler'));
    const clock = { nowMicros: () => scheduler.nowMs * 1000, trueMs: () => scheduler.nowMs };
    const server = new ModelServer(clock, userId);
    seedModel(server, 1, (startMs - 3_600_000) * 1000);
    const conditions: NetworkConditions = {
      isUp: false,
      faultRate: 0,
      faults: [],
      minDelayMs: 5,
      maxDelayMs: 80,
      hasLied: false,
      lastLieMs: 0,
      liesAbout: null,
      gatewayStatus: 502,
    };
    const firstAsk = new Map<string, number>();
    const network = createNetwork(scheduler, server, conditions, prng.fork('network'), (flight, phase) => {
      if (!conditions.isUp || phase !== 'sent' || firstAsk.has(flight.tabId)) return;
      firstAsk.set(flight.tabId, scheduler.nowMs);
    });
    for (let index = 0; index < clients; index += 1) {
      const owner = `client${index}`;
      const cache = createMemoryCache(identity);
      const engine = createEngine(
        {
          clock: { nowMs: () => scheduler.nowMs },
          rng: prng.fork(owner),
          timers: { set: (run, delayMs) => scheduler.schedule(owner, delayMs, run) },
          http: network(owner, owner),
          journal: createMemoryJournal(identity),
          cache,
          packed: cache.packed,
          locks: new LockTable(scheduler).portFor(owner),
          bus: { post: () => undefined, listen: () => () => undefined },
          lifecycle: new TabLifecycle(),
          log: new MemoryLog(),
        },
        { identity, tables: coreTables, tabId: owner, appVersion: 'sim' },
      );
      await engine.start();
    }
    const runUntil = async (untilMs: number): Promise<void> => {
      await settle();
      while (firstAsk.size < clients && scheduler.step(untilMs)) await settle();
    };
    // All of them lose the server in the same moment, because all of them start in it.
    await runUntil(startMs + outageMs);
    conditions.isUp = true;
    await runUntil(startMs + outageMs + 90_000);
    const times = [...firstAsk.values()].toSorted((a, b) => a - b);
    expect(times).toHaveLength(clients);
    expect(at(0.99, times) - at(0.01, times)).toBeGreaterThanOrEqual(30_000);
    const busiest = Math.max(
      ...times.map((time) => times.filter((other) => other >= time && other < time + 1000).length),
    );
    expect(busiest).toBeLessThan(clients / 10);
  },
);
