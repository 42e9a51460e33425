import { useState, type ReactElement } from 'react';
import type { EvidenceView } from '#sync/read/types.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { incidentPath } from '../commands.ts';
import { useIncidentScreen } from '../incident-context.tsx';
import { tellOutcome } from '#src/views/tell-outcome.ts';

interface DeleteEvidenceProps {
  evidence: EvidenceView;
  title: string;
  onClose: () => void;
}

/**
 * Asks once. Some servers refuse to delete evidence their history speaks of: the row then comes back with the verdict
 * of the server, which the outbox keeps.
 */
export function DeleteEvidence({ evidence, title, onClose }: DeleteEvidenceProps): ReactElement {
  const sync = useSync();
  const model = useReadModel();
  const { incidentId } = useIncidentScreen();
  const [isPending, setPending] = useState(false);
  const remove = (): void => {
    setPending(true);
    const change = async (): Promise<readonly string[]> =>
      (
        await sync.submit(
          { kind: 'row.delete', table: 'evidences', rowId: evidence.id },
          incidentPath(incidentId),
        )
      ).opIds;
    tellOutcome(model, change, { failed: () => 'Evidence delete failed' }).then(onClose, onClose);
  };
  return (
    <ConfirmDialog
      confirmLabel="Delete"
      isOpen
      isPending={isPending}
      title="Delete evidence?"
      onConfirm={remove}
      onOpenChange={onClose}
    >
      <p className="wrap-any">
        Deletes “{title}” and the data saved with it.
        {evidence.definitionOfDone && ' It is also removed from the definition of done.'}
      </p>
    </ConfirmDialog>
  );
}
