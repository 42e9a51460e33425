import type { HttpRequest, HttpResponse } from '#sync/ports.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { parseQuery, splitTop, type Condition } from '#tests/sim/model/postgrest-query.ts';

type Cell = string | number | boolean | null;

/** Times compare as instants, everything else as it is. */
function cell(value: unknown): Cell {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  return /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;
}

const unquoted = (text: string): string => (text.startsWith('"') ? text.slice(1, -1) : text);

function compares(left: Cell, op: string, value: string): boolean | null {
  if (op === 'is') return value === 'null' ? left === null : String(left) === value;
  if (left === null) return null;
  if (op === 'in') return splitTop(value.slice(1, -1)).some((item) => left === cell(unquoted(item)));
  const right = cell(value);
  const asText = String(right);
  if (op === 'eq') return String(left) === asText;
  if (right === null) return null;
  if (op === 'gt') return left > right;
  if (op === 'gte') return left >= right;
  if (op === 'lt') return left < right;
  if (op === 'lte') return left <= right;
  throw new Error(`feed server: unknown operator ${op}`);
}

/** SQL's three-valued logic: null is "unknown". */
function holds(condition: Condition, row: JsonRow): boolean | null {
  if (condition.type === 'cmp') return compares(cell(row[condition.column]), condition.op, condition.value);
  if (condition.type === 'not') {
    const inner = holds(condition.part, row);
    return inner === null ? null : !inner;
  }
  const parts = condition.parts.map((part) => holds(part, row));
  if (condition.type === 'and') return parts.includes(false) ? false : parts.includes(null) ? null : true;
  return parts.includes(true) ? true : parts.includes(null) ? null : false;
}

function order(a: Cell, b: Cell, isDescending: boolean, areNullsFirst: boolean): number {
  if (a === b) return 0;
  if (a === null || b === null) return (a === null) === areNullsFirst ? -1 : 1;
  return a < b === !isDescending ? -1 : 1;
}

function namesAny(request: HttpRequest, columns: readonly string[]): boolean {
  const query = new URLSearchParams(request.path.split('?')[1] ?? '');
  const named = new Set([...(query.get('select') ?? '').split(','), ...query.keys()]);
  return columns.some((column) => named.has(column));
}

function refusal(nowMs: number): HttpResponse {
  return {
    status: 400,
    headers: { date: new Date(nowMs).toUTCString(), 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ code: '42703', message: 'column does not exist', details: null, hint: null }),
    redirected: false,
  };
}

/**
 * Reads of PostgREST over rows that a test puts there: select, filters, order, limit, exact counts and the silent row
 * cap. Values are kept as the wire has them. No triggers, no writes.
 */
export class FeedServer {
  readonly tables = new Map<string, Map<string, JsonRow>>();
  readonly asked: string[] = [];
  maxRows = 2000;
  /** Columns this server does not have: naming one is refused. Those of 2026 by default. */
  missing: readonly string[] = ['inserted_at'];
  readonly #nowMs: () => number;
  #made = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Adds or replaces rows; `key` defaults to the row's id, or to a number of its own. */
  put(table: string, ...rows: readonly JsonRow[]): void {
    const all = this.tables.get(table) ?? new Map<string, JsonRow>();
    this.tables.set(table, all);
    for (const row of rows) {
      this.#made += 1;
      const key = typeof row['id'] === 'string' ? row['id'] : `row ${this.#made}`;
      all.set(key, { ...all.get(key), ...row });
    }
  }

  rows(table: string): JsonRow[] {
    return [...(this.tables.get(table)?.values() ?? [])];
  }

  /** Takes rows away, as a hard delete does. */
  drop(table: string, matches: (row: JsonRow) => boolean): void {
    for (const [key, row] of this.tables.get(table) ?? [])
      if (matches(row)) this.tables.get(table)?.delete(key);
  }

  /** Answers reads of its own tables; null for everything else. */
  handle(request: HttpRequest): HttpResponse | null {
    const match = /^\/db\/([a-z_0-9]+)\?(.*)$/.exec(request.path);
    const rows = match === null ? undefined : this.tables.get(match[1] ?? '');
    if (match === null || rows === undefined || request.method !== 'GET') return null;
    if (namesAny(request, this.missing)) return refusal(this.#nowMs());
    this.asked.push(request.path);
    const params = new URLSearchParams(match[2]);
    const offset = Number(params.get('offset') ?? 0);
    params.delete('offset');
    const query = parseQuery(params.toString());
    const orders = (params.get('order') ?? '').split(',').filter((part) => part !== '');
    const found = [...rows.values()].filter((row) => holds(query.where, row) === true);
    found.sort((a, b) => {
      for (const part of orders) {
        const [column = '', ...flags] = part.split('.');
        const isDescending = flags.includes('desc');
        const nullsFirst = flags.includes('nullsfirst') || (isDescending && !flags.includes('nullslast'));
        const sign = order(cell(a[column]), cell(b[column]), isDescending, nullsFirst);
        if (sign !== 0) return sign;
      }
      return 0;
    });
    const page = found.slice(offset, offset + Math.min(query.limit ?? this.maxRows, this.maxRows));
    const columns = query.select ?? [];
    const body = page.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
    const total = request.headers['prefer']?.includes('count=exact') === true ? String(found.length) : '*';
    const range = page.length === 0 ? `*/${total}` : `${offset}-${offset + page.length - 1}/${total}`;
    return {
      status: 200,
      headers: {
        date: new Date(this.#nowMs()).toUTCString(),
        'content-type': 'application/json; charset=utf-8',
        'content-range': range,
      },
      body: JSON.stringify(body),
      redirected: false,
    };
  }
}
