import type { CommandOf } from '../../protocol/command.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { TableName } from '../../protocol/table.ts';
import { newEvidence } from './evidence-commands.ts';
import { planRowUpdate } from './row-commands.ts';
import { newHypothesis } from './hypothesis-commands.ts';
import { grouped, incidentLane, planInsert, refuse } from '../outbox/plan.ts';
import type { AtRow, CommandContext, OpDraft } from '../outbox/plan.ts';
import { deviceTimestamp } from '../pull/server-time.ts';

/**
 * The number is the server's: a row without one has not reached it (B19). Who opens an incident leads it and speaks for it
 * (reference api-endpoints-ops.md I6).
 */
function newIncident(
  command: CommandOf<'incident.create'>,
  title: string,
  context: CommandContext,
): JsonRow & { readonly id: string } {
  const stamp = deviceTimestamp(context.nowMs);
  return {
    id: context.newRowId(),
    incident_id: null,
    incident_rule_id: null,
    title,
    description: command.description?.trim() ?? '',
    severity: command.severity,
    type: command.type,
    status: command.status ?? 'open',
    commander_id: context.identity.userId,
    communicator_id: context.identity.userId,
    acknowledged: null,
    resolved: null,
    closed: null,
    created_by: context.identity.userId,
    created_at: stamp,
    updated_at: stamp,
  };
}

/**
 * The create sequence of the spec as one group: incident, root hypothesis, then the evidence. `stop`: an incident that
 * reached the server stays, whatever becomes of the rest; an alarm that was raised is not taken back.
 */
export function planIncidentCreate(
  command: CommandOf<'incident.create'>,
  context: CommandContext,
): readonly OpDraft[] {
  const title = command.title.trim();
  if (title === '') throw refuse('An incident needs a title.', 'incidents');
  const incident = newIncident(command, title, context);
  const lane = incidentLane(incident.id);
  const first = planInsert('incidents', incident, lane, [], context);
  const hypothesis = newHypothesis(
    { incidentId: incident.id, parentId: null, title: command.hypothesisTitle?.trim() || title },
    'root',
    context,
  );
  const second = { ...planInsert('hypotheses', hypothesis, lane, [], context), deps: [first.id] };
  if (command.evidence === undefined) return grouped([first, second], command.kind, 'stop', context);
  const evidence = newEvidence(hypothesis.id, command.evidence, context);
  const third = { ...planInsert('evidences', evidence, lane, [], context), deps: [second.id] };
  return grouped([first, second, third], command.kind, 'stop', context);
}

/**
 * A move of the status with evidences for the definition of done (mitigated, resolved), which is no set of rows of one
 * table: they are marked first, and unmarked again when the status does not move.
 */
export function planIncidentStatus(
  { kind, incidentId, status, definitionOfDone }: CommandOf<'incident.set-status'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const change = (table: TableName, rowId: string, set: JsonRow): readonly OpDraft[] =>
    planRowUpdate({ kind: 'row.update', table, rowId, set }, at, context);
  const marks = definitionOfDone.flatMap((id) => change('evidences', id, { definition_of_done: true }));
  return grouped([...marks, ...change('incidents', incidentId, { status })], kind, 'compensate', context);
}
