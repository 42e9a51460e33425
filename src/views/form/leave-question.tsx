import type { ReactElement } from 'react';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';

interface LeaveQuestionProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asked where leaving would lose what was typed. */
export function LeaveQuestion({ isOpen, onStay, onLeave }: LeaveQuestionProps): ReactElement {
  return (
    <ConfirmDialog
      cancelLabel="Stay"
      confirmLabel="Leave"
      isOpen={isOpen}
      title="Leave without saving?"
      onConfirm={onLeave}
      onOpenChange={(next) => {
        if (!next) onStay();
      }}
    >
      What you typed is not kept on this device.
    </ConfirmDialog>
  );
}
