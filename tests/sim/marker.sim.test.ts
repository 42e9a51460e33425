import { expect, test } from 'vitest';
import { simId } from './facts.ts';
import { World } from './world.ts';

/** Two tabs; the one beside the leader stops between the marker of a command and its request, and wakes minutes later. */
const frozenMs = 4 * 60_000;

test.each([
  { clock: 'goes on', turnMs: 0 },
  { clock: 'is set back as long as it lasts', turnMs: -frozenMs },
])(
  '[EFF2] a command that another tab has given up does not leave while the clock $clock',
  async ({ turnMs }) => {
    const world = new World({ seed: 3 });
    world.openTab();
    await world.run(10_000);
    const beside = world.openTab();
    await world.run(10_000);
    const checkId = simId(31, 1);
    const origin = { screen: '/health', appVersion: 'sim' };
    const prepared = beside.engine.prepareEffect({ kind: 'check.run', checkId }, 'Run', origin);
    await world.run(1000);
    const { id, createdAt, expiresAt } = await prepared;
    world.effects.set(checkId, { id, createdAt, expiresAt });
    const state = async (): Promise<string | undefined> => (await world.journal.effects())[0]?.state;
    const sent = beside.engine.sendEffect(id).then(
      () => 'sent',
      () => 'refused',
    );
    await world.run(5000, async () => {
      if ((await state()) === 'sending') world.scheduler.freeze(beside.owner);
    });
    expect([world.scheduler.isFrozen(beside.owner), world.server.commands]).toEqual([true, []]);
    await world.run(frozenMs);
    expect(await state()).toBe('unknown');
    world.clockOffsetMs += turnMs;
    world.scheduler.thaw(beside.owner);
    await world.run(10_000);
    expect(world.violations).toEqual([]);
    expect([await sent, await state(), world.server.commands]).toEqual(['refused', 'prepared', []]);
    expect(await world.journal.notices()).toEqual([]);
  },
);
