import { createContext, useContext, useSyncExternalStore } from 'react';
import { sameWordsAt } from '../../lib/age.ts';

const TICK_MS = 60_000;

type Listener = () => void;

const listeners = new Set<Listener>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  nowMs = Date.now();
  for (const listener of listeners) listener();
}

/** Nobody sees an age behind another tab; it is counted anew when the page is shown. */
function tickIfSeen(): void {
  if (document.visibilityState !== 'hidden') tick();
}

/** A tab that slept must not show old ages until the next tick. */
function handleVisibility(): void {
  if (document.visibilityState === 'visible') tick();
}

function subscribe(listener: Listener): () => void {
  if (listeners.size === 0) {
    nowMs = Date.now();
    timer = setInterval(tickIfSeen, TICK_MS);
    document.addEventListener('visibilitychange', handleVisibility);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', handleVisibility);
  };
}

/** The time in steps of a minute, for what follows more than that. */
export const minuteClock = { subscribe, get: (): number => nowMs } as const;

/** What the time makes of something: drawn again only in a minute that makes something else of it (T10). */
export function useMinuteOf<T extends number | string | boolean>(of: (nowMs: number) => T): T {
  return useSyncExternalStore(
    subscribe,
    () => of(nowMs),
    () => of(nowMs),
  );
}

/** The time in steps of a minute, from one timer for the whole page. */
export function useMinuteNow(): number {
  return useMinuteOf((minuteMs) => minuteMs);
}

/** What a screen of server times adds to this device's clock, in ms: how far the server's is ahead. */
export const AgeOffset = createContext(0);

/** The moment that the age of something is counted to; one at which its age is the same in words stands for all of those. */
export function useAgeNow(atMs: number | undefined): number {
  const offsetMs = useContext(AgeOffset);
  return useMinuteOf((minuteMs) => (atMs === undefined ? 0 : sameWordsAt(atMs, minuteMs + offsetMs)));
}
