import type { RowRef } from '../../ports.ts';
import type { Command } from '../../protocol/command.ts';
import { planComment } from './comment-commands.ts';
import { planEvidenceAdd } from './evidence-commands.ts';
import { planHypothesisAdd, planHypothesisDelete } from './hypothesis-commands.ts';
import { planIncidentCreate, planIncidentStatus } from './incident-commands.ts';
import { textAt } from '../outbox/json.ts';
import type { AtRow, CommandContext, CommandRows, OpDraft } from '../outbox/plan.ts';
import { planRowCreate, planRowDelete, planRowRevive, planRowUpdate, rowRefs } from './row-commands.ts';

const incident = (id: string): RowRef => ({ tbl: 'incidents', id });
const hypothesis = (id: string): RowRef => ({ tbl: 'hypotheses', id });
const evidence = (id: string): RowRef => ({ tbl: 'evidences', id });

/** An evidence, and as soon as it is known the hypothesis it hangs on: that one names the incident. */
function evidenceRefs(ids: readonly string[], at: AtRow): readonly RowRef[] {
  return ids.flatMap((id) => {
    const parentId = textAt(at(evidence(id)).row, 'hypothesis_id');
    return parentId === null ? [evidence(id)] : [evidence(id), hypothesis(parentId)];
  });
}

/** Rows a command reads before it can be planned; with more rows known it may name more of them. */
export function commandRefs(
  command: Command,
  at: AtRow,
  tables: CommandContext['tables'],
): readonly RowRef[] {
  switch (command.kind) {
    case 'comment.add':
      return [hypothesis(command.hypothesisId), incident(command.incidentId)];
    case 'hypothesis.add':
      return command.parentId === null
        ? [incident(command.incidentId)]
        : [incident(command.incidentId), hypothesis(command.parentId)];
    case 'hypothesis.delete':
    case 'evidence.add':
      return [hypothesis(command.hypothesisId)];
    case 'incident.create':
      return [];
    case 'incident.set-status':
      return [incident(command.incidentId), ...evidenceRefs(command.definitionOfDone, at)];
    case 'row.create':
    case 'row.update':
    case 'row.delete':
    case 'row.revive':
      return rowRefs(command, at, tables);
  }
}

/**
 * Turns a command into operations (D4). `rows.at` must know the rows of `commandRefs`. An empty list means that the
 * device shows the wanted state already. Throws SyncError `rejected` for input no server would take.
 */
export function planCommand(
  command: Command,
  rows: CommandRows,
  context: CommandContext,
): readonly OpDraft[] {
  const { at } = rows;
  switch (command.kind) {
    case 'comment.add':
      return planComment(command, at, context);
    case 'hypothesis.add':
      return planHypothesisAdd(command, at, context);
    case 'hypothesis.delete':
      return planHypothesisDelete(command, rows, context);
    case 'evidence.add':
      return planEvidenceAdd(command, at, context);
    case 'incident.create':
      return planIncidentCreate(command, context);
    case 'incident.set-status':
      return planIncidentStatus(command, at, context);
    case 'row.create':
      return planRowCreate(command, at, context);
    case 'row.update':
      return planRowUpdate(command, at, context);
    case 'row.delete':
      return planRowDelete(command, at, context);
    case 'row.revive':
      return planRowRevive(command, at, context);
  }
}
