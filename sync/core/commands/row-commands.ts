import * as v from 'valibot';
import type { RowRef } from '../../ports.ts';
import type { CommandOf } from '../../protocol/command.ts';
import { keyOfRow, withDerivedKey } from '../../protocol/keys.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { own } from '../../protocol/own.ts';
import type { TableName, TableSpec, WriteSpec } from '../../protocol/table.ts';
import { isSecretAt, isWithheld } from '../../protocol/secrets/texts.ts';
import { columnOfPath, pathChanges, pathWords } from '../../protocol/json-path.ts';
import { isWritten } from '../../protocol/written-tables.ts';
import { illegalMove } from '../outbox/conflict.ts';
import { nounOf } from '../outbox/notice-text.ts';
import { textAt } from '../outbox/json.ts';
import {
  draftOf,
  grouped,
  NO_STAMP,
  pendingInserts,
  planDelete,
  planEdit,
  refuse,
  visibleRow,
} from '../outbox/plan.ts';
import type { AtRow, CommandContext, OpDraft } from '../outbox/plan.ts';
import { deviceTimestamp } from '../pull/server-time.ts';
import { parentsOf } from './references.ts';

type Described = TableSpec & { readonly write: WriteSpec };
type Tables = CommandContext['tables'];
type RowCommand = CommandOf<'row.create' | 'row.update' | 'row.delete' | 'row.revive'>;

/** One row of a table, as a person would name it: "an incident". */
function oneOf(table: TableName): string {
  const noun = nounOf(table);
  return `${/^[aeiou]/u.test(noun) ? 'An' : 'A'} ${noun}`;
}

/** A table in which people write rows by what it says of itself; any other is refused (ROW1). */
function describedTable(spec: TableSpec, what: RowCommand['kind']): Described {
  const { write } = spec;
  const isMade = Object.values(write?.sets ?? {}).some((when) => when !== 'update');
  const isMeant = what === 'row.create' ? isMade : what === 'row.update' || write?.isKept !== true;
  if (write?.sets === undefined || !isMeant)
    throw refuse(`${oneOf(spec.name)} cannot be changed here.`, spec.name);
  return { ...spec, write };
}

/** Refuses a column that people do not set, or not any more once the row is there (ROW1). */
function checkNamed({ name, write }: TableSpec, row: JsonRow, when: 'create' | 'update'): void {
  const isSet = (column: string): boolean => {
    const set = own(write?.sets ?? {}, column);
    return set !== undefined && (set === 'create' || set === 'update' ? set === when : true);
  };
  const unnamed = Object.keys(row).find((column) => !isSet(column));
  if (unnamed !== undefined) throw refuse(`The column ${unnamed} cannot be changed here.`, name);
}

/**
 * Refuses what is not pulled and looks like a secret: the operation would keep it in the journal, in clear, until it is sent,
 * and what stood there before beside it (ROW7).
 */
function checkKeepable({ name, columns }: TableSpec, row: JsonRow): void {
  const secret = Object.keys(row).find(
    (column) => !columns.includes(column) && isSecretAt(column, row[column]),
  );
  if (secret === undefined) return;
  throw refuse(
    `The ${columnOfPath(secret)} holds what looks like a password or a token, which is not kept on this device.`,
    name,
  );
}

/**
 * Refuses what could not lie on this device: the server would take no such row either (D24). A row that is here may lack
 * columns that are still to be read (UPG10), so that of a change only what it sets is looked at.
 */
function checkShape(spec: TableSpec, row: JsonRow, set: JsonRow = row): void {
  const parsed = v.safeParse(spec.schema, row);
  const places = (parsed.issues ?? []).map((issue) => v.getDotPath(issue) ?? 'row');
  const place =
    set === row ? places[0] : places.find((path) => Object.hasOwn(set, path.split('.')[0] ?? path));
  if (place === undefined) return;
  throw refuse(
    `The ${place.replaceAll('_', ' ')} of the ${nounOf(spec.name)} is missing or unusable.`,
    spec.name,
  );
}

/** What a row belongs to; null where it is the root itself (ROW3). */
function aboveRow({ write }: TableSpec, row: JsonRow): RowRef | null {
  const column = write?.root;
  const tbl = column === undefined ? undefined : own(write?.refs ?? {}, column);
  const id = column === undefined ? null : textAt(row, column);
  return tbl === undefined || id === null ? null : { tbl, id };
}

/** The row with its texts trimmed; one that needs a text is refused without it (JRN7). */
function withNeeded({ name, write }: Described, row: JsonRow): JsonRow {
  const texts = (write.needs ?? []).flatMap((column) => {
    const value = row[column];
    return typeof value === 'string' ? [[column, value.trim()] as const] : [];
  });
  const empty = texts.find(([, text]) => text === '');
  if (empty !== undefined) throw refuse(`${oneOf(name)} needs a ${pathWords(empty[0])}.`, name);
  return { ...row, ...Object.fromEntries(texts) };
}

/** Lane of a row: that of what it belongs to, up to the aggregate root, else its own (ROW3, D6). */
function laneOf(spec: TableSpec, id: string, row: JsonRow, at: AtRow, tables: Tables): string {
  const above = aboveRow(spec, row);
  if (above === null) return `${spec.lane ?? spec.name}:${id}`;
  const next = tables[above.tbl];
  // The root itself need not be here to give its name.
  const isRoot = next.write?.root === undefined;
  const thing = `${nounOf(above.tbl)} of the ${nounOf(spec.name)}`;
  return laneOf(next, above.id, isRoot ? {} : visibleRow(above, at, thing), at, tables);
}

/** Rows between a row and its root, as far as they are known: they say which root it is. */
function rowsAbove(spec: TableSpec, row: JsonRow, at: AtRow, tables: Tables): readonly RowRef[] {
  const above = aboveRow(spec, row);
  if (above === null || tables[above.tbl].write?.root === undefined) return [];
  const known = at(above).row;
  return [above, ...(known === undefined ? [] : rowsAbove(tables[above.tbl], known, at, tables))];
}

/** Rows that a command of rows reads: those it names, what new ones point at, and what says whose lane it is. */
export function rowRefs(command: RowCommand, at: AtRow, tables: Tables): readonly RowRef[] {
  const { table } = command;
  const spec = tables[table];
  if (command.kind !== 'row.create') {
    const ref: RowRef = { tbl: table, id: command.rowId };
    const known = command.kind === 'row.revive' ? command.opened : at(ref).row;
    return [ref, ...(known === undefined ? [] : rowsAbove(spec, known, at, tables))];
  }
  return command.rows.flatMap((row) => {
    const key = keyOfRow(spec, row);
    const itself: readonly RowRef[] = key === null ? [] : [{ tbl: table, id: key }];
    return [...itself, ...parentsOf({ tbl: table, patch: row }, tables), ...rowsAbove(spec, row, at, tables)];
  });
}

/** Refuses a row of something that is not here. What people do not make may be on the server alone. */
function checkAbove(spec: TableSpec, row: JsonRow, at: AtRow): void {
  const above = aboveRow(spec, row);
  if (above !== null && isWritten(above.tbl)) visibleRow(above, at, nounOf(above.tbl));
}

/**
 * A new row, whole as its table wants it (ROW2). Under a natural key one that is there already is what was wanted; under a
 * key that a person chose it is somebody else's.
 */
function newRow(spec: Described, given: JsonRow, at: AtRow, context: CommandContext): OpDraft | null {
  const { name, columns, write, handMade } = spec;
  const isOursToName = spec.keyColumns === undefined && write.keyBy !== 'person';
  checkNamed(spec, given, 'create');
  checkKeepable(spec, given);
  const stamp = deviceTimestamp(context.nowMs);
  const filled = {
    ...Object.fromEntries(columns.map((column) => [column, null])),
    ...Object.fromEntries(
      ['created_at', 'updated_at']
        .filter((column) => columns.includes(column))
        .map((column) => [column, stamp]),
    ),
    ...(write.author === undefined ? {} : { [write.author]: context.identity.userId }),
    ...write.defaults,
    ...given,
    ...(handMade === undefined ? {} : { [handMade.column]: handMade.value }),
    ...(isOursToName ? { [spec.key]: context.newRowId() } : {}),
  };
  const id = keyOfRow(spec, filled);
  if (id === null) throw refuse(`The ${nounOf(name)} has no key.`, name);
  const row = withDerivedKey(spec, filled);
  checkShape(spec, row);
  if (at({ tbl: name, id }).row !== undefined) {
    if (spec.keyColumns !== undefined) return null;
    throw refuse(`There is a ${nounOf(name)} of that name already.`, name);
  }
  checkAbove(spec, row, at);
  const deps = pendingInserts(parentsOf({ tbl: name, patch: row }, context.tables).map(at));
  const body = {
    lane: laneOf(spec, id, row, at, context.tables),
    kind: 'insert',
    tbl: name,
    rowId: id,
    patch: row,
    guard: null,
  } as const;
  return draftOf(body, deps, context);
}

/** New rows, one after the other (ROW2). */
export function planRowCreate(
  { kind, table, rows }: CommandOf<'row.create'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const spec = describedTable(context.tables[table], kind);
  const drafts = rows.flatMap((row) => newRow(spec, withNeeded(spec, row), at, context) ?? []);
  const once = drafts.filter(
    ({ rowId }, index) => drafts.findIndex((other) => other.rowId === rowId) === index,
  );
  return grouped(once, 'row.create', 'stop', context);
}

/**
 * The same change with a JSON column as the values in it that the person changed (WRT10). What was read without its secrets
 * has nothing to say of them: a value that lacks one can neither be held against the server's nor take its place.
 */
function byPaths(
  { name, write }: Described,
  set: JsonRow,
  seen: JsonRow,
): { readonly set: JsonRow; readonly seen: JsonRow } {
  const isByPaths = (column: string): boolean => own(write.sets ?? {}, columnOfPath(column)) === 'paths';
  const changes = Object.keys(set).map((column) =>
    isByPaths(column) && Object.hasOwn(seen, column)
      ? pathChanges(column, seen[column], set[column])
      : { set: pick(set, column), seen: pick(seen, column) },
  );
  const changed = {
    set: Object.fromEntries(changes.flatMap((each) => Object.entries(each.set))),
    seen: Object.fromEntries(changes.flatMap((each) => Object.entries(each.seen))),
  };
  const withheld = Object.keys(changed.set).find(
    (column) => isByPaths(column) && (isWithheld(changed.set[column]) || isWithheld(changed.seen[column])),
  );
  if (withheld === undefined) return changed;
  throw refuse(
    `Part of ${pathWords(withheld)} is not on this device, so it cannot be changed here as a whole.`,
    name,
  );
}

function pick(row: JsonRow, column: string): JsonRow {
  return Object.hasOwn(row, column) ? { [column]: row[column] } : {};
}

/** Columns of a row that is there, against what the person saw of them (WRT3). */
export function planRowUpdate(
  { kind, table, rowId, set: given, opened = {} }: CommandOf<'row.update'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const spec = describedTable(context.tables[table], kind);
  const ref: RowRef = { tbl: table, id: rowId };
  checkNamed(spec, given, 'update');
  const visible = visibleRow(ref, at, nounOf(table));
  const set = withNeeded(spec, given);
  checkShape(spec, { ...visible, ...set }, set);
  const move = illegalMove(table, visible, set);
  if (move !== null) throw refuse(move, table);
  const seen = Object.fromEntries(Object.entries(opened).filter(([column]) => Object.hasOwn(set, column)));
  const changes = byPaths(spec, set, seen);
  checkKeepable(spec, changes.set);
  checkKeepable(spec, changes.seen);
  return planEdit(
    ref,
    changes.set,
    laneOf(spec, rowId, visible, at, context.tables),
    at,
    context,
    changes.seen,
  );
}

/**
 * Softly where the table keeps its rows, else for good; under a key that may come again only the row that is here (KEY6),
 * and beside rows of the server's only what was made by hand (KEY4).
 */
export function planRowDelete(
  { kind, table, rowId }: CommandOf<'row.delete'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const spec = describedTable(context.tables[table], kind);
  const ref: RowRef = { tbl: table, id: rowId };
  const visible = visibleRow(ref, at, nounOf(table));
  const { handMade } = spec;
  if (handMade !== undefined && textAt(visible, handMade.column) !== handMade.value) {
    throw refuse(`Only a ${nounOf(table)} that was made by hand can be deleted here.`, table);
  }
  const mayComeAgain = spec.keyColumns !== undefined || spec.write.keyBy === 'person';
  // A row without a stamp is the same row whoever made it.
  const seen = mayComeAgain && spec.columns.includes('updated_at') ? at(ref) : null;
  return [planDelete(ref, laneOf(spec, rowId, visible, at, context.tables), context, seen)];
}

/** Takes the soft deletion of a row back, if it is still the one the person saw; nothing else of it is set (ROW4). */
export function planRowRevive(
  { kind, table, rowId, opened }: CommandOf<'row.revive'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const spec = describedTable(context.tables[table], kind);
  if (!spec.softDelete) throw refuse(`${oneOf(table)} is deleted for good.`, table);
  if (at({ tbl: table, id: rowId }).row !== undefined) return [];
  const known = Object.entries(opened).filter(([column]) => spec.columns.includes(column));
  const row = withDerivedKey(spec, { ...Object.fromEntries(known), deleted_at: null });
  if (keyOfRow(spec, row) !== rowId) throw refuse(`The ${nounOf(table)} has another key.`, table);
  checkShape(spec, row);
  const guard = {
    updatedAt: textAt(opened, 'updated_at') ?? NO_STAMP,
    fields: { deleted_at: opened['deleted_at'] ?? null },
  };
  const lane = laneOf(spec, rowId, row, at, context.tables);
  return [draftOf({ lane, kind: 'insert', tbl: table, rowId, patch: row, guard }, [], context)];
}
