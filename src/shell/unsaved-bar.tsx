import type { ReactElement } from 'react';
import { useStore } from '#src/platform/device/store.ts';
import { holdPage } from '#src/platform/shell/hold-page.ts';
import { unsaved } from '#src/platform/session/unsaved.ts';
import { Button } from '#src/ui/button.tsx';

/** Says what this device could not save yet: it is in this page alone, so the page must stay open (D18). */
export function UnsavedBar(): ReactElement | null {
  const changes = useStore(unsaved.changes);
  const count = changes.length;
  const [first] = changes;
  if (first === undefined) return null;
  return (
    <div
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-3 border-t border-line bg-panel px-4 py-2 text-body"
      // Its changes are in this page alone.
      ref={holdPage}
      role="alert"
    >
      <span>
        {count === 1 ? '1 change is' : `${count} changes are`} not saved yet: {first.reason}. Keep this page
        open.
      </span>
      <Button size="small" onPress={unsaved.retry}>
        Try again
      </Button>
      <Button size="small" variant="ghost" onPress={() => changes.forEach((change) => change.giveUp())}>
        Give up
      </Button>
    </div>
  );
}
