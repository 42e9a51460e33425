import { expect, it } from 'vitest';
import { origin, reply, Scene } from '#tests/support/engine-world.ts';
import type { Effect } from '../protocol/effect.ts';

interface Meanwhile {
  readonly what: string;
  readonly put: readonly Partial<Effect>[];
  readonly left: readonly Effect['state'][];
}

/** What another tab may have made of an effect while its page was frozen right behind the marker. */
const meanwhiles: readonly Meanwhile[] = [
  { what: 'said that nobody knows, and been told to drop it', put: [], left: [] },
  { what: 'said that nobody knows', put: [{ state: 'unknown', endedAt: 1 }], left: ['prepared'] },
  {
    what: 'taken it back',
    put: [{ state: 'prepared', sentAt: null, sentBy: null }],
    left: ['prepared'],
  },
  { what: 'sent it once more', put: [{ sentAt: 7, sentBy: 'beside' }], left: ['sending'] },
];

it.each(meanwhiles)(
  '[EFF2] a request whose marker another tab has $what does not leave, also when the clock was set back',
  async ({ put, left }) => {
    const scene = new Scene();
    const { journal } = scene.world;
    let arrived = 0;
    let isFrozen = false;
    scene.meddle = ({ path }) => {
      if (path !== '/canary/run/check/c1') return null;
      arrived += 1;
      return reply(200, '{}');
    };
    scene.wrap = (ports) => ({
      ...ports,
      journal: {
        ...ports.journal,
        mutateEffects: async (decide) => {
          const result = await ports.journal.mutateEffects(decide);
          const [effect] = await journal.effects();
          if (isFrozen || effect?.state !== 'sending') return result;
          // The clock shows that no time has passed.
          isFrozen = true;
          await journal.mutateEffects(() => ({
            put: put.map((values) => ({ ...effect, ...values })),
            remove: put.length === 0 ? [effect.id] : [],
            result: undefined,
          }));
          return result;
        },
      },
    });
    const tab = await scene.open();
    const request = { kind: 'check.run', checkId: 'c1' } as const;
    const { id } = await scene.settle(tab.engine.prepareEffect(request, 'Run checkout', origin));
    const sent = scene.settle(tab.engine.sendEffect(id), 1000);
    await expect(sent).rejects.toMatchObject({ info: { kind: 'rejected' } });
    expect([isFrozen, arrived]).toEqual([true, 0]);
    expect((await journal.effects()).map(({ state }) => state)).toEqual(left);
  },
);
