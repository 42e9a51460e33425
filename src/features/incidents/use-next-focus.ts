import { useEffect, useRef } from 'react';

/** The thing that goes away, and what takes the focus after it. */
interface Leaving {
  readonly id: string;
  readonly nextId: string | null;
}

/**
 * Hands the focus on when the thing it stood on goes away: `ids` are those that are shown. Returns what to call before
 * one of them is removed. Whoever has moved the focus elsewhere meanwhile keeps it.
 */
export function useNextFocus(
  ids: readonly string[],
  focus: (nextId: string | null) => void,
): (id: string, nextId: string | null) => void {
  const leaving = useRef<Leaving | null>(null);
  useEffect(() => {
    const gone = leaving.current;
    if (gone === null || ids.includes(gone.id)) return;
    leaving.current = null;
    afterDialogs(() => {
      if (document.activeElement === null || document.activeElement === document.body) focus(gone.nextId);
    });
  });
  return (id, nextId) => {
    leaving.current = { id, nextId };
  };
}

/** A dialog that is closing holds the focus until it is gone. */
function afterDialogs(run: () => void): void {
  if (document.querySelector('[data-exiting]') === null) run();
  else requestAnimationFrame(() => afterDialogs(run));
}

/** The next one in a list, else the one before it. */
export function neighbourOf(ids: readonly string[], id: string): string | null {
  const at = ids.indexOf(id);
  return at < 0 ? null : (ids[at + 1] ?? ids[at - 1] ?? null);
}
