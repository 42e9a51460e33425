import { useState, type ReactElement } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { usePanel } from '../panel-context.tsx';
import { EvidenceChoice } from './evidence-choice.tsx';

interface ContributingFactorsDialogProps {
  onClose: () => void;
  /** The chosen evidences; none when the step is skipped. */
  onDecide: (evidenceIds: readonly string[]) => void;
}

/** Stands before mitigated and resolved (spec 4): choose, skip or cancel. */
export function ContributingFactorsDialog({
  onClose,
  onDecide,
}: ContributingFactorsDialogProps): ReactElement {
  const { evidences: live, evidenceReason } = usePanel();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isMissing, setMissing] = useState(false);
  return (
    <Dialog
      isOpen
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button onPress={() => onDecide([])}>Skip</Button>
          <Button
            disabledReason={evidenceReason}
            variant="primary"
            onPress={() => (chosen.length === 0 ? setMissing(true) : onDecide(chosen))}
          >
            Submit
          </Button>
        </>
      }
      title="Add contributing factors to definition of done"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <div className="flex flex-col gap-3">
        {isMissing && chosen.length === 0 && (
          <InlineBar tone="error">Please select atleast one evidence</InlineBar>
        )}
        <EvidenceChoice chosen={chosen} live={live} onChange={setChosen} />
      </div>
    </Dialog>
  );
}
