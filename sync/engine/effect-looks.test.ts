import { expect, it } from 'vitest';
import { origin, reply, Scene } from '#tests/support/engine-world.ts';
import { userId } from '#tests/sim/facts.ts';
import type { Tab } from '#tests/sim/world.ts';
import { prepareEffect, SENDING_LIMIT_MS, unknownNotice } from '../core/commands/effects.ts';
import type { Effect } from '../protocol/effect.ts';

/** Time of the device. */
function now({ world }: Scene): number {
  return world.scheduler.nowMs + world.clockOffsetMs;
}

/** A run that another page prepared just now. */
function draft(scene: Scene, id: string, values: Partial<Effect> = {}): Effect {
  const made = prepareEffect({
    id,
    identity: { userId, tenant: 'https://sim.test', scopeHash: '' },
    request: { kind: 'playbook.run', playbookId: 'p1', params: {} },
    title: 'Restart',
    nowMs: now(scene),
    origin: { ...origin, tabId: 'beside' },
  });
  return { ...made, ...values };
}

async function put({ world }: Scene, effects: readonly Effect[]): Promise<void> {
  await world.journal.mutateEffects(() => ({ put: effects, result: undefined }));
}

/** Somebody comes back to the page: it looks at all effects. */
async function look(scene: Scene, tab: Tab): Promise<void> {
  await scene.settle(tab.engine.setVisible(false));
  await scene.settle(tab.engine.setVisible(true));
  await scene.run(1000);
}

it('[EFF14] a look at effects leaves alone what was made while it waited for the journal', async () => {
  const scene = new Scene();
  let isHeldUp = false;
  scene.wrap = (ports) => ({
    ...ports,
    journal: {
      ...ports.journal,
      mutateEffects: async (decide) => {
        if (isHeldUp) {
          isHeldUp = false;
          scene.world.clockOffsetMs += 2 * SENDING_LIMIT_MS;
          const marker = { state: 'sending', sentAt: now(scene), sentBy: 'beside' } as const;
          await put(scene, [draft(scene, 'b'), draft(scene, 'c', marker)]);
        }
        return ports.journal.mutateEffects(decide);
      },
    },
  });
  const tab = await scene.open();
  await put(scene, [draft(scene, 'a', { expiresAt: now(scene) })]);
  isHeldUp = true;
  await look(scene, tab);
  expect(isHeldUp).toBe(false);
  const states = (await scene.world.journal.effects()).map(({ id, state }) => [id, state]);
  expect(states).toEqual([
    ['a', 'expired'],
    ['b', 'prepared'],
    ['c', 'sending'],
  ]);
  expect(await scene.world.journal.notices()).toEqual([]);
});

it('[EFF15] what a look-up says of a send that was given up does not touch the next one', async () => {
  const scene = new Scene();
  const tab = await scene.open();
  const lost = draft(scene, 'a', {
    state: 'sending',
    sentAt: now(scene) - SENDING_LIMIT_MS,
    sentAfter: '2026-01-01T00:00:00+00:00',
    runsBefore: [],
    sentBy: 'beside',
  });
  await put(scene, [lost]);
  let asked = 0;
  const wasTold: string[] = [];
  scene.meddle = ({ path }) => {
    if (!path.startsWith('/db/playbook_runs?')) return null;
    asked += 1;
    // Meanwhile its page wakes, takes back what it never sent, and is told to send it anew.
    const anew: Effect = { ...lost, sentAt: now(scene) };
    scene.world.journal
      .notices()
      .then((notices) => {
        wasTold.push(...notices.map(({ message }) => message));
        return scene.world.journal.mutateEffects(() => ({ put: [anew], dropNotices: ['a'], result: anew }));
      })
      .catch((error: unknown) => scene.world.violations.push(String(error)));
    return reply(200, '[]');
  };
  await look(scene, tab);
  expect([asked, wasTold]).toEqual([1, [unknownNotice(lost, 0).message]]);
  expect((await scene.world.journal.effects()).map(({ state }) => state)).toEqual(['sending']);
  expect(await scene.world.journal.notices()).toEqual([]);
});
