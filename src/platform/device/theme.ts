import * as v from 'valibot';
import { readStored, storageKeys, writeStored } from './storage-keys.ts';
import { createStore, useStore } from './store.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const choiceSchema = v.picklist(['system', 'light', 'dark']);
const choice = createStore<ThemeChoice>(readStored(storageKeys.theme, choiceSchema, 'system'));

/** Browser chrome beside the panel surface; the same two values as in index.html. */
const CHROME_COLOURS = { light: '#f4f6f8', dark: '#1a212a' } as const;

/** Puts the choice on the root element. main.tsx calls it before anything is drawn. */
export function applyTheme(): void {
  const chosen = choice.get();
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = CHROME_COLOURS[chosen === 'system' ? scheme : chosen];
  }
}

export function chooseTheme(next: ThemeChoice): void {
  writeStored(storageKeys.theme, next);
  choice.set(next);
  applyTheme();
}

export function useTheme(): ThemeChoice {
  return useStore(choice);
}
