import { BEGINNING, feedArms, type FeedArm } from '#sync/core/pull/cursor.ts';
import type { UndoneQuestion } from '#sync/core/check/check.ts';
import { joinKey } from '#sync/protocol/keys.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import { coreTables, tables } from '#sync/protocol/tables.ts';
import type { WireSpec } from '#sync/protocol/table.ts';
import { exceptCountRequest, lookRequest, setCountRequest } from '#sync/transport/look-request.ts';
import {
  afterKeyOf,
  afterMarker,
  columnRequest,
  countRequest,
  exceptRequest,
  feedRequest,
  oneOfKeys,
  pageRequest,
  rowRequest,
  rowsWhere,
  statusLogRequest,
  walkRequest,
} from '#sync/transport/postgrest.ts';
import type { Param } from '#sync/protocol/query-text.ts';
import type { RequestContext } from '#sync/transport/postgrest.ts';
import { writeRequest } from '#sync/transport/write-request.ts';
import type { Wire } from '#tests/backend/migrate.ts';
import { simId } from '#tests/sim/facts.ts';
import { context as asker, op, type CorpusCase } from './corpus-cases.ts';
import { ada, incident, root } from './corpus-data.ts';
import { changeOf, checked, insightOf, itemOf, minute, newCanary, runOf, team } from './wide-data.ts';

const nobody = simId(98, 1);

/** One collection beyond the core and what is asked of it. */
interface Asked {
  readonly name: string;
  readonly spec: WireSpec;
  readonly arms: readonly FeedArm[];
  /** Keys that are there; the first one is where a walk goes on. */
  readonly keys: readonly string[];
  readonly state?: { readonly column: string; readonly except: readonly string[] } | undefined;
}

const arms = (...markers: readonly string[]): readonly FeedArm[] =>
  markers.map((marker) => ({ marker, onlyNullUpdated: false }));

const link = (...parts: readonly (string | null)[]): string => joinKey(parts);
const [five1, five2, five3] = [simId(5, 1), simId(5, 2), simId(5, 3)];

const asked = (wire: Wire): readonly Asked[] => [
  { name: 'canaries', spec: tables.canaries, arms: feedArms(tables.canaries.feed), keys: [newCanary] },
  {
    name: 'component_relationships',
    spec: tables.component_relationships,
    arms: feedArms(tables.component_relationships.feed),
    keys: [link(five1, five2, null), link(five1, five2, 'a~b'), link(five1, five3, 'x')],
  },
  { name: 'team_members', spec: tables.team_members, arms: [], keys: [link(team, ada)] },
  { name: 'notifications', spec: tables.notifications, arms: [], keys: [simId(77, 1), simId(77, 2)] },
  {
    name: 'playbook_runs',
    spec: tables.playbook_runs,
    arms: feedArms(tables.playbook_runs.feed),
    keys: [runOf(1), runOf(2)],
    state: { column: 'status', except: ['completed', 'failed', 'cancelled', 'timed_out'] },
  },
  {
    name: 'config_items',
    spec: packedSpecs.config_items,
    arms: arms('updated_at', 'created_at', 'deleted_at'),
    keys: [itemOf(2), itemOf(4)],
    state: { column: 'health', except: ['healthy', 'unknown'] },
  },
  {
    name: 'config_changes',
    spec: packedSpecs.config_changes,
    // What a window follows where the server has it (WIR2).
    arms: wire === '2026' ? arms('inserted_at', 'created_at') : arms('created_at', 'first_observed'),
    keys: [changeOf(2), changeOf(3)],
  },
  {
    name: 'config_analysis',
    spec: packedSpecs.config_analysis,
    arms: arms('first_observed', 'last_observed'),
    keys: [insightOf(1), insightOf(4)],
    state: { column: 'status', except: ['resolved', 'silenced'] },
  },
  {
    name: 'check_statuses',
    spec: packedSpecs.check_statuses,
    arms: arms('time'),
    keys: [link(checked, minute(20)), link(checked, minute(21, '.000001'))],
  },
];

/** Reads by key and page, as walks, sweeps and look-ups send them. */
function byKey({ name, spec, keys }: Asked, context: RequestContext): readonly CorpusCase[] {
  const [first = ''] = keys;
  const pages = [null, first].map((afterId) => ({ afterId, withCount: true }));
  return [
    ...pages.map((page) => ({
      name: `${name}: walk after ${page.afterId ?? 'nothing'}`,
      request: walkRequest(spec, context, page),
    })),
    { name: `${name}: digest`, request: walkRequest(spec, context, { afterId: null, isDigest: true }) },
    { name: `${name}: count`, request: countRequest(spec, context), isAnyRow: true },
    { name: `${name}: one row`, request: rowRequest(spec, context, first) },
    { name: `${name}: by keys`, request: rowsWhere(spec, context, spec.key, keys) },
    {
      name: `${name}: by keys, alive, after one`,
      request: rowsWhere(spec, context, spec.key, keys, { isDigest: true, isAlive: true, afterId: first }),
    },
    {
      name: `${name}: a lane from the middle`,
      request: pageRequest(spec, context, { columns: [], where: [], offset: 1, limit: 1 }),
    },
    {
      name: `${name}: a range of keys`,
      request: pageRequest(spec, context, {
        columns: spec.columns,
        where: [...afterKeyOf(spec, first), ...(spec.softDelete ? [['deleted_at', 'is.null'] as Param] : [])],
        withCount: true,
      }),
    },
    {
      name: `${name}: some of these`,
      request: pageRequest(spec, context, { columns: spec.columns, where: [oneOfKeys(spec, keys)] }),
    },
  ];
}

/** Reads by a marker, as feeds, windows and looks send them. */
function byMarker(
  { name, spec, arms: all, keys, state }: Asked,
  context: RequestContext,
): readonly CorpusCase[] {
  const last = { value: minute(11, '.1'), id: keys[0] ?? '' };
  const each = all.flatMap((arm): readonly CorpusCase[] => [
    {
      name: `${name}: feed by ${arm.marker}`,
      request: feedRequest(spec, context, arm, { from: BEGINNING }, true),
    },
    {
      name: `${name}: feed by ${arm.marker} after a row`,
      request: feedRequest(spec, context, arm, { afterValue: last.value, afterId: last.id }),
    },
    ...(['asc', 'desc'] as const).map((direction) => ({
      name: `${name}: ${arm.marker} ${direction} after a row`,
      request: pageRequest(spec, context, {
        columns: spec.columns,
        where: [afterMarker(spec, arm.marker, last, direction)],
        marker: arm.marker,
        direction,
        withCount: true,
      }),
    })),
  ]);
  if (all.length === 0) return each;
  const columns = spec.digest ?? spec.columns.slice(0, 2);
  const since = all.map((arm) => ({ ...arm, from: minute(6) }));
  const bounded = since.map((arm) => ({ ...arm, bound: { column: all[0]?.marker ?? '', from: minute(12) } }));
  const unfinished = state === undefined ? undefined : { column: state.column, except: state.except };
  return [
    ...each,
    ...[since, since.slice(0, 1), bounded].map((some, at) => ({
      name: `${name}: look ${at}`,
      request: lookRequest(spec, context, { columns, arms: some, unfinished }),
      isUnordered: true as const,
    })),
  ];
}

/** Membership sets, counted and listed. */
function byState({ name, spec, keys, state }: Asked, context: RequestContext): readonly CorpusCase[] {
  if (state === undefined) return [];
  const set = { ...state, columns: [state.column] };
  return [
    { name: `${name}: how many are left`, request: exceptCountRequest(spec, context, set), isAnyRow: true },
    ...[null, ...state.except.slice(0, 1), 'unhealthy'].map((value) => ({
      name: `${name}: how many say ${value ?? 'nothing'} in a range`,
      request: setCountRequest(spec, context, {
        values: [[state.column, value]],
        after: keys[0] ?? null,
        upTo: keys.at(-1) ?? null,
        rows: 0,
      }),
      isAnyRow: true as const,
    })),
    ...[null, keys[0] ?? ''].map((afterId) => ({
      name: `${name}: what is left after ${afterId ?? 'nothing'}`,
      request: exceptRequest(spec, context, set, { afterId, withCount: true }),
    })),
  ];
}

/** Columns only the other wire has: 42703, which is how the probe knows. */
const probes = (context: RequestContext): readonly CorpusCase[] =>
  [
    { path: '/db/config_changes', column: 'inserted_at' },
    { path: '/db/playbook_runs', column: 'parent_id' },
    { path: '/db/notifications', column: 'namespace' },
    { path: '/db/config_changes', column: 'created_at' },
  ].map((question) => ({
    name: `probe of ${question.path} ${question.column}`,
    request: columnRequest(question, context),
  }));
/** Columns the real server does not have, for the model to go without, by wire. */
export const absentColumns: Readonly<Record<Wire, readonly (readonly [table: string, column: string])[]>> = {
  '2024': [
    ['config_changes', 'inserted_at'],
    ['playbook_runs', 'parent_id'],
    ['notifications', 'name'],
    ['notifications', 'namespace'],
  ],
  '2026': [
    ['config_items', 'cost_total_1d'],
    ['config_items', 'cost_total_7d'],
    ['config_items', 'cost_total_30d'],
  ],
};

const logged = (question: UndoneQuestion, context: RequestContext): CorpusCase => ({
  name: `the log of ${question.type} ${question.status} since ${question.since}`,
  request: statusLogRequest(coreTables[question.table], context, question),
  isAnyRow: true,
});

const ofRoot = {
  table: 'incident_histories',
  column: 'hypothesis_id',
  rowId: root,
  type: 'hypothesis.status_updated',
} as const;

const member = (kind: 'insert' | 'delete', patch: JsonRow, context: RequestContext): CorpusCase => ({
  name: `a member: ${kind}`,
  request: writeRequest(
    tables.team_members,
    context,
    op({ kind, tbl: 'team_members', rowId: link(team, simId(1, 3)), patch }),
  ),
});
const cleo = { team_id: team, person_id: simId(1, 3) };

/** Who asks, and what the probe has found of this server. */
function contextOf(wire: Wire): RequestContext {
  const absent = new Set(absentColumns[wire].map(([table, column]) => `/db/${table} ${column}`));
  return { ...asker, wire: { has: (path, column) => !absent.has(`${path} ${column}`) } };
}

/** What the collections beyond the core are asked, and what is written by a key of two columns. */
export function wideCases(wire: Wire): readonly CorpusCase[] {
  const context = contextOf(wire);
  return [
    ...asked(wire).flatMap((each) => [
      ...byKey(each, context),
      ...byMarker(each, context),
      ...byState(each, context),
    ]),
    ...probes(context),
    logged({ ...ofRoot, status: 'likely', since: minute(1) }, context),
    logged({ ...ofRoot, status: 'proven', since: minute(1) }, context),
    logged({ ...ofRoot, rowId: nobody, status: 'likely', since: minute(1) }, context),
    logged(
      {
        table: 'incident_histories',
        column: 'incident_id',
        rowId: incident,
        type: 'incident.status_updated',
        status: 'open',
        since: '2027-01-01T00:00:00+00:00',
      },
      context,
    ),
    member('insert', cleo, context),
    member('insert', cleo, context),
    member('delete', {}, context),
    member('delete', {}, context),
  ];
}
