import type { KeyboardEvent } from 'react';
import { useSingleKeys } from '#src/platform/shortcuts.ts';

interface CheckKeys {
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onAttach: (() => void) | undefined;
  readonly onRefresh: () => void;
}

/** Marks what only the dialog of a check holds. */
export const CHECK_LAYER = 'data-check-layer';

/** Places whose keys are their own: fields, lists and menus. */
const OWN_KEYS = 'input, textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"]';

/**
 * `[` and `]` lead to the check before and after, `e` attaches, `r` refreshes (ux 4.4). The registry of keys is silent
 * while a dialog is open, so the dialog listens itself, under the same switch.
 */
export function useCheckKeys(keys: CheckKeys): (event: KeyboardEvent) => void {
  const areOn = useSingleKeys();
  return (event) => {
    if (!areOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof Element) || event.target.closest(OWN_KEYS) !== null) return;
    // A dialog that was opened from this one has keys of its own.
    const layer = event.target.closest('[role="dialog"], [role="alertdialog"]');
    if (layer?.querySelector(`[${CHECK_LAYER}]`) === null) return;
    const run = actionOf(event.key, keys);
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
}

function actionOf(
  key: string,
  { onPrevious, onNext, onAttach, onRefresh }: CheckKeys,
): (() => void) | undefined {
  switch (key) {
    case '[':
      return onPrevious;
    case ']':
      return onNext;
    case 'e':
      return onAttach;
    case 'r':
      return onRefresh;
    default:
      return undefined;
  }
}
