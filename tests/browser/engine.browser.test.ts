import { expect, inject, it } from 'vitest';
import { commands } from 'vitest/browser';
import type { IndexedDbEngine } from '#tests/support/indexeddb-engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What this browser was told to keep IndexedDB in. */
    indexedDb: IndexedDbEngine;
  }
}
declare module 'vitest/browser' {
  interface BrowserCommands {
    /** What the profile of the browser that was told so has on its disk. */
    indexedDbEngines: (asked: IndexedDbEngine) => Promise<readonly IndexedDbEngine[]>;
  }
}

// Without a flag that took effect, the suites of this folder would prove one of the two twice.
it('IndexedDB lies on the disk, in what this browser was told to keep it in', async () => {
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('engine', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows').put('a row', 1));
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve();
    });
    opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB failed')));
  });
  const asked = inject('indexedDb');
  expect(await commands.indexedDbEngines(asked)).toEqual([asked]);
});
