import { describe, expect, it } from 'vitest';
import { pgError, Scene } from '#tests/support/engine-world.ts';
import type { JournalStore } from '../../ports.ts';

/** A person types on while a change ends: right before its transaction, after everything that is read outside of it. */
function typing(journal: JournalStore, text: () => string | null): JournalStore {
  return {
    ...journal,
    mutate: async (scope, decide) => {
      const typed = text();
      if (typed !== null && 'open' in scope && scope.withDrafts === true) {
        for (const draft of await journal.drafts()) await journal.putDraft({ ...draft, text: typed });
      }
      return await journal.mutate(scope, decide);
    },
  };
}

describe('a text that is typed while a change ends', () => {
  async function sceneWith(firstDraft: string) {
    const scene = new Scene();
    let typed: string | null = null;
    scene.wrap = (ports) => ({ ...ports, journal: typing(ports.journal, () => typed) });
    // The first one is not accepted: its text goes to the drafts.
    scene.meddle = ({ method }) => (method === 'POST' ? pgError(400, '23514') : null);
    const tab = await scene.open();
    await scene.comment(tab, firstDraft);
    await scene.run(30_000);
    expect((await scene.world.journal.drafts()).map(({ text }) => text)).toEqual([firstDraft]);
    return {
      scene,
      tab,
      type: (text: string) => {
        typed = text;
      },
    };
  }

  it('[FAL3] is joined and not written over when the server refuses the next one', async () => {
    const { scene, tab, type } = await sceneWith('first');
    type('typed meanwhile');
    await scene.comment(tab, 'second');
    await scene.run(30_000);
    const texts = (await scene.world.journal.drafts()).map(({ text }) => text).join('\n');
    expect(texts).toContain('typed meanwhile');
    expect(texts).toContain('second');
  });

  it('[FAL3] is joined and not written over when the person discards one', async () => {
    const { scene, tab, type } = await sceneWith('first');
    scene.meddle = ({ method }) => (method === 'POST' ? pgError(503, 'PGRST001') : null);
    const id = await scene.comment(tab, 'second');
    await scene.run(2_000);
    type('typed meanwhile');
    await scene.settle(tab.engine.discard(id), 5_000);
    const texts = (await scene.world.journal.drafts()).map(({ text }) => text).join('\n');
    expect(texts).toContain('typed meanwhile');
  });
});
