import type { RowRef } from '../../ports.ts';
import type { CommandOf } from '../../protocol/command.ts';
import { textAt } from '../outbox/json.ts';
import { incidentLane, planDelete, planInsert, visibleRow } from '../outbox/plan.ts';
import type { AtRow, CommandContext, OpDraft } from '../outbox/plan.ts';
import { deviceTimestamp } from '../pull/server-time.ts';

/** A person joins the responders. Clients write the type `system` for people too; the reference says `person`. */
export function planResponderAdd(
  { incidentId, personId }: CommandOf<'responder.add'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const incidentRef: RowRef = { tbl: 'incidents', id: incidentId };
  visibleRow(incidentRef, at, 'incident');
  const stamp = deviceTimestamp(context.nowMs);
  const row = {
    id: context.newRowId(),
    incident_id: incidentId,
    type: 'person',
    index: null,
    person_id: personId,
    team_id: null,
    external_id: null,
    created_by: context.identity.userId,
    created_at: stamp,
    updated_at: stamp,
    deleted_at: null,
  };
  return [planInsert('responders', row, incidentLane(incidentId), [at(incidentRef)], context)];
}

/** A soft delete: the engine sends it as `deleted_at` of a row that has none yet (D7). */
export function planResponderRemove(
  { responderId }: CommandOf<'responder.remove'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const ref: RowRef = { tbl: 'responders', id: responderId };
  const visible = visibleRow(ref, at, 'responder');
  return [planDelete(ref, incidentLane(textAt(visible, 'incident_id') ?? responderId), context)];
}
