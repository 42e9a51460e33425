import type { CancelSignal, HttpRequest, HttpResponse, Ports } from '#sync/ports.ts';
import type { JsonRow, Op } from '#sync/protocol/op.ts';
import type { TableName } from '#sync/protocol/table.ts';
import { columnsOf } from '#sync/core/outbox/json.ts';
import type { Command } from '#sync/protocol/command.ts';
import type { PackedSpec } from '#sync/protocol/packed.ts';
import type { coreTables, TableSet } from '#sync/protocol/tables.ts';
import { simId } from '#tests/sim/facts.ts';
import { World } from '#tests/sim/world.ts';
import type { Tab } from '#tests/sim/world.ts';

/** Ids of the seeded company that tests speak about. */
export const incident1 = simId(10, 1);
export const root1 = simId(11, 10);
export const leaf1 = simId(11, 11);
export const origin = { screen: '/incidents/1', appVersion: 'test' };

/** What a rule does to a request: an answer instead of the server's, an error, or nothing. */
export type Meddle = (request: HttpRequest, count: number) => HttpResponse | Error | null;

/** What a rule does to the answer of the server, on its way back. */
export type Spoil = (request: HttpRequest, response: HttpResponse) => HttpResponse | Error;

/** A world whose wire a test can hold in its hand; requests are recorded. */
export class Scene {
  readonly world: World;
  readonly sent: HttpRequest[] = [];
  meddle: Meddle = () => null;
  spoil: Spoil = (_request, response) => response;
  /** Replaces ports of tabs opened from now on. */
  wrap: (ports: Ports) => Ports = (ports) => ports;

  constructor(
    seed = 1,
    tables: (core: typeof coreTables) => TableSet = (core) => core,
    packed?: readonly PackedSpec[],
  ) {
    this.world = new World({
      seed,
      sabotage: {
        tables,
        packed,
        ports: (ports) =>
          this.wrap({ ...ports, http: { send: (request, cancel) => this.#send(ports, request, cancel) } }),
      },
    });
    // These tests bend server and wire on purpose: what the simulation takes for a fault is what they are about.
    this.world.conditions.hasLied = true;
  }

  async #send(ports: Ports, request: HttpRequest, cancel?: CancelSignal): Promise<HttpResponse> {
    this.sent.push(request);
    const made = this.meddle(request, this.sent.length);
    if (made instanceof Error) throw made;
    if (made !== null) return made;
    const answer = this.spoil(request, await ports.http.send(request, cancel));
    if (answer instanceof Error) throw answer;
    return answer;
  }

  /** From the next write on every request and answer takes this long: what comes before a write is as fast as it was. */
  slowFromNextWrite(delayMs: number): void {
    const { meddle } = this;
    const { conditions } = this.world;
    this.meddle = (request, count) => {
      if (request.method !== 'GET') {
        Object.assign(conditions, { minDelayMs: delayMs, maxDelayMs: delayMs });
        this.meddle = meddle;
      }
      return meddle(request, count);
    };
  }

  /** Opens a tab and lets it pull everything. */
  async open(): Promise<Tab> {
    const tab = this.world.openTab();
    await this.run(10_000);
    return tab;
  }

  /** Time passes. A broken invariant ends the world: what a test expects after it would prove nothing. */
  async run(ms: number): Promise<void> {
    await this.world.run(ms);
    this.#requireSound();
  }

  #requireSound(): void {
    if (this.world.violations.length > 0) throw new Error(this.world.violations.join('\n'));
  }

  /** Starts a call of an engine, runs the world until it has settled, and hands its result on. */
  async settle<T>(call: Promise<T>, withinMs = 200): Promise<T> {
    // The call may fail while the world runs; its failure belongs to the caller, who awaits it below.
    call.catch(() => undefined);
    await this.run(withinMs);
    return call;
  }

  async submit(tab: Tab, command: Command): Promise<string> {
    const { opIds } = await this.settle(tab.engine.submit(command, origin));
    const [id] = opIds;
    if (id === undefined) throw new Error('the command made no operation');
    return id;
  }

  comment(tab: Tab, text = 'Looking'): Promise<string> {
    return this.submit(tab, { kind: 'comment.add', incidentId: incident1, hypothesisId: root1, text });
  }

  title(tab: Tab, title: string, hypothesisId = root1): Promise<string> {
    return this.submit(tab, { kind: 'row.update', table: 'hypotheses', rowId: hypothesisId, set: { title } });
  }

  async op(id: string): Promise<Op> {
    const [op] = await this.world.journal.read({ ids: [id] });
    if (op === undefined) throw new Error(`no operation ${id}`);
    return op;
  }

  async local(tbl: TableName, id: string): Promise<JsonRow | null> {
    const { row } = await this.world.cache.get({ tbl, id });
    return row === undefined ? null : columnsOf(row);
  }

  remote(table: string, id: string): JsonRow | undefined {
    return this.world.server.rows(table).get(id);
  }

  writes(): readonly string[] {
    return this.sent
      .filter((request) => request.method !== 'GET')
      .map((request) => `${request.method} ${request.path.split('?')[0]}`);
  }

  /** Somebody else changes a row now. */
  edit(table: string, id: string, patch: JsonRow): void {
    this.world.server.update(table, id, patch, this.world.scheduler.nowMs * 1000);
  }

  effects(table: string, kind: string): number {
    return this.world.server.effects.filter(
      (each) => each.table === table && each.kind === kind && each.viaApi,
    ).length;
  }
}

/** Rows as PostgREST sends them; as JSON, or still to become it. */
export function rowsReply(rows: readonly unknown[] | string): HttpResponse {
  const list = typeof rows === 'string' ? (JSON.parse(rows) as readonly unknown[]) : rows; // our own text
  const made = reply(200, JSON.stringify(list));
  const range = list.length === 0 ? '*/*' : `0-${list.length - 1}/*`;
  return { ...made, headers: { ...made.headers, 'content-range': range } };
}

/** An answer of the wire. */
export function reply(status: number, body: string, contentType = 'application/json'): HttpResponse {
  return { status, body, redirected: false, headers: { 'content-type': contentType } };
}

/** An error body as PostgREST writes it. */
export function pgError(status: number, code: string): HttpResponse {
  return reply(status, JSON.stringify({ code, message: 'x', details: null, hint: null }));
}
