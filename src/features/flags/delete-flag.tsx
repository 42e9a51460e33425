import { useState, type ReactElement } from 'react';
import type { Flag } from '#sync/protocol/flags.ts';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { useAction } from '#src/views/use-action.ts';
import { useFlagWrite } from './use-flag-write.ts';

interface DeleteFlagProps {
  flag: Pick<Flag, 'name' | 'value'>;
  blocker: string | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a flag goes: there is no way back. */
export function DeleteFlag({ flag, blocker, onClose, onDeleted }: DeleteFlagProps): ReactElement {
  const { name, value } = flag;
  const { seen, write } = useFlagWrite(value);
  const [problem, setProblem] = useState<string>();
  const action = useAction();
  return (
    <ConfirmDialog
      isOpen
      confirmLabel="Delete flag"
      disabledReason={blocker}
      isPending={action.isPending}
      title={`Delete the feature flag ${name}?`}
      onConfirm={() =>
        action.run(async () => {
          const next = await write({ kind: 'remove', name, seen });
          setProblem(next);
          if (next !== undefined) return;
          onClose();
          onDeleted();
        })
      }
      onOpenChange={onClose}
    >
      <p>It goes for everybody and at once, and cannot be brought back.</p>
      <p className="mt-2 text-danger" role="alert">
        {problem}
      </p>
    </ConfirmDialog>
  );
}
