import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { readStored, storageKeys, writeStored } from '#src/platform/device/storage-keys.ts';
import { createStore } from '#src/platform/device/store.ts';

/** Window widths in px: below the first the sidebar is a bottom bar, below the second it is collapsed (spec 2.1). */
export const BOTTOM_BAR_BELOW = 700;
export const COLLAPSED_BELOW = 1024;

export type SidebarMode = 'bottom' | 'collapsed' | 'open';

export interface SidebarFacts {
  readonly width: number;
  /** The stored choice; it counts where there is room to choose. */
  readonly isCollapsed: boolean;
  /** Opened by hand on a narrow window; lasts until the window changes class, and is not stored. */
  readonly isOpenedNarrow: boolean;
}

export function sidebarMode({ width, isCollapsed, isOpenedNarrow }: SidebarFacts): SidebarMode {
  if (width < BOTTOM_BAR_BELOW) return 'bottom';
  if (width < COLLAPSED_BELOW) return isOpenedNarrow ? 'open' : 'collapsed';
  return isCollapsed ? 'collapsed' : 'open';
}

/** The facts after the toggle was pressed. */
export function toggled(facts: SidebarFacts): SidebarFacts {
  return facts.width < COLLAPSED_BELOW
    ? { ...facts, isOpenedNarrow: !facts.isOpenedNarrow }
    : { ...facts, isCollapsed: !facts.isCollapsed };
}

/** The facts after the window changed: crossing the limit collapses again. */
export function resized(facts: SidebarFacts, width: number): SidebarFacts {
  const isSameClass = facts.width < COLLAPSED_BELOW === width < COLLAPSED_BELOW;
  return { ...facts, width, isOpenedNarrow: isSameClass && facts.isOpenedNarrow };
}

const facts = createStore<SidebarFacts>({
  width: globalThis.innerWidth,
  isCollapsed: readStored(storageKeys.sidebarCollapsed, v.boolean(), false),
  isOpenedNarrow: false,
});

export function toggleSidebar(): void {
  const next = toggled(facts.get());
  facts.set(next);
  writeStored(storageKeys.sidebarCollapsed, next.isCollapsed);
}

function followFacts(onChange: () => void): () => void {
  const follow = (): void => facts.set(resized(facts.get(), innerWidth));
  follow();
  addEventListener('resize', follow);
  const stop = facts.subscribe(onChange);
  return () => {
    removeEventListener('resize', follow);
    stop();
  };
}

export function useSidebarMode(): SidebarMode {
  return sidebarMode(useSyncExternalStore(followFacts, facts.get));
}
