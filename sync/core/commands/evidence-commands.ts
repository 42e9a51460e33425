import type { RowRef } from '../../ports.ts';
import type { CommandOf, EvidenceInput } from '../../protocol/command.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { textAt } from '../outbox/json.ts';
import { incidentLane, planInsert, refuse, visibleRow } from '../outbox/plan.ts';
import type { AtRow, CommandContext, OpDraft } from '../outbox/plan.ts';
import { deviceTimestamp } from '../pull/server-time.ts';

/** A new evidence as this device shows it until the server answers. */
export function newEvidence(
  hypothesisId: string,
  input: EvidenceInput,
  context: CommandContext,
): JsonRow & { readonly id: string } {
  const stamp = deviceTimestamp(context.nowMs);
  return {
    id: context.newRowId(),
    hypothesis_id: hypothesisId,
    type: input.type,
    description: input.description,
    config_id: input.configId ?? null,
    config_change_id: input.configChangeId ?? null,
    config_analysis_id: input.configAnalysisId ?? null,
    component_id: input.componentId ?? null,
    check_id: input.checkId ?? null,
    definition_of_done: input.definitionOfDone ?? false,
    // Sent, not left to the server: the first change away from NULL fires no event there (reference schema.md 3.3).
    done: false,
    factor: null,
    mitigator: null,
    evidence: input.payload ?? null,
    properties: null,
    script: input.script ?? null,
    script_result: null,
    created_by: context.identity.userId,
    created_at: stamp,
    updated_at: stamp,
  };
}

function hypothesisRef(id: string): RowRef {
  return { tbl: 'hypotheses', id };
}

/** Lane of an evidence: that of the incident its hypothesis belongs to. */
function evidenceLane(evidence: JsonRow, at: AtRow): string {
  const hypothesisId = textAt(evidence, 'hypothesis_id') ?? '';
  const hypothesis = visibleRow(hypothesisRef(hypothesisId), at, 'hypothesis of the evidence');
  return incidentLane(textAt(hypothesis, 'incident_id') ?? hypothesisId);
}

/** Attaches an evidence to a hypothesis. */
export function planEvidenceAdd(
  { hypothesisId, evidence }: CommandOf<'evidence.add'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const row = newEvidence(hypothesisId, evidence, context);
  if (evidence.type === 'comment' && evidence.description.trim() === '' && evidence.payload === undefined) {
    throw refuse('An evidence needs some text.', 'evidences');
  }
  return [planInsert('evidences', row, evidenceLane(row, at), [at(hypothesisRef(hypothesisId))], context)];
}
