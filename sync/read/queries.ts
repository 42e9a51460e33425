import type { Dexie, Table } from 'dexie';
import type { FeedState, Stored } from '../protocol/stored.ts';
import type { TableName } from '../protocol/table.ts';
import { readFeed, readStored } from '../store/cache/records.ts';
import { compareText, maybeTextOf, textOf } from './columns.ts';
import { claimOf } from './completeness.ts';
import type { Claim } from '../protocol/claim.ts';
import { incidentDetail } from './incident-detail.ts';
import type { ListJoins } from './incident-list.ts';
import { hiddenOf, listRow, selectIncidents } from './incident-list.ts';
import type { OpsByRow } from './op-view.ts';
import { peopleOf, teamsOf } from './people.ts';
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

/**
 * Rows whose column has one of the values, by value; the column must be indexed. Each value is one question, all asked
 * at once: Dexie's `anyOf` walks a cursor, and every step of it waits for the page.
 */
export async function rowsWhere(
  db: Dexie,
  tbl: TableName,
  column: string,
  values: readonly string[],
): Promise<Stored[]> {
  const found: readonly unknown[][] = await Promise.all(
    [...new Set(values)]
      .sort(compareText)
      .map((value) => db.table(tbl).where(column).equals(value).toArray()),
  );
  return stored(found.flat());
}

/** States of all feeds. */
export async function allFeeds(db: Dexie): Promise<FeedState[]> {
  return (await db.table('feeds').toArray()).map(readFeed).filter((feed) => feed !== undefined);
}

/**
 * States of some feeds; a pull of another one does not wake the live query that asked (D21). Chained and not async: after
 * a few native awaits within each other Dexie in Chromium no longer knows whose read it is, and what is read next is in no
 * transaction and wakes nobody.
 */
export function feedsOf(db: Dexie, names: readonly TableName[]): PromiseLike<FeedState[]> {
  const feeds: Table<unknown> = db.table('feeds');
  return feeds.bulkGet([...names]).then((raws) => raws.map(readFeed).filter((feed) => feed !== undefined));
}

/** What a result may claim, from the feeds it depends on and no others. */
export function readClaim(
  db: Dexie,
  deciding: readonly [TableName, ...TableName[]],
  shown: readonly TableName[] = [],
): PromiseLike<Claim> {
  return feedsOf(db, [...deciding, ...shown]).then((states) => claimOf(states, deciding, shown));
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

/** The same out of the comments of one incident. */
function commentersIn(incidentId: string, comments: readonly Stored[]): Map<string, string[]> {
  const authors = comments.map((row) => maybeTextOf(row, 'created_by')).filter((id) => id !== null);
  return new Map([[incidentId, [...new Set(authors)].sort(compareText)]]);
}

async function joinsOf(
  db: Dexie,
  incidentIds: readonly string[],
  readingCommenters: Promise<Map<string, string[]>>,
): Promise<ListJoins> {
  const [people, teams, responders, commenters] = await Promise.all([
    allRows(db, 'people'),
    allRows(db, 'teams'),
    respondersOf(db, incidentIds),
    readingCommenters,
  ]);
  return { people: peopleOf(people), teams: teamsOf(teams), responders, commenters };
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
  const deciding: readonly TableName[] = filter.component === null ? [] : ['hypotheses', 'evidences'];
  const [claim, all, inComponent] = await Promise.all([
    readClaim(db, ['incidents', ...deciding], ['responders', 'comments', 'people', 'teams']),
    allRows(db, 'incidents'),
    filter.component === null ? null : incidentsOfComponent(db, filter.component),
  ]);
  const { shown, others } = selectIncidents(all, filter, inComponent);
  const ids = shown.map((row) => textOf(row, 'id'));
  const joins = await joinsOf(db, ids, commentersOf(db, ids));
  const rows = shown.map((row) => listRow(row, joins));
  return { data: { rows, others, hidden: hiddenOf(others) }, ...claim };
}

/** Tables `queryIncident` reads. */
export const incidentTables = [...listTables, 'checks', 'components'];

/** What decides which rows an incident has, and what only adds names and faces. */
const ofIncident = ['incidents', 'hypotheses', 'evidences', 'comments', 'responders'] as const;
const besideIncident = ['people', 'teams', 'checks', 'components'] as const;

/**
 * One incident with its tree; what comes back wants the open operations, which lie in another database. Call inside a
 * read transaction over `incidentTables`. Everything is asked for as early as it can be: between an answer and the next
 * question the page may be busy drawing.
 */
export async function queryIncident(db: Dexie, id: string): Promise<(ops: OpsByRow) => Read<IncidentLookup>> {
  const reading = rowsWhere(db, 'hypotheses', 'incident_id', [id]);
  const readingComments = rowsWhere(db, 'comments', 'incident_id', [id]);
  const [feeds, raw, hypotheses, comments, joins, subjects] = await Promise.all([
    feedsOf(db, [...ofIncident, ...besideIncident]),
    db.table('incidents').get(id),
    reading,
    readingComments,
    joinsOf(
      db,
      [id],
      readingComments.then((rows) => commentersIn(id, rows)),
    ),
    reading.then((nodes) => evidencesOf(db, nodes)),
  ]);
  const incident = readStored(raw);
  if (incident === undefined) {
    const claim = claimOf(feeds, ['incidents']);
    // Only a complete copy can say "there is none" (I23).
    return () => ({ data: { found: claim.state === 'complete' ? 'missing' : 'unknown' }, ...claim });
  }
  const claim = claimOf(feeds, ofIncident, besideIncident);
  return (ops) => {
    const detail = incidentDetail({ incident, hypotheses, comments, joins, ...subjects, ops });
    return { data: { found: 'yes', incident: detail }, ...claim };
  };
}

/** Evidences of hypotheses, and the names of the checks and components they point at. */
export interface Evidences {
  readonly evidences: readonly Stored[];
  readonly checks: ReadonlyMap<string, string>;
  readonly components: ReadonlyMap<string, string>;
}

/** What hypotheses have for evidence. */
export async function evidencesOf(db: Dexie, hypotheses: readonly Stored[]): Promise<Evidences> {
  const ids = hypotheses.map((row) => textOf(row, 'id'));
  const evidences = await rowsWhere(db, 'evidences', 'hypothesis_id', ids);
  const [checks, components] = await Promise.all([
    namesById(db, 'checks', evidences, 'check_id'),
    namesById(db, 'components', evidences, 'component_id'),
  ]);
  return { evidences, checks, components };
}

/** Names of the rows a column of other rows points at. */
export async function namesById(
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
