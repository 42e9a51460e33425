import { SyncError } from '../errors.ts';
import type { RowRef, RowSnapshot } from '../ports.ts';
import type { Command } from '../protocol/command.ts';
import type { Identity } from '../protocol/identity.ts';
import { OP_VERSION } from '../protocol/op.ts';
import type { JsonRow, Op } from '../protocol/op.ts';
import { columnsOf, sameJson, textAt } from './json.ts';
import { baseOf } from './row-change.ts';
import { deviceTimestamp } from './server-time.ts';

/** What a command needs besides the rows; ids and time come from outside so that planning is pure. */
export interface CommandContext {
  readonly identity: Identity;
  readonly nowMs: number;
  readonly serverSkewMs: number | null;
  readonly origin: Op['origin'];
  /** New primary key for a row. */
  readonly newRowId: () => string;
  /** New id for an operation. */
  readonly newOpId: () => string;
}

/** An operation that has no place in the journal yet; `seq` is allocated where it is stored. */
export type OpDraft = Omit<Op, 'seq'>;

function refuse(message: string, table: string): SyncError {
  return new SyncError({ kind: 'rejected', message, status: 0, table });
}

/** Rows a command reads before it can be planned. */
export function commandRefs(command: Command): readonly RowRef[] {
  const hypothesis: RowRef = { tbl: 'hypotheses', id: command.hypothesisId };
  if (command.kind !== 'comment.add') return [hypothesis];
  return [hypothesis, { tbl: 'incidents', id: command.incidentId }];
}

/** Ids of operations that still have to create the row (deps, D4). */
function pendingInserts(snaps: readonly RowSnapshot[]): readonly string[] {
  return snaps.flatMap((snap) =>
    (snap.shadow?.pending ?? [])
      .filter((op) => op.kind === 'insert' && op.state !== 'acked')
      .map((op) => op.id),
  );
}

type Body = Pick<Op, 'lane' | 'kind' | 'tbl' | 'rowId' | 'patch' | 'guard'>;

function draftOf(body: Body, deps: readonly string[], context: CommandContext): OpDraft {
  return {
    ...body,
    id: context.newOpId(),
    v: OP_VERSION,
    identity: context.identity,
    group: null,
    deps: [...new Set(deps)],
    createdAt: context.nowMs,
    serverSkewMs: context.serverSkewMs,
    state: 'queued',
    attempts: 0,
    firstSentAt: null,
    nextAt: null,
    epoch: null,
    lastError: null,
    ack: null,
    conflict: null,
    origin: context.origin,
  };
}

type AtRow = (ref: RowRef) => RowSnapshot;

function planComment(
  command: Extract<Command, { kind: 'comment.add' }>,
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
  const rowId = context.newRowId();
  const patch: JsonRow = {
    id: rowId,
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
  const lane = `incident:${command.incidentId}`;
  const deps = pendingInserts([hypothesis, at({ tbl: 'incidents', id: command.incidentId })]);
  return [draftOf({ lane, kind: 'insert', tbl: 'comments', rowId, patch, guard: null }, deps, context)];
}

/**
 * A stamp that no row has. An edit made on a value that is itself unsent carries it: the send matches nothing until
 * the earlier operation is settled and the guard rebased, so that whatever happens in between, nobody else's value is
 * replaced unseen (I31).
 */
export const NO_STAMP = '1970-01-01T00:00:00+00:00';

/** Update of some fields of a hypothesis, guarded by what this device shows of them (D4 guard). */
function planHypothesisEdit(
  id: string,
  wanted: JsonRow,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const snap = at({ tbl: 'hypotheses', id });
  if (snap.row === undefined) throw refuse('The hypothesis is not on this device.', 'hypotheses');
  const visible = columnsOf(snap.row);
  const patch = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !sameJson(visible[field], value)),
  );
  if (Object.keys(patch).length === 0) return [];
  const fields = Object.fromEntries(Object.keys(patch).map((field) => [field, visible[field] ?? null]));
  const base = baseOf(snap);
  const isOnServer =
    base !== null && Object.entries(fields).every(([field, value]) => sameJson(base[field], value));
  const guard = { updatedAt: isOnServer ? textAt(base, 'updated_at') : NO_STAMP, fields };
  const lane = `incident:${textAt(visible, 'incident_id') ?? id}`;
  return [
    draftOf(
      { lane, kind: 'update', tbl: 'hypotheses', rowId: id, patch, guard },
      pendingInserts([snap]),
      context,
    ),
  ];
}

/**
 * Turns a command into operations (D4). `at` must know the rows of `commandRefs`. An empty list means that the device
 * shows the wanted state already. Throws SyncError `rejected` for input no server would take.
 */
export function planCommand(command: Command, at: AtRow, context: CommandContext): readonly OpDraft[] {
  switch (command.kind) {
    case 'comment.add':
      return planComment(command, at, context);
    case 'hypothesis.set-title': {
      const title = command.title.trim();
      if (title === '') throw refuse('A hypothesis needs a title.', 'hypotheses');
      return planHypothesisEdit(command.hypothesisId, { title }, at, context);
    }
    case 'hypothesis.set-status': {
      const status = command.status.trim();
      if (status === '') throw refuse('A hypothesis needs a status.', 'hypotheses');
      return planHypothesisEdit(command.hypothesisId, { status }, at, context);
    }
  }
}

/** Columns the server fills by itself; an insert never sends what the device showed for them (I30). */
const serverColumns: readonly string[] = ['created_at', 'updated_at'];

/** Body of the request that carries an operation: the patch without what the server assigns. */
export function wireBody(op: Pick<Op, 'kind' | 'patch'>): JsonRow {
  if (op.kind !== 'insert') return op.patch;
  return Object.fromEntries(Object.entries(op.patch).filter(([column]) => !serverColumns.includes(column)));
}
