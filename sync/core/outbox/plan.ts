import { SyncError } from '../../errors.ts';
import type { RowRef, RowSnapshot } from '../../ports.ts';
import type { Command } from '../../protocol/command.ts';
import type { Identity } from '../../protocol/identity.ts';
import { OP_VERSION } from '../../protocol/op.ts';
import type { JsonRow, Op } from '../../protocol/op.ts';
import type { TableName, TableSpec } from '../../protocol/table.ts';
import { mayCarry } from '../../protocol/tables.ts';
import { columnsOf, textAt } from './json.ts';
import { sameJson } from '../../protocol/same-json.ts';
import { baseOf } from './row-change.ts';

/** What a command needs besides the rows; ids and time come from outside so that planning is pure. */
export interface CommandContext {
  readonly identity: Identity;
  /** Collections as this device knows them. */
  readonly tables: Readonly<Record<TableName, TableSpec>>;
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

/** What a person sees of a row and the server's version of it. */
export type AtRow = (ref: RowRef) => RowSnapshot;

/** Rows that a command was planned on: those it names, and for a deletion everything under the node. */
export interface CommandRows {
  readonly at: AtRow;
  /** Comments, evidences and hypotheses under the one to delete, children before their parents. */
  readonly under: readonly RowRef[];
}

/** Input that no server would take; nothing was stored. */
export function refuse(message: string, table: string): SyncError {
  return new SyncError({ kind: 'rejected', message, status: 0, table });
}

/** Ids of operations that still have to create the rows (deps, D4). */
export function pendingInserts(snaps: readonly RowSnapshot[]): readonly string[] {
  return snaps.flatMap((snap) =>
    (snap.shadow?.pending ?? [])
      .filter((op) => op.kind === 'insert' && op.state !== 'acked')
      .map((op) => op.id),
  );
}

type Body = Pick<Op, 'lane' | 'kind' | 'rowId' | 'patch' | 'guard'> & { readonly tbl: TableName };

/** A queued operation around what it does. Nothing that its table does not name for it waits in the journal (WRT9). */
export function draftOf(body: Body, deps: readonly string[], context: CommandContext): OpDraft {
  const unnamed = Object.keys(body.patch).find((column) => !mayCarry(body.tbl, column));
  if (unnamed !== undefined) throw refuse(`The column ${unnamed} cannot be changed here.`, body.tbl);
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

/** Lane of everything that belongs to one incident (D6). */
export function incidentLane(incidentId: string): string {
  return `incident:${incidentId}`;
}

/** The visible row of a reference, or a refusal in plain words. */
export function visibleRow(ref: RowRef, at: AtRow, thing: string): JsonRow {
  const { row } = at(ref);
  if (row === undefined) throw refuse(`The ${thing} is not on this device.`, ref.tbl);
  return columnsOf(row);
}

/**
 * A stamp that no row has. An edit made on a value that is itself unsent carries it: the send matches nothing until
 * the earlier operation is settled and the guard rebased, so that whatever happens in between, nobody else's value is
 * replaced unseen (I31).
 */
export const NO_STAMP = '1970-01-01T00:00:00+00:00';

/** The columns that hold something: those a command does not name are undefined. */
export function given(columns: JsonRow): JsonRow {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/**
 * Update of some fields of a row, guarded by what the person saw of them (D4 guard): `opened` holds what stood in the form,
 * else it is what this device shows now. A field of which neither is known has no guard: it is compared when it has been
 * read, and asked about (WRT1, WRT3). Empty when nothing changes.
 */
export function planEdit(
  ref: RowRef,
  wanted: JsonRow,
  lane: string,
  at: AtRow,
  context: CommandContext,
  opened: JsonRow = {},
): readonly OpDraft[] {
  const snap = at(ref);
  const visible = snap.row === undefined ? {} : columnsOf(snap.row);
  const seen: JsonRow = { ...visible, ...opened };
  const isAsSeen = (field: string, value: unknown): boolean =>
    Object.hasOwn(seen, field) && sameJson(seen[field], value);
  const isAsShown = (field: string, value: unknown): boolean =>
    Object.hasOwn(visible, field) && sameJson(visible[field], value);
  const patch = Object.fromEntries(
    Object.entries(wanted).filter(
      // What the person left as it was is no change of theirs, and what stands there already needs none.
      ([field, value]) => value !== undefined && !isAsSeen(field, value) && !isAsShown(field, value),
    ),
  );
  const changed = Object.keys(patch);
  if (changed.length === 0) return [];
  const known = changed.filter((field) => Object.hasOwn(seen, field));
  const fields = Object.fromEntries(known.map((field) => [field, seen[field] ?? null]));
  const base = baseOf(snap);
  // The stamp stands for values that the server had under it: of all that is set, or it is none.
  const isOnServer =
    base !== null &&
    known.length === changed.length &&
    Object.entries(fields).every(
      ([field, value]) => Object.hasOwn(base, field) && sameJson(base[field], value),
    );
  const guard = { updatedAt: isOnServer ? textAt(base, 'updated_at') : NO_STAMP, fields };
  const body: Body = { lane, kind: 'update', tbl: ref.tbl, rowId: ref.id, patch, guard };
  return [draftOf(body, pendingInserts([snap]), context)];
}

/** A new row; `parents` are what it points at. */
export function planInsert(
  tbl: TableName,
  row: JsonRow & { readonly id: string },
  lane: string,
  parents: readonly RowSnapshot[],
  context: CommandContext,
): OpDraft {
  const body: Body = { lane, kind: 'insert', tbl, rowId: row.id, patch: row, guard: null };
  return draftOf(body, pendingInserts(parents), context);
}

/**
 * A deletion. It names no inserts: the lane keeps it behind them, and where there is no row it has what it wanted
 * (RPL12), so that it does not go down with an insert that failed. `seen` where the key may come again: then only the
 * row that is here is deleted (KEY6). One that is still to be made has no stamp but the server's, when it has answered.
 */
export function planDelete(
  ref: RowRef,
  lane: string,
  context: CommandContext,
  seen: RowSnapshot | null = null,
): OpDraft {
  const guard = seen === null ? null : { updatedAt: stampOf(seen), fields: {} };
  return draftOf({ lane, kind: 'delete', tbl: ref.tbl, rowId: ref.id, patch: {}, guard }, [], context);
}

function stampOf(seen: RowSnapshot): string | null {
  const isPending = seen.shadow?.pending.some(({ kind }) => kind === 'insert') === true;
  const base = isPending ? null : baseOf(seen);
  return base === null ? NO_STAMP : textAt(base, 'updated_at');
}

/** Several operations as one ordered sequence (B20); a single one needs no group. */
export function grouped(
  drafts: readonly OpDraft[],
  intent: Command['kind'],
  onFail: NonNullable<Op['group']>['onFail'],
  context: CommandContext,
): readonly OpDraft[] {
  if (drafts.length < 2) return drafts;
  const id = context.newOpId();
  return drafts.map((draft, at) => ({
    ...draft,
    group: { id, step: at + 1, of: drafts.length, onFail, intent },
  }));
}
