import { createContext, useContext, useSyncExternalStore } from 'react';

const TICK_MS = 60_000;

type Listener = () => void;

const listeners = new Set<Listener>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  nowMs = Date.now();
  for (const listener of listeners) listener();
}

/** A tab that slept must not show old ages until the next tick. */
function handleVisibility(): void {
  if (document.visibilityState === 'visible') tick();
}

function subscribe(listener: Listener): () => void {
  if (listeners.size === 0) {
    nowMs = Date.now();
    timer = setInterval(tick, TICK_MS);
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

/** The time in steps of a minute, from one timer for the whole page. */
export function useMinuteNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => nowMs,
    () => nowMs,
  );
}

/** What a screen of server times adds to this device's clock, in ms: how far the server's is ahead. */
export const AgeOffset = createContext(0);

/** The moment that ages are counted to. */
export function useAgeNow(): number {
  return useMinuteNow() + useContext(AgeOffset);
}
