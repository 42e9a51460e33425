import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareEffect } from '#sync/core/commands/effects.ts';
import { EFFECT_VERSION } from '#sync/protocol/effect.ts';
import type { Effect } from '#sync/protocol/effect.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import type { JournalStore } from '#sync/ports.ts';
import { identityOf } from './fixtures.ts';
import type { JournalHarness } from './journal-suite.ts';

/** What the journal promises of effects, run against every implementation (D8, D17, I29). */
export function effectSuite(label: string, create: (identity: Identity) => Promise<JournalHarness>): void {
  let runs = 0;
  describe(`${label}: effects`, () => {
    let identity: Identity;
    let harness: JournalHarness;
    let store: JournalStore;
    beforeEach(async () => {
      runs += 1;
      identity = identityOf(`${label}-effects-${runs}`);
      harness = await create(identity);
      store = harness.store;
    });
    afterEach(() => harness.close());

    function effect(id: string, values: Partial<Effect> = {}): Effect {
      const origin = { screen: '/health', tabId: 't1', appVersion: '0' };
      const request = { kind: 'check.run', checkId: 'c1' } as const;
      return { ...prepareEffect({ id, identity, request, title: 'Run', nowMs: 5, origin }), ...values };
    }

    it('[EFF10] are kept across a new session, oldest first, and can be removed', async () => {
      expect(await store.effects()).toEqual([]);
      await store.mutateEffects(() => ({ put: [effect('b'), effect('a')], result: undefined }));
      const later = await harness.reopen();
      expect((await later.effects()).map(({ id }) => id)).toEqual(['a', 'b']);
      await later.mutateEffects(() => ({
        put: [effect('b', { state: 'sending' })],
        remove: ['a'],
        result: 1,
      }));
      expect(await later.effects()).toEqual([effect('b', { state: 'sending' })]);
    });

    it('[EFF2] of two claims at once one sees the marker of the other', async () => {
      await store.mutateEffects(() => ({ put: [effect('a')], result: undefined }));
      const claim = (): Promise<boolean> =>
        store.mutateEffects(([found]) => {
          if (found?.state !== 'prepared') return { result: false };
          return { put: [{ ...found, state: 'sending' as const }], result: true };
        });
      expect((await Promise.all([claim(), claim(), claim()])).filter(Boolean)).toHaveLength(1);
    });

    it('[EFF4] are written together with what is told of them', async () => {
      const notice = {
        id: 'a',
        kind: 'unknown' as const,
        message: 'x',
        opIds: [],
        createdAt: 1,
        readAt: null,
      };
      await store.mutateEffects(() => ({ put: [effect('a')], notices: [notice], result: undefined }));
      expect(await store.notices()).toEqual([notice]);
      const failing = store.mutateEffects(() => {
        throw new Error('decided wrongly');
      });
      await expect(failing).rejects.toThrow('decided wrongly');
      await store.mutateEffects(() => ({ dropNotices: ['a'], result: undefined }));
      expect([await store.notices(), (await store.effects()).length]).toEqual([[], 1]);
    });

    it('[EFF10] of a newer version are not given out and not lost', async () => {
      const newer = effect('n', { v: EFFECT_VERSION + 1 });
      await store.mutateEffects(() => ({ put: [newer], result: undefined }));
      expect(await store.effects()).toEqual([]);
      const seen = await store.mutateEffects((effects) => ({ put: [effect('b')], result: effects.length }));
      expect([seen, (await store.effects()).map(({ id }) => id)]).toEqual([0, ['b']]);
    });
  });
}
