import type { ReactElement } from 'react';
import type { PlaybookRef } from '#sync/read/playbooks/playbooks.ts';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import type { OutcomeTexts } from '#src/views/tell-outcome.ts';
import { useRowCommands } from '#src/views/use-row-commands.ts';
import { playbookName } from '../list/playbook-groups.ts';
import { playbookHref } from '../list/playbook-href.ts';

interface DeletePlaybookProps {
  playbook: PlaybookRef;
  onClose: () => void;
  /** This device has taken it: it is gone from its lists. */
  onDeleted?: (() => void) | undefined;
}

/** Spec 8 for the failure. */
const GONE: OutcomeTexts = {
  saved: 'Playbook deleted',
  failed: (_op, why) => `Unable to delete playbook spec: ${why ?? ''}`,
};

/** Asks before a playbook goes. */
export function DeletePlaybook({ playbook, onClose, onDeleted }: DeletePlaybookProps): ReactElement {
  const { id } = playbook;
  const save = useRowCommands(playbookHref(id));
  return (
    <ConfirmDialog
      isOpen
      confirmLabel="Delete playbook"
      title={`Delete playbook ${playbookName(playbook)}?`}
      onConfirm={() => {
        // What went wrong has been said.
        save({ kind: 'row.delete', table: 'playbooks', rowId: id }, GONE).then(onDeleted, () => undefined);
        onClose();
      }}
      onOpenChange={onClose}
    >
      <p>Nobody can run it any more, and nothing runs it by itself. Its runs stay.</p>
    </ConfirmDialog>
  );
}
