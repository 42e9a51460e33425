import { useEffect } from 'react';
import type { RequestJson } from '../http.ts';

/**
 * A list that is not painted so long after it was read is not waited for. Counted from the start, a device that reads slowly
 * would begin the worker between the two, and the page would draw beside it.
 */
const PATIENCE_MS = 400;

let awaited: Promise<boolean> | undefined;
let painted: Promise<unknown> | undefined;
let tellShown: (() => void) | undefined;

/** This start has something to show as soon as `isThere` says so: until it is painted the page has the processor. */
export function expectStart(isThere: Promise<boolean>): void {
  // Who shows it hears of what failed.
  awaited = isThere.catch(() => false);
}

/** Resolves when there is nothing to show for this start, or when it was painted; null where nothing is expected. */
export function startPainted(): Promise<unknown> | null {
  if (awaited === undefined) return null;
  painted ??= whenShown(awaited);
  return painted;
}

async function whenShown(isAwaited: Promise<boolean>): Promise<void> {
  const shown = new Promise<void>((resolve) => {
    tellShown = resolve;
  });
  if (!(await isAwaited)) return;
  const isLate = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([shown, isLate]);
}

/** The list stands on the page, and is painted with the next frame. */
export function startIsShown(): void {
  requestAnimationFrame(() => setTimeout(() => tellShown?.()));
}

/** The same for a list, once it has something to show. */
export function useStartIsShown(isRead: boolean): void {
  useEffect(() => {
    if (isRead) startIsShown();
  }, [isRead]);
}

/** The same requests, but none before this start is painted: what comes back would be worked on while it is drawn. */
export function afterStart(request: RequestJson): RequestJson {
  return async (...asked) => {
    await startPainted();
    return request(...asked);
  };
}

/** Resolves when the document has loaded and this start is painted: what is not seen begins here. */
export async function pageStands(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await startPainted();
}
