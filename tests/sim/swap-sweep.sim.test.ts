import { describe, expect, test } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import { crashScenarios, runCheck, type CrashScenario } from './crash-scenarios.ts';
import { otherUserId } from './facts.ts';
import { checkAlways } from './invariants/invariants-always.ts';
import { createPrng } from './prng.ts';
import { swapByOthers, swapThroughApp } from './swaps.ts';
import { World } from './world.ts';

/** Fixed, so that a sweep in which there is nothing to take along is noticed by the commit that made it so. */
const seed = 2;
const startMs = 20_000;
/** Steps after which a scenario has ended, and the looks after it. */
const actMs = 6000;
/** What was done under another name is told by then. */
const toldMs = 70_000;

const names = ['two comments on a good wire', 'an outbox that the service worker sends'];
const scenarios: readonly CrashScenario[] = [
  ...names.map((name) => {
    const found = crashScenarios.find((scenario) => scenario.name === name);
    if (found === undefined) throw new Error(`no scenario "${name}"`);
    return found;
  }),
  {
    name: 'a command that a person sends',
    act: (world) => {
      runCheck(world).catch((error: unknown) => {
        // It stays a draft, and the person is told so.
        if (!(error instanceof SyncError)) world.violations.push(String(error));
      });
    },
  },
];

async function started({ act, world: options }: CrashScenario): Promise<World> {
  const world = new World({ ...options, seed });
  world.openTab();
  world.openTab();
  await world.run(startMs, () => checkAlways(world));
  act(world);
  return world;
}

/** Runs one scenario; the session is swapped after step `swapAt` of it. */
async function runSwapped(
  scenario: CrashScenario,
  swapAt: number,
  swap: (world: World) => void,
  ms: number,
): Promise<World> {
  const world = await started(scenario);
  const from = world.scheduler.steps;
  await world.run(ms, () => {
    if (world.scheduler.steps - from === swapAt) swap(world);
    return checkAlways(world);
  });
  return world;
}

async function stepsOf(scenario: CrashScenario): Promise<number> {
  const world = await started(scenario);
  const from = world.scheduler.steps;
  await world.run(actMs);
  return world.scheduler.steps - from;
}

describe('whoever signs in at any await point', () => {
  for (const scenario of scenarios) {
    const sweep = async (
      swap: (world: World) => void,
      ms: number,
    ): Promise<{
      readonly failures: readonly string[];
      readonly foreign: number;
      readonly swaps: number;
    }> => {
      const steps = await stepsOf(scenario);
      const failures: string[] = [];
      let [foreign, swaps] = [0, 0];
      for (let swapAt = 1; swapAt <= steps; swapAt += 1) {
        const world = await runSwapped(scenario, swapAt, swap, ms);
        foreign += world.swaps.foreign;
        swaps += world.swaps.done;
        failures.push(...world.violations.map((text) => `swapped at step ${swapAt}: ${text}`));
      }
      return { failures, foreign, swaps };
    };

    test(`[I17] with this app takes nothing along: ${scenario.name}`, { timeout: 600_000 }, async () => {
      const swap = (world: World): void => swapThroughApp(world, otherUserId, createPrng(1), null);
      const { failures, foreign, swaps } = await sweep(swap, 2 * actMs);
      expect([failures, foreign]).toEqual([[], 0]);
      // Each of them came to an end: nobody who writes kept the lock.
      expect(swaps).toBeGreaterThan(5);
    });

    test(`[I17] past this app is told what it took: ${scenario.name}`, { timeout: 600_000 }, async () => {
      const { failures, foreign } = await sweep(swapByOthers, toldMs);
      expect(failures).toEqual([]);
      expect(foreign).toBeGreaterThan(0);
    });
  }
});
