import type { JsonRow } from '#sync/protocol/op.ts';
import { joinKey } from '#sync/protocol/keys.ts';
import { modelTables, parseTime, timeColumns, toWire, type ModelTable } from './model-tables.ts';

/** One change that took effect, for the exactly-once checks. */
export interface Effect {
  readonly table: string;
  readonly id: string;
  readonly kind: 'insert' | 'update' | 'delete';
  readonly changed: JsonRow;
  /** Values that `changed` replaced; empty for inserts. */
  readonly before: JsonRow;
  /** True time. */
  readonly atMs: number;
  /** Session under which it was made; null for other people's writes. */
  readonly sessionUserId: string | null;
  /** True when it came through the API, false for other people's writes made by the simulation. */
  readonly viaApi: boolean;
}

/** Who the session cookie stands for; null is signed out. */
export class ModelSession {
  readonly #trueMs: () => number;
  #userId: string | null;
  #speaksFor: string | null = null;
  /** True time of the last change. */
  changedAtMs = 0;
  /** The last change was made with this app, which holds the lock meanwhile. */
  isChangedByApp = false;

  constructor(userId: string | null, trueMs: () => number) {
    this.#userId = userId;
    this.#trueMs = trueMs;
  }

  get userId(): string | null {
    return this.#speaksFor ?? this.#userId;
  }

  set userId(userId: string | null) {
    if (userId !== this.#userId) {
      this.changedAtMs = this.#trueMs();
      this.isChangedByApp = false;
    }
    this.#userId = userId;
  }

  /** Somebody signs in or out with this app. */
  swap(userId: string | null): void {
    this.userId = userId;
    this.isChangedByApp = true;
  }

  /** A request speaks for whoever was signed in when it left; a session that has ended since is none any more. */
  as<T>(userId: string | null, act: () => T): T {
    this.#speaksFor = this.#userId === null ? null : userId;
    try {
      return act();
    } finally {
      this.#speaksFor = null;
    }
  }
}

/** Clocks of the other side: the server's own, which may step back, and the true time behind it. */
export interface ModelClock {
  nowMicros(): number;
  trueMs(): number;
}

/** The rows behind the wire with their triggers: every write of the model goes through here. Rows are never mutated. */
export class ModelStore {
  readonly tables = new Map<string, Map<string, JsonRow>>();
  readonly effects: Effect[] = [];
  /** Every version each row ever had, oldest first, by `table id` (I9). */
  readonly versions = new Map<string, JsonRow[]>();
  /** How many of them the server had when it gave the last answer about that row alone that has arrived (I8). */
  readonly told = new Map<string, number>();
  /** True time of the last commit of each row, by `table id`: what a device can have seen by then (I23, I24). */
  readonly committedAt = new Map<string, number>();
  /** Rows that were removed or hidden at some time, by `table id`; they may rightly be missing on a device. */
  readonly wasGone = new Set<string>();
  /** Rows whose last change no marker tells of in time: late, silent or stamped by another clock (B3, B4). */
  readonly unmarked = new Set<string>();
  /** Columns this server does not have, as `table column`: the other wire, or a migration on its way (3b). */
  readonly missingColumns = new Set<string>();
  /** Columns, as `table column`, that no feed names and that are asked for by what only some worlds do. */
  readonly askedColumns = new Set<string>();
  /** Tables whose columns came or went during the run: a device learns of it by and by. */
  readonly movedTables = new Set<string>();
  /** Counts changes of the schema. */
  schemaVersion = 0;
  /** A trigger closes up double spaces in what people write (3b): the row that comes back is not the one that was sent. */
  closesSpaces = false;
  /** Rows that this user's permissions do not show, by `table id` (RLS). */
  readonly hidden = new Set<string>();
  readonly session: ModelSession;
  protected readonly clock: ModelClock;
  #incidentNumber = 0;
  #historyNumber = 0;

  constructor(clock: ModelClock, userId: string) {
    this.clock = clock;
    this.session = new ModelSession(userId, () => clock.trueMs());
    for (const name of Object.keys(modelTables)) this.tables.set(name, new Map());
  }

  /** Takes a column away or gives it back. */
  setColumn(table: string, column: string, isThere: boolean): void {
    if (isThere) this.missingColumns.delete(`${table} ${column}`);
    else this.missingColumns.add(`${table} ${column}`);
    this.movedTables.add(table);
    this.schemaVersion += 1;
  }

  /** True for what a trigger stores otherwise than it was sent. */
  alters(value: unknown): boolean {
    return this.closesSpaces && typeof value === 'string' && value.includes('  ');
  }

  rows(table: string): Map<string, JsonRow> {
    const rows = this.tables.get(table);
    if (rows === undefined) throw new Error(`model server: no table ${table}`);
    return rows;
  }

  /** True when a reader who asks for the row gets it. */
  shows(table: string, id: string): boolean {
    return this.rows(table).has(id) && !this.hidden.has(`${table} ${id}`);
  }

  /** Takes a row out of this user's sight, or gives it back (RLS grant and revoke). No marker moves with it. */
  setHidden(table: string, id: string, isHidden: boolean): void {
    const key = `${table} ${id}`;
    if (isHidden) this.hidden.add(key);
    else this.hidden.delete(key);
    this.wasGone.add(key);
    this.committedAt.set(key, this.clock.trueMs());
  }

  /** Inserts a row as another person would; `stampMicros` is the start of that transaction (B1). */
  insert(table: string, values: JsonRow, stampMicros: number, viaApi = false): JsonRow {
    const spec = specOf(table);
    const given = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, this.#altered(name, value, viaApi)]),
    );
    const row: JsonRow = { created_at: stampMicros, ...given };
    if (spec.hasUpdatedAt && !('updated_at' in row))
      row['updated_at'] = spec.nullUpdatedAt ? null : stampMicros;
    if (spec.hasDeletedAt) row['deleted_at'] ??= null;
    if (table === 'incidents') {
      this.#incidentNumber += 1;
      row['incident_id'] = `INC-${this.#incidentNumber}`;
    }
    const id = keyOf(spec, row);
    this.#store(table, id, row);
    this.#record({ table, id, kind: 'insert', changed: values, before: {}, viaApi });
    this.#afterInsert(table, row, stampMicros);
    return row;
  }

  /**
   * Updates a row as another person would, with the `updated_at` trigger and its exceptions (B1, B2, B4). `isSilent`
   * leaves the marker where it was, as views, cascades and agents do.
   */
  update(
    table: string,
    id: string,
    patch: JsonRow,
    stampMicros: number,
    { viaApi = false, isSilent = false }: { viaApi?: boolean; isSilent?: boolean } = {},
  ): JsonRow | null {
    const before = this.rows(table).get(id);
    if (before === undefined) return null;
    const spec = specOf(table);
    const values = Object.fromEntries(
      Object.entries(patch).map(([name, value]) => [name, this.#altered(name, value, viaApi)]),
    );
    const changed = Object.entries(values)
      .filter(([name, value]) => before[name] !== value)
      // What was asked for, which a trigger may have altered.
      .map(([name, value]) => [name, viaApi ? this.fromWire(name, patch[name]) : value] as const);
    if (changed.length === 0) return before;
    const row: JsonRow = { ...before, ...values };
    const isDeleted = spec.hasDeletedAt && row['deleted_at'] !== null;
    const isStill = changed.every(([name]) => spec.still?.includes(name) === true);
    if (spec.hasUpdatedAt && !isDeleted && !isSilent && !isStill) row['updated_at'] = stampMicros;
    if (isStill) this.unmarked.add(`${table} ${id}`);
    this.#store(table, id, row);
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
    return row;
  }

  /** Hard delete; leaves no trace (B7). */
  remove(table: string, id: string, viaApi = false): boolean {
    const isGone = this.rows(table).delete(id);
    if (!isGone) return false;
    this.wasGone.add(`${table} ${id}`);
    this.committedAt.set(`${table} ${id}`, this.clock.trueMs());
    this.#record({ table, id, kind: 'delete', changed: {}, before: {}, viaApi });
    return true;
  }

  /** Sequence of incident numbers moves even when the insert is a duplicate. */
  protected skipIncidentNumber(): void {
    this.#incidentNumber += 1;
  }

  protected fromWire(column: string, value: unknown): unknown {
    if (!timeColumns.has(column) || typeof value !== 'string') return value;
    return value === 'now()' ? this.clock.nowMicros() : parseTime(value);
  }

  #altered(column: string, value: unknown, viaApi: boolean): unknown {
    const stored =
      viaApi && this.closesSpaces && typeof value === 'string' ? value.replaceAll('  ', ' ') : value;
    return this.fromWire(column, stored);
  }

  #store(table: string, id: string, row: JsonRow): void {
    this.rows(table).set(id, row);
    const key = `${table} ${id}`;
    this.committedAt.set(key, this.clock.trueMs());
    const known = this.versions.get(key);
    if (known === undefined) this.versions.set(key, [row]);
    else known.push(row);
  }

  #record(effect: Omit<Effect, 'sessionUserId' | 'atMs'>): void {
    const atMs = this.clock.trueMs();
    this.effects.push({ ...effect, atMs, sessionUserId: effect.viaApi ? this.session.userId : null });
  }

  #history(type: string, incidentId: unknown, values: JsonRow, stampMicros: number): void {
    this.#historyNumber += 1;
    const id = `00000000-0000-7000-8000-${String(this.#historyNumber).padStart(12, '0')}`;
    this.#store('incident_histories', id, {
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
    const incidentId = row['incident_id'];
    switch (table) {
      case 'incidents':
        return this.#history('incident.created', row['id'], { ...by, description: row['id'] }, stamp);
      case 'hypotheses':
        return this.#history('hypothesis.created', incidentId, { ...by, hypothesis_id: row['id'] }, stamp);
      case 'responders':
        return this.#history('responder.created', incidentId, { ...by, responder_id: row['id'] }, stamp);
      case 'evidences': {
        const hypothesis = this.rows('hypotheses').get(String(row['hypothesis_id']));
        const evidence = { ...by, evidence_id: row['id'], hypothesis_id: row['hypothesis_id'] };
        return this.#history('evidence.created', hypothesis?.['incident_id'], evidence, stamp);
      }
      case 'comments':
        if (typeof row['responder_id'] !== 'string') return;
        return this.#history('responder.commented', incidentId, { ...by, comment_id: row['id'] }, stamp);
    }
  }

  #afterUpdate(table: string, before: JsonRow, row: JsonRow, stamp: number): void {
    if (before['status'] === row['status']) return;
    const values = { created_by: row['created_by'], description: row['status'] };
    if (table === 'incidents') this.#history('incident.status_updated', row['id'], values, stamp);
    if (table !== 'hypotheses') return;
    const node = { ...values, hypothesis_id: row['id'] };
    this.#history('hypothesis.status_updated', row['incident_id'], node, stamp);
  }
}

/** The model's table; throws for one it does not serve. */
export function specOf(table: string): ModelTable {
  const spec = modelTables[table];
  if (spec === undefined) throw new Error(`model server: no table ${table}`);
  return spec;
}

/** Key of a row in the model, as a device derives it. */
export function keyOf({ key }: ModelTable, row: JsonRow): string {
  if (key === undefined) return String(row['id']);
  const wire = toWire(row, key);
  return joinKey(key.map((column) => (typeof wire[column] === 'string' ? wire[column] : null)));
}
