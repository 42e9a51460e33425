import { Undo2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { lastChanges } from '#src/platform/replica/last-changes.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { useStore } from '#src/platform/device/store.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { useAction } from '#src/views/use-action.ts';
import { undoLast, type Undone } from './undo.ts';

/** Takes back the last change of this page; there from the first one on, so that the focus never falls off it (ux 4.7). */
export function UndoButton(): ReactElement | null {
  const sync = useSync();
  const model = useReadModel();
  const { can } = useAccess();
  const { isPending, run } = useAction();
  const hasChanges = useStore(lastChanges).length > 0;
  const [isThere, setThere] = useState(false);
  if (hasChanges && !isThere) setThere(true);
  const undo = (): void => {
    if (isPending) return;
    run(async () => tell(await undoLast({ sync, model, mayWrite: can('write', 'incident') })));
  };
  useShortcut({
    id: 'undo',
    keys: ['u', '$mod+z'],
    shown: ['u'],
    label: 'Undo the last change',
    group: 'Anywhere',
    isOnce: true,
    run: undo,
  });
  return isThere ? <IconButton icon={Undo2} label="Undo the last change" onPress={undo} /> : null;
}

function tell(undone: Undone): void {
  switch (undone.kind) {
    case 'nothing':
      return void toast({ kind: 'info', text: 'Nothing to undo' });
    case 'cancelled':
      return void toast({ kind: 'info', text: 'Undone', detail: undone.line });
    case 'put-back':
      return void toast({
        kind: 'info',
        text: 'Saved on this device',
        detail: `Undoes: ${undone.line}`,
      });
    case 'refused':
      return void toast({
        kind: 'error',
        text: 'Not undone',
        detail: `${undone.line}: ${undone.reason}`,
      });
  }
}
