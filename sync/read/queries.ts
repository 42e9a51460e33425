import type { Dexie } from 'dexie';
import type { FeedState, Stored } from '../protocol/stored.ts';
import type { TableName } from '../protocol/table.ts';
import { readFeed, readStored } from '../store/cache-records.ts';
import { maybeTextOf, textOf } from './columns.ts';
import { claimOf } from './completeness.ts';
import { incidentDetail } from './incident-detail.ts';
import type { ListJoins } from './incident-list.ts';
import { listRow, selectIncidents } from './incident-list.ts';
import type { OpsByRow } from './op-view.ts';
import { namesOf } from './people.ts';
import type { IncidentFilter, IncidentList, IncidentLookup, Read } from './types.ts';

/** Beyond this many incidents one scan of an index is cheaper than one range per incident. */
const RANGES_MAX = 200;

function stored(raws: readonly unknown[]): Stored[] {
  return raws.map(readStored).filter((row) => row !== undefined);
}

/** All rows of a collection. */
export async function allRows(db: Dexie, tbl: TableName): Promise<Stored[]> {
  return stored(await db.table(tbl).toArray());
}

/** Rows whose column has one of the values; the column must be indexed. */
async function rowsWhere(
  db: Dexie,
  tbl: TableName,
  column: string,
  values: readonly string[],
): Promise<Stored[]> {
  if (values.length === 0) return [];
  return stored(
    await db
      .table(tbl)
      .where(column)
      .anyOf([...values])
      .toArray(),
  );
}

/** States of all feeds. */
export async function allFeeds(db: Dexie): Promise<FeedState[]> {
  return (await db.table('feeds').toArray()).map(readFeed).filter((feed) => feed !== undefined);
}

async function respondersOf(db: Dexie, incidentIds: readonly string[]): Promise<Map<string, Stored[]>> {
  const rows =
    incidentIds.length > RANGES_MAX
      ? await allRows(db, 'responders')
      : await rowsWhere(db, 'responders', 'incident_id', incidentIds);
  const groups = new Map<string, Stored[]>();
  for (const row of rows) {
    const incident = textOf(row, 'incident_id');
    const group = groups.get(incident);
    if (group === undefined) groups.set(incident, [row]);
    else group.push(row);
  }
  return groups;
}

/** Who commented on which incident, from the index alone: comments are many and their texts are not needed. */
async function commentersOf(db: Dexie, incidentIds: readonly string[]): Promise<Map<string, string[]>> {
  const comments = db.table('comments');
  const index = '[incident_id+created_by]';
  const keys: unknown[] = [];
  if (incidentIds.length > RANGES_MAX) keys.push(...(await comments.orderBy(index).uniqueKeys()));
  else {
    const ranges = incidentIds.map((id) =>
      comments.where(index).between([id, ''], [id, '\uffff']).uniqueKeys(),
    );
    for (const found of await Promise.all(ranges)) keys.push(...found);
  }
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    if (!Array.isArray(key)) continue;
    const [incident, person] = key.map(String);
    if (incident === undefined || person === undefined) continue;
    groups.set(incident, [...(groups.get(incident) ?? []), person]);
  }
  return groups;
}

async function joinsOf(db: Dexie, incidentIds: readonly string[]): Promise<ListJoins> {
  const people = namesOf(await allRows(db, 'people'));
  const teams = namesOf(await allRows(db, 'teams'));
  const responders = await respondersOf(db, incidentIds);
  const commenters = await commentersOf(db, incidentIds);
  return { people, teams, responders, commenters };
}

/** Incidents that have evidence of the component. */
async function incidentsOfComponent(db: Dexie, componentId: string): Promise<ReadonlySet<string>> {
  const evidences = await rowsWhere(db, 'evidences', 'component_id', [componentId]);
  const nodes = await db.table('hypotheses').bulkGet(evidences.map((row) => textOf(row, 'hypothesis_id')));
  return new Set(stored(nodes).map((row) => textOf(row, 'incident_id')));
}

/** Tables `queryIncidentList` reads. */
export const listTables = [
  'incidents',
  'hypotheses',
  'evidences',
  'comments',
  'responders',
  'people',
  'teams',
  'feeds',
];

/** The incident list. Call inside a read transaction over `listTables`. */
export async function queryIncidentList(db: Dexie, filter: IncidentFilter): Promise<Read<IncidentList>> {
  const feeds = await allFeeds(db);
  const all = await allRows(db, 'incidents');
  const inComponent = filter.component === null ? null : await incidentsOfComponent(db, filter.component);
  const { shown, hidden } = selectIncidents(all, filter, inComponent);
  const joins = await joinsOf(
    db,
    shown.map((row) => textOf(row, 'id')),
  );
  const claim = claimOf(
    feeds,
    filter.component === null ? ['incidents'] : ['incidents', 'hypotheses', 'evidences'],
    ['responders', 'comments', 'people', 'teams'],
  );
  return { data: { rows: shown.map((row) => listRow(row, joins)), hidden }, ...claim };
}

/** Tables `queryIncident` reads. */
export const incidentTables = [...listTables, 'checks', 'components'];

/** One incident with its tree. Call inside a read transaction over `incidentTables`. */
export async function queryIncident(db: Dexie, id: string, ops: OpsByRow): Promise<Read<IncidentLookup>> {
  const feeds = await allFeeds(db);
  const incident = readStored(await db.table('incidents').get(id));
  if (incident === undefined) {
    const claim = claimOf(feeds, ['incidents']);
    // Only a complete copy can say "there is none" (I23).
    return { data: { found: claim.state === 'complete' ? 'missing' : 'unknown' }, ...claim };
  }
  const hypotheses = await rowsWhere(db, 'hypotheses', 'incident_id', [id]);
  const evidences = await rowsWhere(
    db,
    'evidences',
    'hypothesis_id',
    hypotheses.map((row) => textOf(row, 'id')),
  );
  const comments = await rowsWhere(db, 'comments', 'incident_id', [id]);
  const joins = await joinsOf(db, [id]);
  const checks = await namesById(db, 'checks', evidences, 'check_id');
  const components = await namesById(db, 'components', evidences, 'component_id');
  const detail = incidentDetail({
    incident,
    hypotheses,
    evidences,
    comments,
    joins,
    checks,
    components,
    ops,
  });
  const claim = claimOf(
    feeds,
    ['incidents', 'hypotheses', 'evidences', 'comments', 'responders'],
    ['people', 'teams', 'checks', 'components'],
  );
  return { data: { found: 'yes', incident: detail }, ...claim };
}

async function namesById(
  db: Dexie,
  tbl: 'checks' | 'components',
  evidences: readonly Stored[],
  column: string,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(evidences.map((row) => maybeTextOf(row, column)))].filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = stored(await db.table(tbl).bulkGet(ids));
  return new Map(rows.map((row) => [textOf(row, 'id'), textOf(row, 'name')]));
}
