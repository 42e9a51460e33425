import { useState, type ReactElement } from 'react';
import type { IncidentStatus } from '#sync/protocol/tables/incident-status.ts';
import { Select } from '#src/ui/forms/select.tsx';
import { IncidentStatusGlyph } from '../incident-marks.tsx';
import { ContributingFactorsDialog } from './done/contributing-factors-dialog.tsx';
import { usePanel } from './panel-context.tsx';
import { allowedMove, asksForDefinitionOfDone, statusMoves } from './status-moves.ts';

/** The status with the moves of the spec's table; mitigated and resolved first ask for the definition of done. */
export function StatusField(): ReactElement {
  const { incident, commands } = usePanel();
  const { status } = incident;
  const [asked, setAsked] = useState<IncidentStatus | null>(null);
  const options = statusMoves(status).map((move) => ({
    id: move.status,
    label: move.label,
    glyph: <IncidentStatusGlyph status={move.status} />,
    disabledReason: move.refusal,
  }));
  const save = (next: IncidentStatus, evidenceIds: readonly string[]): void => {
    setAsked(null);
    commands.setStatus(next, evidenceIds).catch(() => {
      // Said as a message; the field never left the kept status.
    });
  };
  return (
    <>
      <Select
        isLabelHidden
        label="Status"
        options={options}
        size="small"
        value={status}
        onChange={(chosen) => {
          const next = allowedMove(status, chosen);
          if (next === undefined) return;
          if (asksForDefinitionOfDone(next)) setAsked(next);
          else save(next, []);
        }}
      />
      {asked !== null && (
        <ContributingFactorsDialog
          onClose={() => setAsked(null)}
          onDecide={(evidenceIds) => save(asked, evidenceIds)}
        />
      )}
    </>
  );
}
