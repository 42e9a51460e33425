import type { HttpRequest, HttpResponse } from '#sync/ports.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { commandOf } from '../effects.ts';
import { refuseDelete, refuseQuery, refuseValues, type Refusal } from './model-refusals.ts';
import {
  compile,
  parseQuery,
  type Comparable,
  type ModelQuery,
  type OrderPart,
  type RowTest,
} from './postgrest-query.ts';
import { keyOf, ModelStore, specOf } from './model-store.ts';
import { isPageRead, type PagedWorld } from '../paged.ts';
import { modelTables, parseTime, timeColumns, toWire, type ModelTable } from './model-tables.ts';

const uuidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const noRight: Refusal = { status: 403, code: '42501' };
const unknownColumn: Refusal = { status: 400, code: 'PGRST204' };
const rights = { POST: 'insert', PATCH: 'update', DELETE: 'delete' } as const;
/** Queries are few and come again and again. */
const QUERY_CACHE_LIMIT = 5000;

interface CompiledQuery extends ModelQuery {
  /** What the database says about it, per table and schema. */
  readonly refusals: Map<string, Refusal | null>;
  readonly accepts: RowTest;
  readonly selectKey: string;
}

/** Teams as a view gives them. */
const TEAMS_VIEW = 'teams_view';

/**
 * The other side of the wire: PostgREST over the reference schema with its triggers, as far as the engine speaks to
 * it. Throws on requests it does not understand, so that the engine cannot pass by asking something unmodelled.
 */
export class ModelServer extends ModelStore {
  /** Ids named in writes that were answered with 403: the only ones that may end as forbidden (I16). */
  readonly denied = new Set<string>();
  /** Tables whose writes answer 403. */
  readonly deniedWrites = new Set<string>();
  /** Rights the database itself has taken from the API: 42501, which a row rule answers too (`table select`, …). */
  readonly revoked = new Set<string>();
  /** Tables whose reads answer 403. */
  readonly deniedReads = new Set<string>();
  maxRows = 2000;
  /** Pages of rows that are not pulled; null where nobody reads them. */
  pages: PagedWorld | null = null;
  properties: JsonRow[] = [];
  /** Commands that ran, by their names, in order (I29). */
  readonly commands: string[] = [];
  /** Numbers of incidents that others have taken: so many that come next. */
  takenNumbers = 0;
  /** Begins a run of a playbook as a row and answers its id; null where runs leave no rows. */
  beginRun: ((body: string, by: string | null) => string) | null = null;
  #second = Number.NaN;
  #dateText = '';
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
    const command = commandOf({ path, body: request.body ?? '' });
    if (command !== null && request.method === 'POST') {
      this.commands.push(command);
      const begun = path === '/playbook/run' ? this.beginRun : null;
      const runId = begun === null ? command : begun(request.body ?? '', this.session.userId);
      return this.#json(200, { run_id: runId });
    }
    if (isPageRead({ path }) && this.pages !== null) {
      const body = this.pages.answer(path, request.body ?? '', this.session.userId);
      return body === null ? this.#text(403, 'unauthorized. Access Denied') : this.#json(200, body);
    }
    if (path === '/properties') return this.#json(200, this.properties);
    const named = /^\/db\/([a-z_]+)$/.exec(path)?.[1];
    const table = named === TEAMS_VIEW ? 'teams' : named;
    // It joins what people do not write: nobody writes to it.
    if (named === TEAMS_VIEW && request.method !== 'GET') return this.#error({ status: 405, code: '55000' });
    const spec = table === undefined ? undefined : modelTables[table];
    if (table === undefined) return this.#text(404, '');
    if (spec === undefined) return this.#error({ status: 404, code: '42P01' });
    const query = this.#parse(search);
    const asked = `${table} ${this.schemaVersion}`;
    let refusal = query.refusals.get(asked);
    if (refusal === undefined) {
      refusal = refuseQuery(table, query, this);
      query.refusals.set(asked, refusal);
    }
    // A column of the body is looked for before those of the query: writes read back what they set (WRT1).
    if (refusal !== null) return this.#error(this.#isUnknownBody(table, request) ? unknownColumn : refusal);
    if (request.method === 'GET') {
      return this.#mayNot(table, 'select') ? this.#error(noRight) : this.#get(table, query, request);
    }
    if (this.deniedWrites.has(table)) {
      this.#noteDenied(request);
      return this.#text(403, 'unauthorized. Access Denied');
    }
    const right = rights[request.method];
    const isSound = request.method === 'DELETE' || this.#isSound(table, request);
    if (isSound && this.#mayNot(table, right)) {
      this.#noteDenied(request);
      return this.#error(noRight);
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

  #mayNot(table: string, right: string): boolean {
    return this.revoked.has(`${table} ${right}`);
  }

  #noteDenied(request: HttpRequest): void {
    for (const [id] of `${request.path} ${request.body ?? ''}`.matchAll(uuidPattern)) this.denied.add(id);
  }

  #isUnknownBody(table: string, request: HttpRequest): boolean {
    const isWithBody = request.method === 'POST' || request.method === 'PATCH';
    return isWithBody && jsonOf(request.body) !== undefined && !this.#isSound(table, request);
  }

  /** What PostgREST refuses by itself it refuses before the database looks at rights. */
  #isSound(table: string, request: HttpRequest): boolean {
    const parsed = jsonOf(request.body);
    const values = Array.isArray(parsed) ? parsed[0] : parsed;
    return values !== undefined && refuseValues(this, table, values, 'update')?.code !== 'PGRST204';
  }

  #parse(search: string): CompiledQuery {
    const known = this.#queries.get(search);
    if (known !== undefined) return known;
    const query = parseQuery(search);
    const compiled: CompiledQuery = {
      ...query,
      accepts: compile(query.where, comparable),
      selectKey: query.select?.join() ?? '*',
      refusals: new Map(),
    };
    if (this.#queries.size >= QUERY_CACHE_LIMIT) this.#queries.clear();
    this.#queries.set(search, compiled);
    return compiled;
  }

  #get(table: string, query: CompiledQuery, request: HttpRequest): HttpResponse {
    if (this.deniedReads.has(table)) return this.#text(403, 'unauthorized. Access Denied');
    const found = this.#select(table, query);
    for (const part of query.order.toReversed()) found.sort((a, b) => compareBy(part, a, b));
    const end = query.offset + Math.min(query.limit ?? this.maxRows, this.maxRows);
    const page = found.slice(query.offset, end);
    const wantsCount = preferOf(request).includes('count=exact');
    const last = page.length === 0 ? '*' : `${query.offset}-${query.offset + page.length - 1}`;
    // With a count PostgREST says 206 where there is more than the page.
    const isPartial = wantsCount && page.length > 0 && page.length < found.length;
    return this.#rows(isPartial ? 206 : 200, page, query, {
      'content-range': `${last}/${wantsCount ? found.length : '*'}`,
      ...(wantsCount ? { 'preference-applied': 'count=exact' } : {}),
    });
  }

  #post(table: string, spec: ModelTable, query: CompiledQuery, request: HttpRequest): HttpResponse {
    const parsed = jsonOf(request.body);
    const values = Array.isArray(parsed) ? parsed[0] : parsed;
    if (values === undefined) return this.#error({ status: 400, code: 'PGRST102' });
    const prefer = preferOf(request);
    const refusal = refuseValues(this, table, values, 'insert');
    const isKnown = this.rows(table).has(keyOf(spec, values));
    // Constraints of the row itself come before its key, and its key before what it refers to.
    if (refusal !== null && !(isKnown && refusal.code === '23503')) return this.#error(refusal);
    const applied = { 'preference-applied': appliedOf(prefer) };
    if (isKnown) {
      if (!prefer.includes('resolution=ignore-duplicates'))
        return this.#error({ status: 409, code: '23505' });
      if (table === 'incidents') this.skipIncidentNumber();
      return this.#rows(201, [], query, { 'content-range': '*/*', ...applied });
    }
    if (table === 'incidents' && this.takenNumbers > 0) {
      this.takenNumbers -= 1;
      this.skipIncidentNumber();
      return this.#error({ status: 409, code: '23505' });
    }
    const row = this.insert(table, values, this.clock.nowMicros(), true);
    return this.#rows(201, [row], query, { 'content-range': '*/*', ...applied });
  }

  #patch(table: string, spec: ModelTable, query: CompiledQuery, request: HttpRequest): HttpResponse {
    const patch = jsonOf(request.body);
    if (patch === undefined || Array.isArray(patch)) return this.#error({ status: 400, code: 'PGRST102' });
    const refusal = refuseValues(this, table, patch, 'update');
    // Nothing to set is nothing to do: not even the rows come back.
    const found = Object.keys(patch).length === 0 ? [] : this.#select(table, query);
    if (refusal !== null && (refusal.code === 'PGRST204' || found.length > 0)) return this.#error(refusal);
    const updated = found.map((row) =>
      this.update(table, keyOf(spec, row), patch, this.clock.nowMicros(), { viaApi: true }),
    );
    const rows = updated.filter((row) => row !== null);
    const range = rows.length === 0 ? '*/*' : `0-${rows.length - 1}/*`;
    return this.#rows(200, rows, query, {
      'content-range': range,
      'preference-applied': 'return=representation',
    });
  }

  #delete(table: string, query: CompiledQuery): HttpResponse {
    const rows = this.#select(table, query);
    const ids = rows.map((row) => keyOf(specOf(table), row));
    const refusal = ids.map((id) => refuseDelete(this, table, id)).find((each) => each !== null);
    if (refusal !== undefined) return this.#error(refusal);
    for (const id of ids) this.remove(table, id, true);
    return this.#rows(200, rows, query, {
      'content-range': '*/*',
      'preference-applied': 'return=representation',
    });
  }

  #select(table: string, query: CompiledQuery): JsonRow[] {
    const found: JsonRow[] = [];
    for (const [id, row] of this.rows(table)) {
      if (query.accepts(row) === true && !this.hidden.has(`${table} ${id}`)) found.push(row);
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
    const second = Math.floor(this.clock.nowMicros() / 1_000_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#dateText = new Date(second * 1000).toUTCString();
    }
    return { date: this.#dateText };
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

  #error({ status, code }: Refusal): HttpResponse {
    return this.#json(status, { code, message: 'refused by the model', details: null, hint: null });
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

function compareBy({ column, descending, nullsFirst }: OrderPart, a: JsonRow, b: JsonRow): number {
  const left = comparable(column, a[column]);
  const right = comparable(column, b[column]);
  if (left === right) return 0;
  if (left === null) return nullsFirst ? -1 : 1;
  if (right === null) return nullsFirst ? 1 : -1;
  return left < right === descending ? 1 : -1;
}

/** The body as JSON of the shapes the engine sends; undefined when it is none. */
function jsonOf(body: string | undefined): JsonRow | JsonRow[] | undefined {
  try {
    // Anything else fails at the first look at a column, loudly.
    return JSON.parse(body ?? '') as JsonRow | JsonRow[];
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

/** What PostgREST says it did of what it was asked. */
function appliedOf(prefer: string): string {
  const known = ['resolution=ignore-duplicates', 'missing=default', 'return=representation'];
  return known.filter((part) => prefer.includes(part)).join(', ');
}
