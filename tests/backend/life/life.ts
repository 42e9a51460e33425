import type { Pool } from 'pg';
import { createPrng, type Prng } from '#tests/sim/prng.ts';
import type { Wire } from '../migrate.ts';
import { changeConfigs } from './config-changes.ts';
import { runChecks } from './check-runs.ts';
import { createRunSimulator } from '../runs/run-simulator.ts';
import { moveIncident } from './incident-moves.ts';
import { keepHouse } from './housekeeping.ts';
import { beginRun } from './playbook-runs.ts';

const SECOND = 1_000;

export interface LifeOptions {
  pool: Pool;
  /** Default: 2024. */
  wire?: Wire | undefined;
  /** Decides everything but the times; default 1. */
  seed?: number | undefined;
  log: (line: string) => void;
}

export interface Life {
  /** Nothing is written any more once it is done. */
  stop(): Promise<void>;
}

/**
 * Lets a seeded backend go on: checks run and flip, configs change, incidents move, playbooks run. Calm and bounded: a handful of rows
 * every few seconds, and what nobody reads any more is thrown away. A failing step is logged and tried again at its next
 * turn.
 */
export function startLife({ pool, wire = '2024', seed = 1, log }: LifeOptions): Life {
  const rng = createPrng(seed);
  const runs = createRunSimulator({ pool, wire, clock: Date.now });
  const routines = [
    {
      name: 'checks',
      everyMs: 5 * SECOND,
      run: (on: Pool, own: Prng) => runChecks(on, own, wire),
      rng: rng.fork('checks'),
    },
    { name: 'changes', everyMs: 20 * SECOND, run: changeConfigs, rng: rng.fork('changes') },
    { name: 'incidents', everyMs: 240 * SECOND, run: moveIncident, rng: rng.fork('incidents') },
    { name: 'run steps', everyMs: SECOND, run: () => runs.turn().then(() => undefined), rng },
    { name: 'runs', everyMs: 45 * SECOND, run: beginRun, rng: rng.fork('runs') },
    {
      name: 'housekeeping',
      everyMs: 60 * SECOND,
      run: (on: Pool) => keepHouse(on, wire),
      rng: rng.fork('housekeeping'),
    },
  ];
  let isStopped = false;
  const busy = new Set<Promise<void>>();
  const timers = routines.map(({ name, everyMs, run, rng: own }) => {
    let isRunning = false;
    return setInterval(() => {
      // A slow machine skips turns instead of queueing them.
      if (isRunning || isStopped) return;
      isRunning = true;
      const turn = run(pool, own)
        .catch((error: unknown) =>
          log(`life, ${name}: ${error instanceof Error ? error.message : String(error)}`),
        )
        .finally(() => {
          isRunning = false;
          busy.delete(turn);
        });
      busy.add(turn);
    }, everyMs);
  });
  return {
    async stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all(busy);
    },
  };
}
