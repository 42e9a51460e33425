import type { Command } from '#sync/protocol/command.ts';
import { simId } from './facts.ts';
import { purgeIncident } from './rough.ts';
import { submit, userDecides } from './script.ts';
import { damagePage } from './wide.ts';
import type { WorldOptions } from './world-options.ts';
import type { World } from './world.ts';

/** Something in the course of which pages die. */
export interface CrashScenario {
  readonly name: string;
  /** Where it differs from the world every scenario has. */
  readonly world?: Omit<WorldOptions, 'seed'> | undefined;
  /** What is set in motion at the first moment; the wire is up unless it says otherwise. */
  readonly act: (world: World) => void;
}

const root = simId(11, 10);
const leaf = simId(11, 12);
const incidentId = simId(10, 1);
const origin = { screen: '/incidents', appVersion: 'sim' };

function otherTitles(world: World, afterMs: number): void {
  world.serverLater(afterMs, () => {
    world.server.update('hypotheses', root, { title: `theirs ${world.nextNumber()}` }, world.stampMicros());
  });
}

const comment = (text: string): Command => ({ kind: 'comment.add', incidentId, hypothesisId: root, text });
const title = (text: string): Command => ({
  kind: 'row.update',
  table: 'hypotheses',
  rowId: root,
  set: { title: text },
});

/** A command is prepared and sent at once, as the button does it (D8 class C). */
export async function runCheck(world: World): Promise<void> {
  const checkId = simId(31, 1);
  const { engine } = world.anyTab();
  const { id, createdAt, expiresAt } = await engine.prepareEffect(
    { kind: 'check.run', checkId },
    'Run',
    origin,
  );
  world.effects.set(checkId, { id, createdAt, expiresAt });
  await engine.sendEffect(id);
}

export const crashScenarios: readonly CrashScenario[] = [
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
    name: 'an edit that meets somebody else’s, and what a person says to it',
    act: (world) => {
      otherTitles(world, 0);
      submit(world, title('title 6'));
      world.scheduler.schedule('device', 2500, () => userDecides(world));
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
    name: 'an incident that is opened with its first evidence',
    act: (world) => {
      submit(world, {
        kind: 'incident.create',
        title: 'title 7',
        severity: 'high',
        type: 'availability',
        evidence: { type: 'comment', description: 'evidence 7', payload: { comment: 'evidence 7' } },
      });
    },
  },
  {
    name: 'an incident that a job deletes while it is worked',
    act: (world) => {
      world.serverLater(150, () => purgeIncident(world, incidentId));
      submit(world, comment('comment 8'));
      submit(world, title('title 8'));
      world
        .anyTab()
        .engine.watch({ table: 'incidents', id: incidentId })
        .catch((error: unknown) => world.violations.push(String(error)));
    },
  },
  {
    name: 'an outbox that the service worker sends',
    act: (world) => {
      world.conditions.isUp = false;
      submit(world, comment('comment 9'));
      submit(world, title('title 9'));
      world.scheduler.schedule('device', 1000, () => {
        world.conditions.isUp = true;
        world.backgroundSync(60_000);
      });
    },
  },
  {
    name: 'a command that a person sends',
    act: (world) => {
      runCheck(world).catch((error: unknown) => world.violations.push(String(error)));
    },
  },
  {
    name: 'the first pull',
    act: (world) => {
      world.evict({ journal: false, cache: true });
      world.openTab();
    },
  },
  {
    name: 'a packed page that cannot be read, and its rows coming again',
    world: { sabotage: { isWide: true } },
    act: (world) => {
      damagePage(world);
      world
        .anyTab()
        .engine.refresh()
        .catch((error: unknown) => world.violations.push(String(error)));
    },
  },
];
