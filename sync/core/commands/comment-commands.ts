import type { CommandOf } from '../../protocol/command.ts';
import { textAt } from '../outbox/json.ts';
import { incidentLane, planInsert, refuse } from '../outbox/plan.ts';
import type { AtRow, CommandContext, OpDraft } from '../outbox/plan.ts';
import { deviceTimestamp } from '../pull/server-time.ts';

/** A comment on a hypothesis. */
export function planComment(
  command: CommandOf<'comment.add'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const text = command.text.trim();
  if (text === '') throw refuse('A comment needs some text.', 'comments');
  const hypothesis = at({ tbl: 'hypotheses', id: command.hypothesisId });
  if (hypothesis.row === undefined) {
    throw refuse('The hypothesis is not on this device, so the comment has no place.', 'comments');
  }
  if (textAt(hypothesis.row, 'incident_id') !== command.incidentId) {
    throw refuse('The hypothesis belongs to another incident.', 'comments');
  }
  const stamp = deviceTimestamp(context.nowMs);
  const row = {
    id: context.newRowId(),
    comment: text,
    incident_id: command.incidentId,
    hypothesis_id: command.hypothesisId,
    responder_id: null,
    external_id: null,
    external_created_by: null,
    created_by: context.identity.userId,
    created_at: stamp,
    updated_at: stamp,
  };
  const parents = [hypothesis, at({ tbl: 'incidents', id: command.incidentId })];
  return [planInsert('comments', row, incidentLane(command.incidentId), parents, context)];
}
