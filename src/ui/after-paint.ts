import { startTransition, useLayoutEffect, useState } from 'react';

/** Runs `work` once what has just been drawn is on the screen; answers how to call it off. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const runLater = (): void => {
    timer = setTimeout(work);
  };
  // A hidden page has no frames.
  const frame = document.visibilityState === 'hidden' ? undefined : requestAnimationFrame(runLater);
  if (frame === undefined) runLater();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * The value as it was last seen on the screen, and `atFirst` before any was. Unlike a deferred value it cannot change
 * between a commit and the frame that shows it, where what is drawn for it would hold up that frame.
 */
export function usePainted<T extends string | boolean, F = T>(value: T, atFirst: F): T | F {
  const [painted, setPainted] = useState<T | F>(atFirst);
  useLayoutEffect(() => {
    if (painted === value) return undefined;
    return afterPaint(() => startTransition(() => setPainted(value)));
  }, [painted, value]);
  return painted;
}
