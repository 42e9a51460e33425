import { BEGINNING, feedArms } from '#sync/core/pull/cursor.ts';
import { OP_VERSION, type JsonRow, type Op } from '#sync/protocol/op.ts';
import type { TableSpec } from '#sync/protocol/table.ts';
import { coreTables, type CoreTableName } from '#sync/protocol/tables.ts';
import type { HttpRequest } from '#sync/ports.ts';
import { countWhereRequest, stampCountRequest } from '#sync/transport/look-request.ts';
import {
  countRequest,
  exceptRequest,
  feedRequest,
  newestRequest,
  rowRequest,
  rowsWhere,
  walkRequest,
} from '#sync/transport/postgrest.ts';
import { listed } from '#sync/protocol/query-text.ts';
import type { RequestContext } from '#sync/transport/postgrest.ts';
import { writeRequest } from '#sync/transport/write-request.ts';
import { simId } from '#tests/sim/facts.ts';
import { ada, incident, leaf, otherIncident, root } from './corpus-data.ts';

/** One request that both servers answer, in this order on the same data. */
export interface CorpusCase {
  readonly name: string;
  readonly request: HttpRequest;
  /** Rows whose order the request does not fix. */
  readonly isUnordered?: true;
  /** Any row may come: only how many there are is asked. */
  readonly isAnyRow?: true;
}

/** Who asks. */
export const context: RequestContext = { userId: ada, isConstrained: false };

/** Tables both servers have; properties are a service, roles a view over accounts. */
const readTables = [
  'incidents',
  'hypotheses',
  'evidences',
  'comments',
  'responders',
  'people',
  'teams',
  'checks',
  'components',
] as const satisfies readonly CoreTableName[];

const get = (path: string, prefer?: string): HttpRequest => ({
  method: 'GET',
  path: `/db/${path}`,
  headers: { accept: 'application/json', ...(prefer === undefined ? {} : { prefer }) },
  timeoutMs: 20_000,
});

function send(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  prefer?: string,
): HttpRequest {
  return {
    method,
    path: `/db/${path}`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      prefer: prefer ?? 'return=representation',
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    timeoutMs: 20_000,
  };
}

/** The numbers of rows by their stamps: open at one end, at the other, at both and at none. */
function stampCounts(spec: TableSpec): readonly CorpusCase[] {
  if (!spec.columns.includes('updated_at')) return [];
  const [early, late] = ['2026-01-10T09:04:00.25+00:00', '2026-01-10T09:09:00+00:00'];
  return [null, early].flatMap((after) =>
    [null, late].map((upTo) => ({
      name: `${spec.name}: how many after ${after ?? 'nothing'} up to ${upTo ?? 'now'}`,
      request: stampCountRequest(spec, context, { after, upTo }),
      isAnyRow: true as const,
    })),
  );
}

/** Every form of read the engine makes of one table. */
function readsOf(spec: TableSpec, ids: readonly string[]): readonly CorpusCase[] {
  const [first = ''] = ids;
  const named = (name: string, request: HttpRequest): CorpusCase => ({
    name: `${spec.name}: ${name}`,
    request,
  });
  const feeds = feedArms(spec.feed).flatMap((arm) => [
    named(`feed by ${arm.marker}`, feedRequest(spec, context, arm, { from: BEGINNING })),
    named(
      `feed by ${arm.marker} after a row`,
      feedRequest(spec, context, arm, { afterValue: '2026-01-10T09:31:00.1+00:00', afterId: simId(12, 2) }),
    ),
    named(
      `feed by ${arm.marker} in another zone`,
      feedRequest(spec, context, arm, { from: '2026-01-10T11:30:00+02:00' }),
    ),
  ]);
  const watched = spec.watch;
  const { column, calm, columns } = watched ?? { column: '', calm: [], columns: [] };
  const set = { column, except: calm, columns };
  return [
    named('walk', walkRequest(spec, context, { afterId: null })),
    named('walk with count', walkRequest(spec, context, { afterId: null, withCount: true })),
    named(
      'digest with count',
      walkRequest(spec, context, { afterId: null, withCount: true, isDigest: true }),
    ),
    named('walk goes on', walkRequest(spec, context, { afterId: first })),
    named('walk past the end', walkRequest(spec, context, { afterId: simId(99_999_999, 1) })),
    named(
      'walk past the end with count',
      walkRequest(spec, context, { afterId: simId(99_999_999, 1), withCount: true }),
    ),
    { ...named('count', countRequest(spec, context)), isAnyRow: true },
    named('one row', rowRequest(spec, context, first)),
    named('no such row', rowRequest(spec, context, simId(98, 1))),
    named('by keys', rowsWhere(spec, context, spec.key, [...ids, simId(98, 1)])),
    named('by keys as digest', rowsWhere(spec, context, spec.key, ids, { isDigest: true, withCount: true })),
    named('newest first', newestRequest(spec, context, 2)),
    ...feeds,
    ...(watched === undefined
      ? []
      : [named('except the calm', exceptRequest(spec, context, set, { afterId: null, withCount: true }))]),
    ...(spec.parent === undefined
      ? []
      : [
          named(
            'children',
            rowsWhere(spec, context, spec.parent.column, [incident, root], {
              isDigest: true,
              withCount: true,
            }),
          ),
          {
            ...named(
              'children counted',
              countWhereRequest(spec, context, [[spec.parent.column, `in.${listed([incident, root])}`]]),
            ),
            isAnyRow: true as const,
          },
        ]),
    ...stampCounts(spec),
  ];
}

const keysByTable: Readonly<Record<(typeof readTables)[number], readonly string[]>> = {
  incidents: [incident, otherIncident],
  hypotheses: [root, leaf],
  evidences: [simId(13, 1)],
  comments: [simId(12, 1), simId(12, 3)],
  responders: [simId(14, 1), simId(14, 2)],
  people: [ada, simId(1, 3)],
  teams: [simId(2, 1)],
  checks: [simId(3, 1), simId(3, 4)],
  components: [simId(5, 1), simId(5, 3)],
};

/** Reads by hand: operators, logic and limits that the engine's tables do not happen to combine. */
const handReads: readonly CorpusCase[] = [
  ['like with a star', 'incidents?select=id,title&title=like.*slow&order=id.asc'],
  ['ilike with specials', 'incidents?select=id,title&title=ilike.*ÜBER*&order=id.asc'],
  ['neq leaves NULL out', 'checks?select=id&status=neq.healthy&order=id.asc'],
  ['not.eq leaves NULL out', 'checks?select=id&status=not.eq.healthy&order=id.asc'],
  ['not.in leaves NULL out', 'checks?select=id&status=not.in.("healthy")&order=id.asc'],
  [
    'not of a logic tree leaves NULL out',
    'checks?select=id&not.or=(status.eq.healthy,name.eq.search)&order=id.asc',
  ],
  ['is null and not null', 'checks?select=id&status=is.null&created_at=not.is.null&order=id.asc'],
  ['a boolean', 'evidences?select=id&definition_of_done=is.false&done=is.null&order=id.asc'],
  ['a boolean by eq', 'evidences?select=id&definition_of_done=eq.false&order=id.asc'],
  ['in with quotes', `incidents?select=id&title=in.("Checkout, slow","Über % _ * \\"x\\"")&order=id.asc`],
  [
    'or beside and',
    'checks?select=id&or=(status.is.null,and(status.eq.unhealthy,deleted_at.is.null))&order=id.asc',
  ],
  ['NULLs last ascending', 'checks?select=id,status&order=status.asc,id.asc'],
  ['NULLs first descending', 'checks?select=id,status&order=status.desc,id.desc'],
  ['NULLs where they are asked for', 'checks?select=id,status&order=status.asc.nullsfirst,id.asc'],
  ['a limit with count', 'comments?select=id&order=id.asc&limit=2', 'count=exact'],
  ['a limit of nothing', 'comments?select=id&limit=0'],
  ['an offset', 'comments?select=id&order=id.asc&limit=2&offset=1'],
  ['no rows with count', `comments?select=id&id=eq.${simId(98, 1)}`, 'count=exact'],
  ['an unknown column', 'comments?select=id,nonsense&limit=1'],
  ['an unknown filter column', 'comments?select=id&nonsense=eq.1'],
  ['an unknown table', 'nonsense?select=id'],
  ['a key that is none', 'comments?select=id&id=eq.nonsense'],
  ['a time that is none', 'comments?select=id&created_at=gte.yesterdayish'],
].map(([name = '', path = '', prefer]) => ({ name, request: get(path, prefer) }));

let made = 0;
/** An operation with everything that does not matter here. */
export function op(
  fields: Pick<Op, 'kind' | 'tbl' | 'rowId' | 'patch'> & { readonly stamp?: string | null },
): Op {
  made += 1;
  const { stamp, ...rest } = fields;
  return {
    id: simId(77, made),
    v: OP_VERSION,
    seq: made,
    identity: { userId: ada, tenant: '', scopeHash: '' },
    lane: 'incident',
    group: null,
    guard: stamp === undefined ? null : { updatedAt: stamp, fields: {} },
    deps: [],
    createdAt: 0,
    serverSkewMs: null,
    state: 'queued',
    attempts: 0,
    firstSentAt: null,
    nextAt: null,
    epoch: null,
    lastError: null,
    ack: null,
    conflict: null,
    origin: { screen: '', tabId: '', appVersion: '' },
    ...rest,
  };
}

const write = (name: string, fields: Parameters<typeof op>[0]): CorpusCase => ({
  name,
  request: writeRequest(coreTables[fields.tbl as CoreTableName], context, op(fields)), // the cases name core tables
});

const newComment = (index: number, fields: JsonRow = {}): JsonRow => ({
  id: simId(20, index),
  comment: 'Mine',
  incident_id: incident,
  hypothesis_id: root,
  created_by: ada,
  ...fields,
});
const seededStamp = '2026-01-10T09:20:00.5+00:00';
const reread = (table: string, id: string, columns: string): CorpusCase => ({
  name: `${table} as it is now`,
  request: get(`${table}?select=${columns}&id=eq.${id}`),
});

const writes: readonly CorpusCase[] = [
  write('an insert', { kind: 'insert', tbl: 'comments', rowId: simId(20, 1), patch: newComment(1) }),
  write('the same insert again', {
    kind: 'insert',
    tbl: 'comments',
    rowId: simId(20, 1),
    patch: newComment(1),
  }),
  write('an insert whose parent is missing', {
    kind: 'insert',
    tbl: 'comments',
    rowId: simId(20, 2),
    patch: newComment(2, { hypothesis_id: simId(98, 1) }),
  }),
  write('an insert without what it needs', {
    kind: 'insert',
    tbl: 'comments',
    rowId: simId(20, 3),
    patch: newComment(3, { comment: null }),
  }),
  write('an insert with a column nobody knows', {
    kind: 'insert',
    tbl: 'comments',
    rowId: simId(20, 4),
    patch: newComment(4, { nonsense: 1 }),
  }),
  write('an insert whose key is none', {
    kind: 'insert',
    tbl: 'comments',
    rowId: 'nonsense',
    patch: newComment(5, { id: 'nonsense' }),
  }),
  write('a new incident', {
    kind: 'insert',
    tbl: 'incidents',
    rowId: simId(10, 9),
    patch: {
      id: simId(10, 9),
      title: 'New',
      description: '',
      severity: 'low',
      type: 'cost',
      status: 'open',
      created_by: ada,
    },
  }),
  write('a new hypothesis', {
    kind: 'insert',
    tbl: 'hypotheses',
    rowId: simId(11, 90),
    patch: {
      id: simId(11, 90),
      incident_id: simId(10, 9),
      type: 'root',
      title: 'Why',
      status: 'possible',
      created_by: ada,
    },
  }),
  write('an update on the row as it was', {
    kind: 'update',
    tbl: 'hypotheses',
    rowId: leaf,
    patch: { title: 'Renamed' },
    stamp: seededStamp,
  }),
  write('an update on a row that has moved on', {
    kind: 'update',
    tbl: 'hypotheses',
    rowId: leaf,
    patch: { title: 'Too late' },
    stamp: seededStamp,
  }),
  write('an update of a status', {
    kind: 'update',
    tbl: 'hypotheses',
    rowId: root,
    patch: { status: 'likely' },
    stamp: seededStamp,
  }),
  write('an update to nothing where something must be', {
    kind: 'update',
    tbl: 'hypotheses',
    rowId: root,
    patch: { title: null },
  }),
  write('an update of a row that is not there', {
    kind: 'update',
    tbl: 'hypotheses',
    rowId: simId(98, 1),
    patch: { title: 'x' },
    stamp: seededStamp,
  }),
  write('an update to a parent that is missing', {
    kind: 'update',
    tbl: 'hypotheses',
    rowId: simId(11, 12),
    patch: { parent_id: simId(98, 1) },
  }),
  write('an update of a column nobody knows', {
    kind: 'update',
    tbl: 'hypotheses',
    rowId: root,
    patch: { nonsense: 1 },
  }),
  write('an update of a row whose stamp is NULL', {
    kind: 'update',
    tbl: 'people',
    rowId: ada,
    patch: { name: 'Ada L.' },
    stamp: null,
  }),
  write('a soft delete', {
    kind: 'delete',
    tbl: 'responders',
    rowId: simId(14, 1),
    patch: {},
    stamp: '2026-01-10T09:45:00+00:00',
  }),
  write('a soft delete again', {
    kind: 'delete',
    tbl: 'responders',
    rowId: simId(14, 1),
    patch: {},
    stamp: '2026-01-10T09:45:00+00:00',
  }),
  write('a delete of a row that others need', { kind: 'delete', tbl: 'hypotheses', rowId: root, patch: {} }),
  write('a delete', { kind: 'delete', tbl: 'comments', rowId: simId(12, 1), patch: {} }),
  write('a delete of nothing', { kind: 'delete', tbl: 'comments', rowId: simId(12, 1), patch: {} }),
  {
    name: 'an insert that does not ignore duplicates',
    request: send('POST', 'comments?select=id', newComment(1)),
  },
  { name: 'a body that is none', request: send('POST', 'comments?select=id', '{"id":') },
  { name: 'an empty update', request: send('PATCH', `comments?id=eq.${simId(12, 2)}&select=id,comment`, {}) },
  reread('hypotheses', leaf, 'title,status,updated_at'),
  reread('responders', simId(14, 1), 'deleted_at,updated_at'),
  reread('people', ada, 'name,updated_at'),
  {
    name: 'the histories the triggers wrote',
    request: get(
      `incident_histories?select=type,incident_id,hypothesis_id,evidence_id,comment_id,responder_id,created_by&order=type.asc`,
    ),
    isUnordered: true,
  },
];

/** Tables whose rights the API has lost when these are asked. */
export const revokedTables = ['comments', 'evidences'] as const;

/** What the database itself forbids: 42501, whatever the request would have found. */
export const forbiddenCases: readonly CorpusCase[] = [
  write('an insert without the right', {
    kind: 'insert',
    tbl: 'comments',
    rowId: simId(20, 7),
    patch: newComment(7),
  }),
  write('an insert without the right that is there already', {
    kind: 'insert',
    tbl: 'comments',
    rowId: simId(12, 2),
    patch: newComment(2, { id: simId(12, 2) }),
  }),
  write('an insert without the right whose parent is missing', {
    kind: 'insert',
    tbl: 'comments',
    rowId: simId(20, 8),
    patch: newComment(8, { hypothesis_id: simId(98, 1) }),
  }),
  write('an insert without the right and without what it needs', {
    kind: 'insert',
    tbl: 'comments',
    rowId: simId(20, 9),
    patch: newComment(9, { comment: null }),
  }),
  write('an insert without the right with a column nobody knows', {
    kind: 'insert',
    tbl: 'comments',
    rowId: simId(20, 10),
    patch: newComment(10, { nonsense: 1 }),
  }),
  write('an update without the right', {
    kind: 'update',
    tbl: 'comments',
    rowId: simId(12, 2),
    patch: { comment: 'Changed' },
  }),
  write('an update without the right of a row that is not there', {
    kind: 'update',
    tbl: 'comments',
    rowId: simId(98, 1),
    patch: { comment: 'Changed' },
  }),
  write('a delete without the right', { kind: 'delete', tbl: 'comments', rowId: simId(12, 2), patch: {} }),
  write('a delete without the right of a row that is not there', {
    kind: 'delete',
    tbl: 'comments',
    rowId: simId(98, 1),
    patch: {},
  }),
  { name: 'a row that may still be read', request: get(`comments?select=id&id=eq.${simId(12, 2)}`) },
  { name: 'a read without the right', request: get('evidences?select=id&order=id.asc') },
  { name: 'a count without the right', request: get('evidences?select=id&limit=1', 'count=exact') },
];

/** Everything both servers are asked, in order. */
export const corpusCases: readonly CorpusCase[] = [
  ...readTables.flatMap((name) => readsOf(coreTables[name], keysByTable[name])),
  ...handReads,
  ...writes,
];

/** The same reads under a row cap, which PostgREST applies without a word (B10). */
export const cappedCases: readonly CorpusCase[] = (['comments', 'checks'] as const).flatMap((name) =>
  readsOf(coreTables[name], keysByTable[name]),
);
export const rowCap = 2;
