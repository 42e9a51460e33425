import type { HttpRequest, HttpResponse } from '#sync/ports.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { matches, parseQuery, type Comparable, type ModelQuery } from './postgrest-query.ts';
import { modelTables, parseTime, timeColumns, toWire, type ModelTable } from './model-tables.ts';

/** One change that took effect, for the exactly-once checks. */
export interface Effect {
  readonly table: string;
  readonly id: string;
  readonly kind: 'insert' | 'update' | 'delete';
  readonly changed: JsonRow;
  /** Values that `changed` replaced; empty for inserts. */
  readonly before: JsonRow;
  /** Session under which it was made; null for other people's writes. */
  readonly sessionUserId: string | null;
  /** True when it came through the API, false for other people's writes made by the simulation. */
  readonly viaApi: boolean;
}

const uuidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Who the session cookie stands for; null is signed out. */
export interface ModelSession {
  userId: string | null;
}

/**
 * The other side of the wire: PostgREST over the reference schema with its triggers, as far as the engine speaks to
 * it. Throws on requests it does not understand, so that the engine cannot pass by asking something unmodelled.
 */
export class ModelServer {
  readonly tables = new Map<string, Map<string, JsonRow>>();
  readonly effects: Effect[] = [];
  /** Every version each row ever had, oldest first, by `table id` (I9). */
  readonly versions = new Map<string, JsonRow[]>();
  /** Ids named in writes that were answered with 403: the only ones that may end as forbidden (I16). */
  readonly denied = new Set<string>();
  readonly session: ModelSession;
  /** Tables whose writes answer 403. */
  readonly deniedWrites = new Set<string>();
  /** Tables whose reads answer 403. */
  readonly deniedReads = new Set<string>();
  maxRows = 2000;
  properties: JsonRow[] = [];
  readonly #nowMicros: () => number;
  #incidentNumber = 0;
  #historyNumber = 0;

  constructor(nowMicros: () => number, userId: string) {
    this.#nowMicros = nowMicros;
    this.session = { userId };
    for (const name of Object.keys(modelTables)) this.tables.set(name, new Map());
  }

  rows(table: string): Map<string, JsonRow> {
    const rows = this.tables.get(table);
    if (rows === undefined) throw new Error(`model server: no table ${table}`);
    return rows;
  }

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
    const query = parseQuery(search);
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

  /** Inserts a row as another person would; `stampMicros` is the start of that transaction (B1). */
  insert(table: string, values: JsonRow, stampMicros: number, viaApi = false): JsonRow {
    const spec = modelTables[table];
    if (spec === undefined) throw new Error(`model server: no table ${table}`);
    const row: JsonRow = { created_at: stampMicros, ...values };
    if (spec.hasUpdatedAt && !spec.nullUpdatedAt) row['updated_at'] = stampMicros;
    if (spec.hasDeletedAt) row['deleted_at'] ??= null;
    if (table === 'incidents') {
      this.#incidentNumber += 1;
      row['incident_id'] = `INC-${this.#incidentNumber}`;
    }
    const id = String(row['id']);
    this.#store(table, id, row);
    this.#record({ table, id, kind: 'insert', changed: values, before: {}, viaApi });
    this.#afterInsert(table, row, stampMicros);
    return row;
  }

  /** Updates a row as another person would, with the `updated_at` trigger and its exceptions (B1, B2, B4). */
  update(table: string, id: string, patch: JsonRow, stampMicros: number, viaApi = false): JsonRow | null {
    const before = this.rows(table).get(id);
    const spec = modelTables[table];
    if (before === undefined || spec === undefined) return null;
    const values = Object.fromEntries(
      Object.entries(patch).map(([name, value]) => [name, this.#fromWire(name, value)]),
    );
    const changed = Object.entries(values).filter(([name, value]) => before[name] !== value);
    const row: JsonRow = { ...before, ...values };
    const isDeleted = spec.hasDeletedAt && row['deleted_at'] !== null;
    if (changed.length > 0 && spec.hasUpdatedAt && !isDeleted) row['updated_at'] = stampMicros;
    this.#store(table, id, row);
    if (changed.length > 0) {
      const replaced = Object.fromEntries(changed.map(([name]) => [name, before[name]]));
      this.#record({
        table,
        id,
        kind: 'update',
        changed: Object.fromEntries(changed),
        before: replaced,
        viaApi,
      });
      this.#afterUpdate(table, before, row, stampMicros);
    }
    return row;
  }

  /** Hard delete; leaves no trace (B7). */
  remove(table: string, id: string, viaApi = false): boolean {
    const isGone = this.rows(table).delete(id);
    if (isGone) this.#record({ table, id, kind: 'delete', changed: {}, before: {}, viaApi });
    return isGone;
  }

  #store(table: string, id: string, row: JsonRow): void {
    this.rows(table).set(id, row);
    const key = `${table} ${id}`;
    const known = this.versions.get(key);
    if (known === undefined) this.versions.set(key, [row]);
    else known.push(row);
  }

  #record(effect: Omit<Effect, 'sessionUserId'>): void {
    this.effects.push({ ...effect, sessionUserId: effect.viaApi ? this.session.userId : null });
  }

  #get(table: string, query: ModelQuery, request: HttpRequest): HttpResponse {
    if (this.deniedReads.has(table)) return this.#text(403, 'unauthorized. Access Denied');
    const found = this.#select(table, query);
    for (const { column, descending } of query.order.toReversed()) {
      found.sort((a, b) => this.#compare(column, a, b) * (descending ? -1 : 1));
    }
    const page = found.slice(0, Math.min(query.limit ?? this.maxRows, this.maxRows));
    const wantsCount = (request.headers['prefer'] ?? request.headers['Prefer'] ?? '').includes('count=exact');
    const last = page.length === 0 ? '*' : `0-${page.length - 1}`;
    return this.#json(
      200,
      page.map((row) => toWire(row, query.select)),
      {
        'content-range': `${last}/${wantsCount ? found.length : '*'}`,
      },
    );
  }

  #post(table: string, spec: ModelTable, query: ModelQuery, request: HttpRequest): HttpResponse {
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
    const ignoresDuplicates = (request.headers['prefer'] ?? request.headers['Prefer'] ?? '').includes(
      'resolution=ignore-duplicates',
    );
    if (this.rows(table).has(String(values['id']))) {
      if (!ignoresDuplicates) return this.#error(409, '23505', 'duplicate key value');
      if (table === 'incidents') this.#incidentNumber += 1;
      return this.#json(201, [], { 'preference-applied': 'return=representation' });
    }
    const row = this.insert(table, values, this.#nowMicros(), true);
    return this.#json(201, [toWire(row, query.select)], { 'preference-applied': 'return=representation' });
  }

  #patch(table: string, spec: ModelTable, query: ModelQuery, request: HttpRequest): HttpResponse {
    // See #post: the engine's own JSON.
    const patch = JSON.parse(request.body ?? '{}') as JsonRow;
    const emptied = spec.required.find((name) => name in patch && patch[name] === null);
    if (emptied !== undefined) return this.#error(400, '23502', `null value in column "${emptied}"`);
    const rows = this.#select(table, query);
    const updated = rows.map((row) => this.update(table, String(row['id']), patch, this.#nowMicros(), true));
    const body = updated.filter((row) => row !== null).map((row) => toWire(row, query.select));
    return this.#json(200, body, { 'preference-applied': 'return=representation' });
  }

  #delete(table: string, query: ModelQuery): HttpResponse {
    const rows = this.#select(table, query);
    for (const row of rows) this.remove(table, String(row['id']), true);
    return this.#json(
      200,
      rows.map((row) => toWire(row, query.select)),
      {
        'preference-applied': 'return=representation',
      },
    );
  }

  #select(table: string, query: ModelQuery): JsonRow[] {
    const comparable = (column: string, value: unknown): Comparable => this.#comparable(column, value);
    return [...this.rows(table).values()].filter((row) => matches(query.where, row, comparable));
  }

  #comparable(column: string, value: unknown): Comparable {
    if (value === null || value === undefined) return null;
    if (typeof value === 'string') return timeColumns.has(column) ? parseTime(value) : value;
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    return JSON.stringify(value);
  }

  #compare(column: string, a: JsonRow, b: JsonRow): number {
    const left = this.#comparable(column, a[column]);
    const right = this.#comparable(column, b[column]);
    if (left === right) return 0;
    // NULLS LAST in ascending order, as Postgres has it.
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -1 : 1;
  }

  #fromWire(column: string, value: unknown): unknown {
    if (!timeColumns.has(column) || typeof value !== 'string') return value;
    return value === 'now()' ? this.#nowMicros() : parseTime(value);
  }

  #history(type: string, incidentId: unknown, values: JsonRow, stampMicros: number): void {
    this.#historyNumber += 1;
    const id = `00000000-0000-7000-8000-${String(this.#historyNumber).padStart(12, '0')}`;
    this.rows('incident_histories').set(id, {
      id,
      incident_id: incidentId,
      type,
      description: null,
      hypothesis_id: null,
      evidence_id: null,
      comment_id: null,
      responder_id: null,
      ...values,
      created_at: stampMicros,
      updated_at: stampMicros,
    });
  }

  #afterInsert(table: string, row: JsonRow, stamp: number): void {
    const by = { created_by: row['created_by'] };
    if (table === 'incidents')
      this.#history('incident.created', row['id'], { ...by, description: row['id'] }, stamp);
    if (table === 'hypotheses') {
      this.#history('hypothesis.created', row['incident_id'], { ...by, hypothesis_id: row['id'] }, stamp);
    }
    if (table === 'responders') {
      this.#history('responder.created', row['incident_id'], { ...by, responder_id: row['id'] }, stamp);
    }
    if (table === 'evidences') {
      const hypothesis = this.rows('hypotheses').get(String(row['hypothesis_id']));
      this.#history(
        'evidence.created',
        hypothesis?.['incident_id'],
        { ...by, evidence_id: row['id'] },
        stamp,
      );
    }
    if (table === 'comments' && typeof row['responder_id'] === 'string') {
      this.#history('responder.commented', row['incident_id'], { ...by, comment_id: row['id'] }, stamp);
    }
  }

  #afterUpdate(table: string, before: JsonRow, row: JsonRow, stamp: number): void {
    if (before['status'] === row['status']) return;
    const values = { created_by: row['created_by'], description: row['status'] };
    if (table === 'incidents') this.#history('incident.status_updated', row['id'], values, stamp);
    if (table === 'hypotheses') {
      this.#history(
        'hypothesis.status_updated',
        row['incident_id'],
        { ...values, hypothesis_id: row['id'] },
        stamp,
      );
    }
  }

  #date(): Record<string, string> {
    return { date: new Date(Math.floor(this.#nowMicros() / 1000)).toUTCString() };
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
