import { Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { lastChanges } from '#src/platform/last-changes.ts';
import { useReadModel } from '#src/platform/read-model-context.tsx';
import { useShortcut } from '#src/platform/shortcuts.ts';
import { useStore } from '#src/platform/store.ts';
import { useSync } from '#src/platform/sync-context.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { toast } from '#src/ui/toast-queue.ts';
import { useAction } from './use-action.ts';
import { undoLast, type Undone } from './undo.ts';

/** Takes back the last change of this page; there as soon as there is one (ux 4.7). */
export function UndoButton(): ReactElement | null {
  const sync = useSync();
  const model = useReadModel();
  const { isPending, run } = useAction();
  const hasChanges = useStore(lastChanges).length > 0;
  const undo = (): void => {
    if (!isPending) run(async () => tell(await undoLast(sync, model)));
  };
  useShortcut({
    id: 'undo',
    keys: ['u', '$mod+z'],
    shown: ['u'],
    label: 'Undo the last change',
    group: 'Anywhere',
    run: undo,
  });
  return hasChanges ? <IconButton icon={Undo2} label="Undo the last change" onPress={undo} /> : null;
}

function tell(undone: Undone): void {
  switch (undone.kind) {
    case 'nothing':
      return void toast({ kind: 'info', text: 'Nothing to undo' });
    case 'undone':
      return void toast({ kind: 'info', text: 'Taken back', detail: undone.line });
    case 'refused':
      return void toast({
        kind: 'error',
        text: 'Not taken back',
        detail: `${undone.line}: ${undone.reason}`,
      });
  }
}
