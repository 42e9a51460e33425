import { describe, expect, it } from 'vitest';
import type { DrainEnd } from '#sync/engine/send/drain.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import { syncOutbox } from './background-sync.ts';

const identity = (userId: string): Identity => ({ userId, tenant: 'https://mc.example', scopeHash: '' });

/** A service worker with the given journals; `log` says what it did. */
function worker(
  ends: Readonly<Record<string, DrainEnd | Error | null | (DrainEnd | null)[]>>,
  ...pages: boolean[]
) {
  const log: string[] = [];
  const run = (): Promise<void> =>
    syncOutbox({
      identities: async () => Object.keys(ends).map(identity),
      hasPage: async () => pages.shift() ?? false,
      wait: async (delayMs) => {
        log.push(`wait ${delayMs}`);
      },
      nudge: ({ userId }) => log.push(`nudge ${userId}`),
      drain: async ({ userId }) => {
        log.push(`drain ${userId}`);
        const end = ends[userId] ?? null;
        if (end instanceof Error) throw end;
        return Array.isArray(end) ? (end.shift() ?? null) : end;
      },
      unopened: (thrown) => log.push(`not opened ${String(thrown)}`),
      askToSignIn: async () => {
        log.push('notify');
      },
    });
  return { log, run };
}

describe('background sync', () => {
  it('[BGS1] only nudges where there is a page', async () => {
    const { log, run } = worker({ ada: 'drained', bob: 'drained' }, true, true);
    await run();
    expect(log).toEqual(['nudge ada', 'nudge bob', 'wait 1000']);
  });

  it('[BGS1] drains when the page was being closed', async () => {
    const { log, run } = worker({ ada: 'drained' }, true, false);
    await run();
    expect(log).toEqual(['nudge ada', 'wait 1000', 'drain ada']);
  });

  it('[BGS2] drains every journal without a page, and is done', async () => {
    const { log, run } = worker({ ada: 'drained', bob: 'other-user', eve: 'drained' });
    await run();
    expect(log).toEqual(['drain ada', 'drain bob', 'drain eve']);
  });

  it('[BGS2] drains the others when one journal cannot be opened, and asks to be repeated', async () => {
    const { log, run } = worker({ ada: new Error('locked'), bob: 'drained' });
    await expect(run()).rejects.toMatchObject({ info: { kind: 'offline' } });
    expect(log).toEqual(['drain ada', 'not opened Error: locked', 'drain bob']);
  });

  it.each([null, 'yielded'] as const)('[BGS2] leaves it to the page that leads (%s)', async (end) => {
    const { log, run } = worker({ ada: end }, false, true);
    await run();
    expect(log).toEqual(['drain ada', 'wait 1000']);
  });

  it.each([null, 'yielded'] as const)('[BGS2] tries once more where a page was closing (%s)', async (end) => {
    const { log, run } = worker({ ada: [end, 'signed-out'], bob: 'drained' });
    await run();
    expect(log).toEqual(['drain ada', 'wait 1000', 'drain ada', 'notify']);
  });

  it('[BGS3] stops at the first 401 and asks to sign in, once', async () => {
    const { log, run } = worker({ ada: 'signed-out', bob: 'drained' });
    await run();
    expect(log).toEqual(['drain ada', 'notify']);
  });

  it.each(['later', 'unreachable', 'failed'] as const)(
    '[BGS2] asks for another attempt after %s',
    async (end) => {
      const { log, run } = worker({ ada: end, bob: 'drained' });
      await expect(run()).rejects.toMatchObject({ info: { kind: 'offline' } });
      expect(log).toEqual(['drain ada', 'drain bob']);
    },
  );
});
