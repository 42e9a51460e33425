import { describe, expect, test } from 'vitest';
import { crashScenarios, type CrashScenario } from './crash-scenarios.ts';
import { checkAlways } from './invariants/invariants-always.ts';
import { checkAtRest } from './invariants.ts';
import { bringToRest } from './run.ts';
import { seedsOfRun } from './seeds.ts';
import { World } from './world.ts';

const startMs = 20_000;
const actMs = 6000;
const quietMs = 40 * 60_000;

/** Who dies between two steps; false: there is nobody. */
export type Death = (world: World) => boolean;

async function started(seed: number, { act, world: options }: CrashScenario): Promise<World> {
  const world = new World({ ...options, seed });
  world.openTab();
  world.openTab();
  await world.run(startMs, () => checkAlways(world));
  act(world);
  return world;
}

/** Runs one scenario; somebody dies after step `killAt` of it. Null where there was nobody to die. */
async function runKilled(
  seed: number,
  scenario: CrashScenario,
  killAt: number,
  die: Death,
): Promise<World | null> {
  const world = await started(seed, scenario);
  const from = world.scheduler.steps;
  let isKilled = false;
  await world.run(actMs, async () => {
    if (world.scheduler.steps - from === killAt) isKilled = die(world);
    await checkAlways(world);
  });
  return isKilled ? world : null;
}

/** Steps from the first moment to the last one that belongs to the scenario. */
async function stepsOf(seed: number, scenario: CrashScenario): Promise<number> {
  const world = await started(seed, scenario);
  const from = world.scheduler.steps;
  await world.run(actMs);
  return world.scheduler.steps - from;
}

/** Every scenario once for each of its await points, with a death there (sync.md 3c). */
export function describeSweep(who: 'browser' | 'leading page', die: Death): void {
  describe(`a ${who} that dies at any await point loses and doubles nothing`, () => {
    for (const scenario of crashScenarios) {
      test(`during: ${scenario.name}`, { timeout: 600_000 }, async () => {
        const [seed = 1] = seedsOfRun();
        const failures: string[] = [];
        const steps = await stepsOf(seed, scenario);
        let deaths = 0;
        for (let killAt = 1; killAt <= steps; killAt += 1) {
          const world = await runKilled(seed, scenario, killAt, die);
          if (world === null) continue;
          deaths += 1;
          await bringToRest(world, { quietMs });
          if (world.violations.length === 0) await checkAtRest(world);
          failures.push(
            ...world.violations.map((text) => `SIM_SEED=${seed} killed at step ${killAt}: ${text}`),
          );
        }
        expect(deaths).toBeGreaterThan(5);
        expect(failures).toEqual([]);
      });
    }
  });
}
