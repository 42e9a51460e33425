import { describe, expect, test } from 'vitest';
import type { Command } from '#sync/protocol/command.ts';
import { simId } from './facts.ts';
import { checkAlways } from './invariants-always.ts';
import { checkAtRest } from './invariants.ts';
import { bringToRest } from './run.ts';
import { seedsOfRun } from './seeds.ts';
import { World } from './world.ts';

/** Kill points of a normal run, spread over the scenario; `SIM_SWEEP=all` takes every one. */
const pointsPerScenario = 10;
const isWhole = process.env['SIM_SWEEP'] === 'all';
const startMs = 20_000;
const actMs = 6000;
const quietMs = 40 * 60_000;

interface Scenario {
  readonly name: string;
  /** What is set in motion at the first moment; the wire is up unless it says otherwise. */
  readonly act: (world: World) => void;
}

const root = simId(11, 10);
const leaf = simId(11, 12);
const incidentId = simId(10, 1);

function submit(world: World, command: Command): void {
  world
    .anyTab()
    .engine.submit(command, { screen: '/incidents', appVersion: 'sim' })
    .then(
      ({ opIds }) => world.accept(opIds),
      (error: unknown) => world.violations.push(String(error)),
    );
}

function otherTitles(world: World, afterMs: number): void {
  world.serverLater(afterMs, () => {
    world.server.update('hypotheses', root, { title: `theirs ${world.nextNumber()}` }, world.stampMicros());
  });
}

const comment = (text: string): Command => ({ kind: 'comment.add', incidentId, hypothesisId: root, text });
const title = (text: string): Command => ({ kind: 'hypothesis.set-title', hypothesisId: root, title: text });

const scenarios: readonly Scenario[] = [
  {
    name: 'two comments on a good wire',
    act: (world) => {
      submit(world, comment('comment 1'));
      submit(world, comment('comment 2'));
    },
  },
  {
    name: 'edits of one field, one while the other is in flight',
    act: (world) => {
      submit(world, title('title 1'));
      world.scheduler.schedule('device', 120, () => submit(world, title('title 2')));
    },
  },
  {
    name: 'an edit that meets somebody else’s',
    act: (world) => {
      otherTitles(world, 0);
      submit(world, title('title 3'));
    },
  },
  {
    name: 'answers that are lost',
    act: (world) => {
      world.conditions.faultRate = 1;
      world.conditions.faults = ['lose-reply', 'bad-gateway-after-commit'];
      submit(world, comment('comment 4'));
      submit(world, title('title 4'));
      world.scheduler.schedule('device', 2000, () => {
        world.conditions.faultRate = 0;
      });
    },
  },
  {
    name: 'a new hypothesis with its comment, and a deletion with everything under it',
    act: (world) => {
      submit(world, { kind: 'hypothesis.add', incidentId, parentId: root, title: 'title 5' });
      submit(world, { kind: 'hypothesis.delete', hypothesisId: leaf });
      submit(world, comment('comment 5'));
    },
  },
  {
    name: 'the first pull',
    act: (world) => {
      world.evict({ journal: false, cache: true });
      world.openTab();
    },
  },
];

/** Runs one scenario; the page dies after step `killAt` of it, and another one takes over. */
async function runKilled(seed: number, { act }: Scenario, killAt: number): Promise<World> {
  const world = new World({ seed });
  world.openTab();
  world.openTab();
  await world.run(startMs, () => checkAlways(world));
  const from = world.scheduler.steps;
  act(world);
  await world.run(actMs, async () => {
    if (world.scheduler.steps - from === killAt) {
      for (const tab of world.tabs.values()) world.killTab(tab);
      world.openTab();
    }
    await checkAlways(world);
  });
  return world;
}

async function stepsOf(seed: number, scenario: Scenario): Promise<number> {
  const world = new World({ seed });
  world.openTab();
  world.openTab();
  await world.run(startMs);
  const from = world.scheduler.steps;
  scenario.act(world);
  await world.run(actMs);
  return world.scheduler.steps - from;
}

function pointsOf(seed: number, steps: number): readonly number[] {
  const stride = isWhole ? 1 : Math.max(1, Math.floor(steps / pointsPerScenario));
  const first = 1 + (seed % stride);
  return Array.from(
    { length: Math.ceil((steps - first) / stride) },
    (_none, index) => first + index * stride,
  );
}

describe('a page that dies at any await point loses and doubles nothing', () => {
  for (const scenario of scenarios) {
    test(`during: ${scenario.name}`, { timeout: 600_000 }, async () => {
      const [seed = 1] = seedsOfRun();
      const failures: string[] = [];
      const points = pointsOf(seed, await stepsOf(seed, scenario));
      for (const killAt of points) {
        const world = await runKilled(seed, scenario, killAt);
        await bringToRest(world, { quietMs });
        if (world.violations.length === 0) await checkAtRest(world);
        const found = world.violations.map((text) => `SIM_SEED=${seed} killed at step ${killAt}: ${text}`);
        failures.push(...found);
      }
      expect(points.length).toBeGreaterThan(5);
      expect(failures).toEqual([]);
    });
  }
});
