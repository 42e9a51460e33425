import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wires, type Wire } from '#tests/backend/migrate.ts';
import { startPostgrest } from '#tests/backend/postgrest.ts';
import { ModelServer } from '#tests/sim/model/model-server.ts';
import { JWT_SECRET, openTestApi, type TestApi } from '../database-fixture.ts';
import {
  cappedCases,
  corpusCases,
  forbiddenCases,
  revokedTables,
  rowCap,
  type CorpusCase,
} from './corpus-cases.ts';
import { ada, corpusData, newestSeed, realOnlyData } from './corpus-data.ts';
import { absentColumns, wideCases } from './wide-cases.ts';
import { modelOnly, realColumns, wideData, wideRealOnly } from './wide-data.ts';

/** What is compared: everything the engine looks at, without what must differ (stamps of the run, words of errors). */
interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly contentRange: string | null;
  readonly applied: readonly string[];
  readonly hasDate: boolean;
  readonly body: unknown;
}

let api: TestApi;
let capped: Awaited<ReturnType<typeof startPostgrest>>;

/** A model with the corpus in it, on the clock of this machine, as the real server is. */
async function modelWithData(wire: Wire): Promise<ModelServer> {
  const clock = { nowMicros: () => Date.now() * 1000, trueMs: () => Date.now() };
  const model = new ModelServer(clock, ada);
  for (const { table, row } of corpusData) model.insert(table, row, Date.now() * 1000);
  // The migrations make one person of their own.
  const [system] = await api.database.query(`select id, name from people where name = 'System'`);
  model.insert('people', { ...system, avatar: null, type: null }, Date.now() * 1000);
  for (const { table, row } of [...modelOnly, ...wideData(wire)]) model.insert(table, row, Date.now() * 1000);
  for (const [table, column] of absentColumns[wire]) model.setColumn(table, column, false);
  return model;
}

async function open(wire: Wire): Promise<void> {
  api = await openTestApi(wire);
  for (const { table, row } of [...realOnlyData, ...corpusData, ...wideRealOnly, ...wideData(wire)]) {
    await api.database.insert(table, { ...row, ...realColumns[table] });
  }
  capped = await startPostgrest({
    databaseUrl: api.database.url,
    jwtSecret: JWT_SECRET,
    maxRows: rowCap,
    log: () => undefined,
  });
}

async function close(): Promise<void> {
  await capped.stop();
  await api.close();
}

/** Columns keep their order; the keys of a JSON value have none. */
function normalized(value: unknown, isColumn = false): unknown {
  if (Array.isArray(value)) return value.map((inner) => normalized(inner, true));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, inner]) => [name, normalized(inner, true)] as const);
    return Object.fromEntries(isColumn ? entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) : entries);
  }
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\dT/.test(value) && Date.parse(value) > newestSeed) return '<stamped now>';
  return /^INC-\d+$/.test(value) ? '<number>' : value;
}

/** An error is its code and the shape of its body; its words are the server's own. */
function bodyOf(text: string, { isUnordered, isAnyRow }: CorpusCase): unknown {
  const parsed: unknown = text === '' ? null : JSON.parse(text);
  if (Array.isArray(parsed)) {
    if (isAnyRow === true) return parsed.length;
    const rows = parsed.map((row) => JSON.stringify(normalized(row)));
    return isUnordered === true ? rows.toSorted() : rows;
  }
  if (typeof parsed !== 'object' || parsed === null) return parsed;
  return { keys: Object.keys(parsed).toSorted(), code: 'code' in parsed ? parsed.code : null };
}

function answerOf(
  each: CorpusCase,
  status: number,
  header: (name: string) => string | null,
  body: string,
): Answer {
  return {
    status,
    contentType: header('content-type'),
    contentRange: header('content-range'),
    applied: (header('preference-applied') ?? '')
      .split(/,\s*/)
      .filter((part) => part !== '')
      .toSorted(),
    hasDate: header('date') !== null,
    body: bodyOf(body, each),
  };
}

async function ofReal(origin: string, each: CorpusCase): Promise<Answer> {
  const { request } = each;
  const response = await fetch(`${origin}${request.path.replace(/^\/db/, '')}`, {
    method: request.method,
    headers: { ...request.headers, authorization: api.authorization },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  return answerOf(each, response.status, (name) => response.headers.get(name), await response.text());
}

function ofModel(model: ModelServer, each: CorpusCase): Answer {
  const { status, headers, body } = model.handle(each.request);
  return answerOf(each, status, (name) => headers[name] ?? null, body);
}

async function differences(
  origin: string,
  model: ModelServer,
  cases: readonly CorpusCase[],
): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const each of cases) {
    const real = await ofReal(origin, each);
    const modelled = ofModel(model, each);
    if (JSON.stringify(real) !== JSON.stringify(modelled)) {
      found.push({ name: each.name, path: each.request.path, real, modelled });
    }
  }
  return found;
}

describe.each(wires)('the model server answers as PostgREST does on the wire of %s', (wire) => {
  beforeAll(() => open(wire), 180_000);
  afterAll(close);

  it('under a row cap', async () => {
    const model = await modelWithData(wire);
    model.maxRows = rowCap;
    expect(await differences(capped.url, model, cappedCases)).toEqual([]);
  });

  it('to what the database forbids', async () => {
    const [comments, evidences] = revokedTables;
    const model = await modelWithData(wire);
    const rights = ['insert', 'update', 'delete'];
    await api.database.query(`revoke ${rights.join(', ')} on ${comments} from postgrest_api`);
    await api.database.query(`revoke select on ${evidences} from postgrest_api`);
    for (const right of rights) model.revoked.add(`${comments} ${right}`);
    model.revoked.add(`${evidences} select`);
    try {
      expect(await differences(api.url, model, forbiddenCases)).toEqual([]);
    } finally {
      await api.database.query(`grant ${rights.join(', ')} on ${comments} to postgrest_api`);
      await api.database.query(`grant select on ${evidences} to postgrest_api`);
    }
  });

  it('to every form of read and write of the engine', async () => {
    const model = await modelWithData(wire);
    expect(await differences(api.url, model, corpusCases)).toEqual([]);
    // After them, because the log has lines by then.
    expect(await differences(api.url, model, wideCases(wire))).toEqual([]);
  });
});
