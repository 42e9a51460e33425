import type { HttpRequest } from '../ports.ts';
import { wireBody } from '../core/outbox/wire-body.ts';
import { NO_STAMP } from '../core/outbox/plan.ts';
import { columnOfPath } from '../protocol/json-path.ts';
import { isRevival } from '../protocol/op.ts';
import type { JsonRow, Op } from '../protocol/op.ts';
import { DERIVED_KEY, keyColumnsOf } from '../protocol/keys.ts';
import type { TableSpec } from '../protocol/table.ts';
import { columnsOn, keyParams, queryOf, selectOf, timeoutOf } from './postgrest.ts';
import type { Param } from '../protocol/query-text.ts';
import type { RequestContext } from './postgrest.ts';

/** What a write needs to know of its table. */
type Written = Omit<TableSpec, 'name' | 'feed' | 'group' | 'monotonic' | 'conflict'>;

/**
 * A table as one operation writes it and looks its row up: where rows are written, and with the columns that it sets among
 * those that are read, pulled or not. What is not read back cannot be compared, and would be sent again over whatever
 * somebody else has set meanwhile (WRT1, WRT6).
 */
export function asWritten<T extends Written>(spec: T, op: Pick<Op, 'patch'>): T {
  const { path = spec.path } = spec.write ?? {};
  const set = Object.keys(op.patch)
    .filter((column) => column !== DERIVED_KEY)
    .map(columnOfPath);
  // What is pulled may come from a view with columns of its own.
  const read = path === spec.path ? spec.columns : [...keyColumnsOf(spec), ...stampsOf(spec)];
  const optional = spec.optional?.filter((column) => !set.includes(column));
  return { ...spec, path, optional, columns: [...new Set([...read, ...set])] };
}

function stampsOf({ columns }: Written): readonly string[] {
  return ['updated_at', 'deleted_at'].filter((column) => columns.includes(column));
}

function stampParams(guard: Op['guard']): readonly Param[] {
  if (guard === null) return [];
  const { updatedAt } = guard;
  return [['updated_at', updatedAt === null ? 'is.null' : `eq.${updatedAt}`]];
}

/** A value as a filter. Where the type of a column cannot be compared the server refuses the write, which is told. */
function equal(value: unknown): string {
  if (value === null || value === undefined) return 'is.null';
  if (typeof value === 'boolean') return `is.${value}`;
  return `eq.${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** What an update finds its row by, beside the key. */
function guardOf({ write, softDelete }: Written, op: Op): readonly Param[] {
  const alive: readonly Param[] = softDelete ? [['deleted_at', 'is.null']] : [];
  const by = write?.guard ?? 'stamp';
  if (op.guard === null || op.kind !== 'update' || by === 'stamp')
    return [...stampParams(op.guard), ...alive];
  const { fields, updatedAt } = op.guard;
  const values = Object.entries(fields).map(([column, value]) => [column, equal(value)] as const);
  const isKnown = Object.keys(op.patch).every((column) => Object.hasOwn(fields, column));
  // A stamp that moves by itself says nothing, where every value is known.
  const isByValues = by === 'values' && isKnown && updatedAt !== NO_STAMP;
  return [...(isByValues ? [] : stampParams(op.guard)), ...values, ...alive];
}

/**
 * An insert under a natural key whose row was deleted softly: that one comes back, if it is still the one that was seen
 * (KEY3). The key stays as it is; what the server assigns is the server's.
 */
function revivalRequest(
  spec: Written,
  op: Op,
  { select, ...base }: Pick<HttpRequest, 'headers' | 'timeoutMs'> & { readonly select: Param },
): HttpRequest {
  const deletedAt = op.guard?.fields['deleted_at'];
  const seen: Param = ['deleted_at', typeof deletedAt === 'string' ? `eq.${deletedAt}` : 'not.is.null'];
  const key = keyColumnsOf(spec);
  // A row that is known by its id comes back as it is on the server, not as this device saw it (ROW4).
  const set =
    spec.keyColumns === undefined
      ? []
      : Object.entries(wireBody(op, spec.write)).filter(([column]) => !key.includes(column));
  return {
    ...base,
    method: 'PATCH',
    path: `${spec.path}?${queryOf([...keyParams(spec, op.rowId), seen, select])}`,
    headers: { ...base.headers, prefer: 'return=representation' },
    body: JSON.stringify({ ...Object.fromEntries(set), deleted_at: null }),
  };
}

/**
 * The write that carries an operation (D7). An insert ignores duplicates of its client-made key, so a replay changes
 * nothing (B14); an update is guarded by the row it was made on, so a newer one is never overwritten (B13). PostgREST
 * before 12.1 answers `handling=strict` with `max-affected` by an error, and the key makes more than one row
 * impossible anyway, so neither is sent. Where rows are deleted softly a delete stamps a row that has no stamp yet.
 */
export function writeRequest(table: Written, context: RequestContext, op: Op): HttpRequest {
  const spec = asWritten(table, op);
  const select = selectOf(columnsOn(spec, context));
  const id = keyParams(spec, op.rowId);
  const base = {
    timeoutMs: timeoutOf(context),
    headers: { accept: 'application/json', 'content-type': 'application/json' },
  };
  const body = (row: JsonRow): string => JSON.stringify(row);
  switch (op.kind) {
    case 'insert':
      if (isRevival(op)) return revivalRequest(spec, op, { ...base, select });
      return {
        ...base,
        method: 'POST',
        path: `${spec.path}?${queryOf([['on_conflict', keyColumnsOf(spec).join(',')], select])}`,
        headers: {
          ...base.headers,
          prefer: 'return=representation,resolution=ignore-duplicates,missing=default',
        },
        body: body(wireBody(op, spec.write)),
      };
    case 'update':
      return {
        ...base,
        method: 'PATCH',
        path: `${spec.path}?${queryOf([...id, ...guardOf(spec, op), select])}`,
        headers: { ...base.headers, prefer: 'return=representation' },
        body: body(wireBody(op, spec.write)),
      };
    case 'delete':
      if (spec.handMade !== undefined) {
        const { column, value } = spec.handMade;
        return {
          ...base,
          method: 'DELETE',
          path: `${spec.path}?${queryOf([...id, [column, `eq.${value}`], ...stampParams(op.guard), select])}`,
          headers: { accept: 'application/json', prefer: 'return=representation' },
        };
      }
      if (spec.softDelete) {
        return {
          ...base,
          method: 'PATCH',
          path: `${spec.path}?${queryOf([...id, ...guardOf(spec, op), select])}`,
          headers: { ...base.headers, prefer: 'return=representation' },
          // The server's clock: no time of the device is ever sent (I30).
          body: body({ deleted_at: 'now()' }),
        };
      }
      return {
        ...base,
        method: 'DELETE',
        path: `${spec.path}?${queryOf([...id, ...guardOf(spec, op), select])}`,
        headers: { accept: 'application/json', prefer: 'return=representation' },
      };
  }
}
