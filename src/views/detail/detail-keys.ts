import type { KeyboardEvent } from 'react';
import { useSingleKeys } from '#src/platform/actions/shortcuts.ts';

/** Marks what only the dialog of a detail holds. */
export const DETAIL_LAYER = 'data-detail-layer';

/** Places whose keys are their own: fields, lists and menus. */
const OWN_KEYS = 'input, textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"]';

/**
 * Single keys of a dialog (ux 4.4). The registry of keys is silent while a dialog is open, so the dialog listens itself,
 * under the same switch.
 */
export function useDetailKeys(
  runOf: (key: string) => (() => void) | undefined,
): (event: KeyboardEvent) => void {
  const areOn = useSingleKeys();
  return (event) => {
    if (!areOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof Element) || event.target.closest(OWN_KEYS) !== null) return;
    // A dialog that was opened from this one has keys of its own.
    const layer = event.target.closest('[role="dialog"], [role="alertdialog"]');
    if (layer?.querySelector(`[${DETAIL_LAYER}]`) === null) return;
    const run = runOf(event.key);
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
}
