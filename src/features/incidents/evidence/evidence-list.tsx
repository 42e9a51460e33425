import { Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { EvidenceView } from '#sync/read/types.ts';
import { ATTACH_EVIDENCE_LABEL } from '#src/platform/actions/attach-evidence.tsx';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { useWriteReason } from '../permissions.ts';
import { EvidenceItem } from './evidence-item.tsx';
import { EvidenceWizard } from './evidence-wizard.tsx';
import type { WizardType } from './wizard-types.ts';

interface EvidenceListProps {
  hypothesisId: string;
  hypothesisTitle: string;
  evidences: readonly EvidenceView[];
}

const ADD_TO = 'Add evidence to ';

/** For the hypothesis in which the focus is, else for the first: every list registers the same key. */
function pressAddEvidence(): void {
  const button = `button[aria-label^="${ADD_TO}"]`;
  const near = document.activeElement?.closest('section')?.querySelector<HTMLElement>(button);
  (near ?? document.querySelector<HTMLElement>(button))?.click();
}

/** Evidence of one hypothesis, oldest first as the store gives it, and the way to more. */
export function EvidenceList({ hypothesisId, hypothesisTitle, evidences }: EvidenceListProps): ReactElement {
  const writeReason = useWriteReason('evidences', 'evidence');
  // `true`: the type is asked for first.
  const [adding, setAdding] = useState<WizardType | true | null>(null);
  useShortcut({
    id: 'attach-evidence',
    keys: ['e'],
    shown: ['e'],
    label: ATTACH_EVIDENCE_LABEL,
    group: 'This page',
    disabledReason: writeReason,
    run: pressAddEvidence,
  });
  return (
    <div className="flex flex-col items-start gap-1">
      {evidences.length === 0 ? (
        <p className="text-table text-muted">No Evidence</p>
      ) : (
        <ul aria-label="Evidence" className="flex w-full flex-col divide-y divide-line">
          <Records idOf={({ id }) => id} nameOf={({ type }) => `Evidence (${type})`} of={evidences}>
            {(evidence) => (
              <EvidenceItem
                evidence={evidence}
                onAddMore={writeReason === undefined ? setAdding : undefined}
              />
            )}
          </Records>
        </ul>
      )}
      {writeReason === undefined && (
        <Button
          aria-label={`${ADD_TO}${hypothesisTitle}`}
          className="-ms-2 text-muted"
          icon={Plus}
          size="small"
          variant="ghost"
          onPress={() => setAdding(true)}
        >
          Add evidence
        </Button>
      )}
      {adding !== null && (
        <EvidenceWizard
          hypothesisId={hypothesisId}
          hypothesisTitle={hypothesisTitle}
          type={adding === true ? undefined : adding}
          onClose={() => setAdding(null)}
        />
      )}
    </div>
  );
}
