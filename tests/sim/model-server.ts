import type { HttpRequest, HttpResponse } from '#sync/ports.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { compile, parseQuery, type Comparable, type ModelQuery, type RowTest } from './postgrest-query.ts';
import { keyOf, ModelStore, specOf } from './model-store.ts';
import { modelTables, parseTime, timeColumns, toWire, type ModelTable } from './model-tables.ts';

const uuidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Queries are few and come again and again. */
const QUERY_CACHE_LIMIT = 5000;

interface CompiledQuery extends ModelQuery {
  readonly accepts: RowTest;
  readonly selectKey: string;
}

/**
 * The other side of the wire: PostgREST over the reference schema with its triggers, as far as the engine speaks to
 * it. Throws on requests it does not understand, so that the engine cannot pass by asking something unmodelled.
 */
export class ModelServer extends ModelStore {
  /** Ids named in writes that were answered with 403: the only ones that may end as forbidden (I16). */
  readonly denied = new Set<string>();
  /** Tables whose writes answer 403. */
  readonly deniedWrites = new Set<string>();
  /** Tables whose reads answer 403. */
  readonly deniedReads = new Set<string>();
  maxRows = 2000;
  properties: JsonRow[] = [];
  readonly #queries = new Map<string, CompiledQuery>();
  /** Rows never change in place, so their wire form is made once per column list. */
  readonly #wire = new WeakMap<JsonRow, Map<string, string>>();

  /** Answers one request at the present moment. */
  handle(request: HttpRequest): HttpResponse {
    const [path = '', search = ''] = request.path.split('?');
    if (this.session.userId === null) return this.#text(401, 'Authorization Error');
    if (path === '/auth/whoami') {
      return this.#json(200, {
        message: 'success',
        payload: { user: { id: this.session.userId }, roles: [] },
      });
    }
    if (path === '/properties') return this.#json(200, this.properties);
    const table = /^\/db\/([a-z_]+)$/.exec(path)?.[1];
    const spec = table === undefined ? undefined : modelTables[table];
    if (table === undefined || spec === undefined) return this.#text(404, '');
    const query = this.#parse(search);
    if (request.method === 'GET') return this.#get(table, query, request);
    if (this.deniedWrites.has(table)) {
      for (const [id] of `${request.path} ${request.body ?? ''}`.matchAll(uuidPattern)) this.denied.add(id);
      return this.#text(403, 'unauthorized. Access Denied');
    }
    switch (request.method) {
      case 'POST':
        return this.#post(table, spec, query, request);
      case 'PATCH':
        return this.#patch(table, spec, query, request);
      case 'DELETE':
        return this.#delete(table, query);
    }
  }

  #parse(search: string): CompiledQuery {
    const known = this.#queries.get(search);
    if (known !== undefined) return known;
    const query = parseQuery(search);
    const compiled: CompiledQuery = {
      ...query,
      accepts: compile(query.where, comparable),
      selectKey: query.select?.join() ?? '*',
    };
    if (this.#queries.size >= QUERY_CACHE_LIMIT) this.#queries.clear();
    this.#queries.set(search, compiled);
    return compiled;
  }

  #get(table: string, query: CompiledQuery, request: HttpRequest): HttpResponse {
    if (this.deniedReads.has(table)) return this.#text(403, 'unauthorized. Access Denied');
    const found = this.#select(table, query);
    for (const { column, descending } of query.order.toReversed()) {
      found.sort((a, b) => compareBy(column, a, b) * (descending ? -1 : 1));
    }
    const page = found.slice(0, Math.min(query.limit ?? this.maxRows, this.maxRows));
    const wantsCount = preferOf(request).includes('count=exact');
    const last = page.length === 0 ? '*' : `0-${page.length - 1}`;
    return this.#rows(200, page, query, {
      'content-range': `${last}/${wantsCount ? found.length : '*'}`,
    });
  }

  #post(table: string, spec: ModelTable, query: CompiledQuery, request: HttpRequest): HttpResponse {
    // A body of the engine is JSON it made itself; the model insists on an object or a list of one.
    const parsed = JSON.parse(request.body ?? 'null') as JsonRow | JsonRow[];
    const values = Array.isArray(parsed) ? parsed[0] : parsed;
    if (values === undefined) return this.#error(400, 'PGRST102', 'empty body');
    const missing = spec.required.find((name) => values[name] === undefined || values[name] === null);
    if (missing !== undefined) return this.#error(400, '23502', `null value in column "${missing}"`);
    for (const [column, parent] of Object.entries(spec.references)) {
      const reference = values[column];
      if (typeof reference === 'string' && !this.rows(parent).has(reference)) {
        return this.#error(409, '23503', `key is not present in table "${parent}"`);
      }
    }
    const applied = { 'preference-applied': 'return=representation' };
    if (this.rows(table).has(keyOf(spec, values))) {
      if (!preferOf(request).includes('resolution=ignore-duplicates')) {
        return this.#error(409, '23505', 'duplicate key value');
      }
      if (table === 'incidents') this.skipIncidentNumber();
      return this.#json(201, [], applied);
    }
    const row = this.insert(table, values, this.clock.nowMicros(), true);
    return this.#rows(201, [row], query, applied);
  }

  #patch(table: string, spec: ModelTable, query: CompiledQuery, request: HttpRequest): HttpResponse {
    // See #post: the engine's own JSON.
    const patch = JSON.parse(request.body ?? '{}') as JsonRow;
    const emptied = spec.required.find((name) => name in patch && patch[name] === null);
    if (emptied !== undefined) return this.#error(400, '23502', `null value in column "${emptied}"`);
    const updated = this.#select(table, query).map((row) =>
      this.update(table, keyOf(spec, row), patch, this.clock.nowMicros(), { viaApi: true }),
    );
    const rows = updated.filter((row) => row !== null);
    return this.#rows(200, rows, query, { 'preference-applied': 'return=representation' });
  }

  #delete(table: string, query: CompiledQuery): HttpResponse {
    const rows = this.#select(table, query);
    for (const row of rows) this.remove(table, keyOf(specOf(table), row), true);
    return this.#rows(200, rows, query, { 'preference-applied': 'return=representation' });
  }

  #select(table: string, query: CompiledQuery): JsonRow[] {
    const found: JsonRow[] = [];
    for (const [id, row] of this.rows(table)) {
      if (query.accepts(row) && !this.hidden.has(`${table} ${id}`)) found.push(row);
    }
    return found;
  }

  #rows(
    status: number,
    rows: readonly JsonRow[],
    query: CompiledQuery,
    headers: Record<string, string>,
  ): HttpResponse {
    const body = `[${rows.map((row) => this.#wireText(row, query)).join()}]`;
    return { ...this.#json(status, null, headers), body };
  }

  #wireText(row: JsonRow, query: CompiledQuery): string {
    let forms = this.#wire.get(row);
    if (forms === undefined) {
      forms = new Map();
      this.#wire.set(row, forms);
    }
    let text = forms.get(query.selectKey);
    if (text === undefined) {
      text = JSON.stringify(toWire(row, query.select));
      forms.set(query.selectKey, text);
    }
    return text;
  }

  #date(): Record<string, string> {
    return { date: new Date(Math.floor(this.clock.nowMicros() / 1000)).toUTCString() };
  }

  #json(status: number, body: unknown, headers: Record<string, string> = {}): HttpResponse {
    return {
      status,
      headers: { ...this.#date(), 'content-type': 'application/json; charset=utf-8', ...headers },
      body: JSON.stringify(body),
      redirected: false,
    };
  }

  #text(status: number, body: string): HttpResponse {
    return { status, headers: { ...this.#date(), 'content-type': 'text/plain' }, body, redirected: false };
  }

  #error(status: number, code: string, message: string): HttpResponse {
    return this.#json(status, { code, message, details: null, hint: null });
  }
}

function preferOf(request: HttpRequest): string {
  return request.headers['prefer'] ?? request.headers['Prefer'] ?? '';
}

function comparable(column: string, value: unknown): Comparable {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return timeColumns.has(column) ? parseTime(value) : value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

function compareBy(column: string, a: JsonRow, b: JsonRow): number {
  const left = comparable(column, a[column]);
  const right = comparable(column, b[column]);
  if (left === right) return 0;
  // NULLS LAST in ascending order, as Postgres has it.
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -1 : 1;
}
