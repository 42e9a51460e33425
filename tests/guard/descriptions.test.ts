import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { documentKinds, documentSpecs, type DocumentKind } from '#sync/protocol/documents/registry.ts';
import { effectTtlMs, parseEffectRequest, type EffectRequest } from '#sync/protocol/effect.ts';
import { effectRequests, type EffectKind } from '#sync/protocol/effects/registry.ts';
import { packedNames } from '#sync/protocol/packed.ts';
import { isUnkept, pagedSpecs, type PagedSource } from '#sync/protocol/pages/registry.ts';
import { parsePageQuestion } from '#sync/protocol/paged.ts';
import { tableNames } from '#sync/protocol/table.ts';
import { documentRequest } from '#sync/transport/document-requests.ts';
import { effectRequest, lookupOf, runsBeforeRequest } from '#sync/transport/effect-wire.ts';
import { pageRequest } from '#sync/transport/paged-requests.ts';
import { ada } from '#tests/support/op-fixture.ts';
import { deniedEverywhere } from '#tests/support/secret-columns.ts';
import { filesBelow, importsOf, parse, productFiles } from './source-files.ts';

/* Pages, documents and effects are described one by one (entities.md 2); what is generic names none of them. */

const sources = Object.keys(pagedSpecs) as PagedSource[]; // as: it is made of these keys alone
const effects = Object.keys(effectRequests) as EffectKind[]; // as: it is made of these keys alone

/** Text that means something in a path or a query unless it is encoded. */
const WILD = 'a/b?c&d';
const UUID = '018f3a4e-0000-7000-8000-000000000001';

/** Columns of a query; throws where they are not named one by one, at every depth (D22). */
function columnsOf(path: string): readonly string[] {
  const select = new URLSearchParams(path.split('?')[1]).get('select') ?? '';
  if (!/^[a-z_0-9:,()!>-]+$/u.test(select)) throw new Error(`${path} names no columns`);
  return select.split(/[,()]/u);
}

describe.each(['pages', 'documents', 'effects'])('every file of %s', (folder) => {
  const files = filesBelow(`sync/protocol/${folder}`).filter(
    (path) => !/\/(?:registry|spec)\.ts$/u.test(path),
  );

  it('stands in the registry, and nobody else imports it', () => {
    const into = productFiles()
      .flatMap((path) => importsOf(path))
      .filter(({ to }) => files.includes(to));
    expect(into.map(({ to }) => to).sort()).toEqual(files.sort());
    expect(new Set(into.map(({ from }) => from))).toEqual(new Set([`sync/protocol/${folder}/registry.ts`]));
  });

  it('imports nothing of the engine', () => {
    const out = files.flatMap((path) => importsOf(path)).map(({ to }) => to);
    expect(
      out.filter((to) => to !== 'npm:valibot' && !/^sync\/protocol\/(?:[^/]+|\w+\/spec)\.ts$/u.test(to)),
    ).toEqual([]);
  });
});

it('the page runs no description of what it cannot ask', () => {
  const registries = /^sync\/protocol\/(?:pages|documents|effects)\//u;
  const run = productFiles()
    .filter((path) => /^(?:src|sync\/read)\//u.test(path))
    .flatMap((path) => importsOf(path))
    .filter(({ to, isTypeOnly }) => !isTypeOnly && registries.test(to));
  expect(run.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

const asked = (source: PagedSource) =>
  pageRequest(
    parsePageQuestion({ source, query: {}, range: null, page: 3, size: 50 }),
    { fromAt: null, toAt: null },
    false,
  );
const ofTables = sources.filter((source) => asked(source).kind === 'read');

describe('pages', () => {
  it.each(sources)('of %s are asked by their own name', (source) => {
    const { question, wire, source: name } = pagedSpecs[source];
    expect([name, question.entries.source.literal]).toEqual([source, source]);
    expect(asked(source).request.path.split('?')[0]).toBe(wire.path);
    expect(asked(source).request.method).toBe(wire.kind === 'read' ? 'GET' : 'POST');
  });

  it.each(ofTables)('[PAG1] of %s are read in order, by columns that hold no secret', (source) => {
    const { path } = asked(source).request;
    expect(path).toMatch(/^\/db\/\w+\?/u);
    // What no device keeps may be read: an address of mail.
    const mayHold = isUnkept(source) ? ['email'] : [];
    const denied = deniedEverywhere.filter((column) => !mayHold.includes(column));
    expect(columnsOf(path).filter((column) => denied.includes(column))).toEqual([]);
    const query = new URLSearchParams(path.split('?')[1]);
    const place = [query.get('limit'), query.get('offset'), query.get('order')];
    expect(place).toEqual(['50', '100', expect.any(String)]);
  });
});

const pathOf = (kind: DocumentKind, id: string): string => documentRequest(kind, id, false, 0).path;

describe('documents', () => {
  it.each(documentKinds)('of kind %s come from a path in which everything is encoded', (kind) => {
    const path = pathOf(kind, `${WILD}~${WILD}`);
    expect(path).toMatch(/^\/[a-z]/u);
    expect(path).toContain(encodeURIComponent(WILD));
    expect(path).not.toContain(WILD);
  });

  it.each(documentKinds.filter((kind) => pathOf(kind, 'x').startsWith('/db/')))(
    '[D22] of kind %s name their columns one by one',
    (kind) => {
      expect(columnsOf(pathOf(kind, 'x'))).not.toEqual([]);
    },
  );

  it('are asked from a moment on where they are lists from one on, and nowhere else but the graph', () => {
    const from = documentKinds.filter((kind) => pathOf(kind, 'x~2026-01-01').includes('2026-01-01'));
    const windows = documentKinds.filter((kind) => documentSpecs[kind].gives === 'window');
    expect(from.toSorted()).toEqual([...windows, 'check-graph'].toSorted());
  });
});

/** A request of an effect with something in every field that must be there. */
function exampleOf(kind: EffectKind): EffectRequest {
  const values = Object.entries<v.GenericSchema>(effectRequests[kind].entries).flatMap(([name, schema]) => {
    if (name === 'kind') return [[name, kind]];
    const candidates = [WILD, UUID, { key: WILD }, [WILD]];
    return v.is(schema, undefined) ? [] : [[name, candidates.find((one) => v.is(schema, one))]];
  });
  return parseEffectRequest(Object.fromEntries(values));
}

describe.each(effects)('the effect %s', (kind) => {
  it('is asked for by its own name', () => {
    expect(effectRequests[kind].entries.kind.literal).toBe(kind);
  });

  it('[EFF6] is one path in which everything is encoded, and so are its look-ups', () => {
    const request = exampleOf(kind);
    const since = '2026-01-01T00:00:00Z';
    const identity = { ...ada, userId: WILD };
    const looks = [
      runsBeforeRequest(request, WILD, since),
      lookupOf({ request, sentAfter: since, runsBefore: [], identity }),
    ].flatMap((look) => look?.request.path ?? []);
    for (const path of [effectRequest(request, WILD).path, ...looks]) {
      expect(path).toMatch(/^\/[a-z]/u);
      expect(path).not.toContain(WILD);
    }
    expect(looks.map(columnsOf)).not.toContain([]);
    expect(effectTtlMs(request)).toBeGreaterThan(0);
  });
});

const descriptions = new Set<string>([...documentKinds, ...sources, ...effects]);
const tables = new Set<string>([...tableNames, ...packedNames]);

interface Said {
  readonly texts: readonly string[];
  /** Keys of facts, `{ teams: 'team' }`, and what is taken of all tables, `tables.teams`. */
  readonly keys: readonly string[];
}

const at = (value: unknown, key: string): unknown => Reflect.get(Object(value), key);

/** What a file says, without its types and comments. */
function saidIn(path: string): Said {
  const texts: string[] = [];
  const keys: string[] = [];
  const visit = (node: unknown): void => {
    const type = at(node, 'type');
    const isType =
      typeof type === 'string' && type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/u.test(type);
    if (typeof node !== 'object' || node === null || isType) return;
    const [value, object] = [at(node, 'value'), at(node, 'object')];
    if (type === 'Literal' && typeof value === 'string') texts.push(value);
    if (type === 'TemplateElement') texts.push(String(at(value, 'raw')));
    const isFact = type === 'Property' && ['Literal', 'ArrayExpression'].includes(String(at(value, 'type')));
    if (isFact) keys.push(String(at(at(node, 'key'), 'name')));
    const isOfTables = [at(object, 'name'), at(at(object, 'property'), 'name')].includes('tables');
    if (type === 'MemberExpression' && isOfTables) keys.push(String(at(at(node, 'property'), 'name')));
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child);
  };
  visit(parse(path).program.body);
  return { texts, keys };
}

/** Files below some folders that say something with names in it. */
function naming(folder: RegExp, isNaming: (said: Said) => boolean): string[] {
  return productFiles()
    .filter((path) => folder.test(path) && isNaming(saidIn(path)))
    .sort();
}

/** Parts of the transport with one question each, none of which is a page, a document or an effect. */
const OWN_QUESTIONS: Readonly<Record<string, string>> = {
  'sync/transport/flag-requests.ts': 'properties: the flags, which are written by name',
  'sync/transport/health-requests.ts': 'canaries: their schedules',
  'sync/transport/ticket-requests.ts': 'teams, config_items, responders: forms of ticket systems',
};

test('the transport names no page, no document, no effect and no table', () => {
  const found = naming(/^sync\/transport\//u, ({ texts, keys }) =>
    // `schema` is also the name of one of valibot's own.
    [...texts.filter((text) => text !== 'schema'), ...keys.filter((key) => tables.has(key))].some(
      (said) => descriptions.has(said) || tables.has(said) || said.startsWith('/db/'),
    ),
  );
  expect(found).toEqual(Object.keys(OWN_QUESTIONS).sort());
});

/**
 * What of the engine still knows a table by name (entities.md 2 wants nothing of it outside the descriptions), and why. The
 * list may only become shorter: an entry that is no longer needed fails too.
 */
const KNOWS_TABLES: Readonly<Record<string, string>> = {
  'sync/core/commands/commands.ts': 'what a typed command refers to',
  'sync/core/commands/comment-commands.ts': 'a typed command (entities.md 2)',
  'sync/core/commands/evidence-commands.ts': 'a typed command',
  'sync/core/commands/hypothesis-commands.ts': 'a typed command (entities.md 2)',
  'sync/core/commands/incident-commands.ts': 'a typed command (entities.md 2)',
  'sync/core/pull/shape.ts':
    'how tables looked before cursors said so: history that no description has any more',
  'sync/core/topology/cards.ts': 'a view of several tables',
  'sync/engine/cache/kept-incidents.ts': 'what belongs to an incident (D13)',
  'sync/engine/send/command-reads.ts': 'what stands below a hypothesis',
  'sync/store/cache/schema.ts': 'layout of the disk, which is history',
  'sync/store/cache/swap-topology.ts': 'a view of several tables',
  'sync/store/packed/tables.ts': 'layout of the disk, which is history',
};

test('no other part of the engine knows a table by name', () => {
  const found = naming(/^sync\/(?:core|engine|store)\//u, ({ texts, keys }) =>
    [...texts, ...keys].some((said) => tables.has(said)),
  );
  expect(found).toEqual(Object.keys(KNOWS_TABLES).sort());
});
