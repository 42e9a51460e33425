import { Dexie } from 'dexie';
import { toSyncError } from '../errors.ts';
import type { Identity } from '../protocol/identity.ts';
import type { Pin } from '../protocol/document.ts';
import type { KeptListKind } from '../protocol/kept-list.ts';
import type { Op } from '../protocol/op.ts';
import { rebasedStates } from '../protocol/op.ts';
import { openCacheReader, openReader } from '../store/cache/reader.ts';
import { joinedDocument } from '../store/documents/document-bodies.ts';
import type { StoreHost } from '../store/device/connection.ts';
import {
  allDrafts,
  allEffects,
  allNotices,
  journalSpec,
  oddKeys,
  readRecords,
  recordKey,
} from '../store/journal/journal-reads.ts';
import { isDamaged, isOfOther } from '../core/outbox/set-aside.ts';
import type { SetAside } from '../protocol/set-aside.ts';
import { setAsideStores } from '../protocol/set-aside.ts';
import { setAsideOf } from '../store/journal/set-aside.ts';
import { bySeq, readDraft, readOp } from '../store/journal/op-records.ts';
import { readPins } from '../store/documents/pin-records.ts';
import { compareText, textOf } from './columns.ts';
import { noticedOps, opsByRow, opView, opViews } from './op-view.ts';
import type { LatePorts, LateReads } from './late-reads.ts';
import {
  allFeeds,
  allRows,
  incidentTables,
  listTables,
  queryIncident,
  queryIncidentList,
  readClaim,
} from './queries.ts';
import type { ReadModel } from './read-model.ts';
import { rowRead, rowsRead } from './rows.ts';
import type { Read } from './types.ts';

async function openRecords(db: Dexie): Promise<readonly unknown[]> {
  // Asked for at once: hardly ever is a record odd, and between two answers the page may be busy drawing.
  const [open, odd] = await Promise.all([readRecords(db, { open: true }, []), oddKeys(db)]);
  const broken = odd.length === 0 ? [] : await readRecords(db, { ids: odd }, []);
  return [...open, ...broken];
}

/** Open operations, with a stand-in for every record that could not be read. */
async function listedOps(db: Dexie, identity: Identity): Promise<Op[]> {
  return (await openRecords(db))
    .map((raw) => readOp(raw, recordKey(raw, 'id'), identity).op)
    .filter((op) => rebasedStates.includes(op.state))
    .sort(bySeq);
}

/** Open operations of this person: what is said of a row comes from these. */
async function openOps(db: Dexie, identity: Identity): Promise<Op[]> {
  return (await listedOps(db, identity)).filter((op) => !isDamaged(op) && !isOfOther(op));
}

/** Open operations, and ended ones a notice still speaks of. */
async function outboxOps(db: Dexie, identity: Identity): Promise<Op[]> {
  const open = await listedOps(db, identity);
  const known = new Set(open.map((op) => op.id));
  const noticed = noticedOps(await allNotices(db)).filter((id) => !known.has(id));
  if (noticed.length === 0) return open;
  const ended = await readRecords(db, { ids: noticed }, []);
  return [...open, ...ended.map((raw) => readOp(raw, recordKey(raw, 'id'), identity).op)].sort(bySeq);
}

async function querySetAside(db: Dexie, identity: Identity): Promise<readonly SetAside[]> {
  return await setAsideOf(db, await openRecords(db), { identity });
}

async function queryFeeds(db: Dexie): ReturnType<ReadModel['feeds']> {
  const feeds = await allFeeds(db);
  return (
    feeds
      // Of a collection that was dropped and not asked for since there is nothing to say.
      .filter(({ status, lastError }) => status !== 'never' || lastError !== null)
      .map(({ tbl, status, asOf, badRows, lastError }) => ({
        tbl,
        status,
        asOf,
        badRows,
        lastError,
      }))
  );
}

const itemLinkTables = ['config_component_relationships', 'feeds'];

async function queryItemsOfComponent(db: Dexie, componentId: string): Promise<Read<readonly string[]>> {
  const query = { column: 'component_id', value: componentId };
  const { data: links, ...claim } = await rowsRead('config_component_relationships', query).query(db);
  const ids = new Set(links.map(({ row }) => textOf(row, 'config_id')));
  return { data: [...ids].sort(compareText), ...claim };
}

async function queryRoles(db: Dexie, userId: string): Promise<Read<readonly string[]>> {
  const { data: own, ...claim } = await rowRead('people_roles', userId).query(db);
  const roles = own?.row['roles'];
  const data = Array.isArray(roles) ? roles.filter((role): role is string => typeof role === 'string') : [];
  return { data: data.length === 0 && claim.state === 'complete' ? ['viewer'] : data, ...claim };
}

async function queryProperties(db: Dexie): Promise<Read<Readonly<Record<string, string>>>> {
  const claim = await readClaim(db, ['properties']);
  const flags = (await allRows(db, 'properties'))
    .map((row) => [row['name'], row['value']])
    .filter((pair): pair is [string, string] => {
      const [name, value] = pair;
      return typeof name === 'string' && name.endsWith('.disable') && typeof value === 'string';
    });
  return { data: Object.fromEntries(flags), ...claim };
}

async function pinsOf(db: Dexie): Promise<ReturnType<typeof readPins>> {
  return readPins(await db.table('pins').toArray());
}

async function pinnedIds(db: Dexie, kind: Pin['kind']): Promise<readonly string[]> {
  return (await pinsOf(db)).filter((pin) => pin.kind === kind).map((pin) => pin.id);
}

/** The body alone: who shows it looks whether it can be read. Under a lock that is not open there is none. */
async function queryKeptList(db: Dexie, kind: KeptListKind, id: string): Promise<string | null> {
  return (await joinedDocument(db, await db.table('documents').get([kind, id])))?.body ?? null;
}

/** The code of what is read beside the lists; one that is lost is asked for again by the next question. */
export async function loadLateReads(): Promise<(ports: LatePorts) => LateReads> {
  try {
    return (await import('./late-reads.ts')).lateReads;
  } catch (thrown) {
    throw toSyncError(thrown);
  }
}

/**
 * Opens the page's view of an identity's databases. It only reads; the worker is the only writer. Every method may
 * be called inside `liveQuery` and rejects with SyncError. `idb` replaces IndexedDB in tests.
 */
export function openReadModel(
  identity: Identity,
  idb?: StoreHost['idb'],
  codec?: StoreHost['codec'],
): ReadModel {
  const cache = openCacheReader(identity, { idb, codec });
  const journal = openReader(journalSpec(identity, 'cloned'), { idb, codec });
  const run = async <T>(reading: PromiseLike<T>): Promise<T> => await reading;
  const ports = { cache, journal, identity, openOps: (db: Dexie) => openOps(db, identity), pinsOf };
  // Dexie's promise: what follows it stays inside the `liveQuery` that asked.
  const runLate = <T>(read: (late: LateReads) => PromiseLike<T>): Promise<T> =>
    run(Dexie.Promise.resolve(loadLateReads()).then((open) => read(open(ports))));
  return {
    incidentList: (filter) => run(cache.read(listTables, (db) => queryIncidentList(db, filter))),
    incident: (id) =>
      run(
        // Dexie's promise: what follows it stays inside the `liveQuery` that asked.
        Dexie.Promise.all([
          journal.read(['ops'], (db) => openOps(db, identity)),
          cache.read(incidentTables, (db) => queryIncident(db, id)),
        ]).then(([ops, lookup]) => lookup(opsByRow(ops))),
      ),
    reviewState: (id) => runLate((late) => late.reviewState(id)),
    evidences: (id) => runLate((late) => late.evidences(id)),
    history: (id) => runLate((late) => late.history(id)),
    checkFacts: (id) => runLate((late) => late.checkFacts(id)),
    componentFacts: (id) => runLate((late) => late.componentFacts(id)),
    findSubjects: (tbl, text, limit, only) => runLate((late) => late.findSubjects(tbl, text, limit, only)),
    incidentsByComponent: (id, filter) => runLate((late) => late.incidentsBy('component_id', id, filter)),
    incidentsByConfig: (id, filter) => runLate((late) => late.incidentsBy('config_id', id, filter)),
    incidentsAround: (change) => runLate((late) => late.incidentsAround(change)),
    pinned: (kind) => run(journal.read(['pins'], (db) => pinnedIds(db, kind))),
    runsOf: (column, id) => runLate((late) => late.runsOf(column, id)),
    opStates: (ids) =>
      run(
        journal.read(['ops'], async (db) => {
          const records = await readRecords(db, { ids }, []);
          return records.map((raw) => opView(readOp(raw, recordKey(raw, 'id'), identity).op));
        }),
      ),
    itemsOfComponent: (id) => run(cache.read(itemLinkTables, (db) => queryItemsOfComponent(db, id))),
    late: ({ tables, query }) => run(cache.read(tables, query)),
    responders: (incidentId) => runLate((late) => late.responders(incidentId)),
    keptList: (kind, id) =>
      run(cache.read(['documents', 'document_parts'], (db) => queryKeptList(db, kind, id))),
    roles: (userId) => run(cache.read(['people_roles', 'feeds'], (db) => queryRoles(db, userId))),
    properties: () => run(cache.read(['properties', 'feeds'], queryProperties)),
    outbox: () => run(journal.read(['ops', 'notices'], async (db) => opViews(await outboxOps(db, identity)))),
    setAside: () => run(journal.read([...setAsideStores], (db) => querySetAside(db, identity))),
    notices: () => run(journal.read(['notices'], allNotices)),
    effects: () => run(journal.read(['effects'], allEffects)),
    draft: (key) =>
      run(
        journal.read(['drafts'], async (db) => {
          const raw: unknown = await db.table('drafts').get(key);
          return raw === undefined ? null : (readDraft(raw, key) ?? null);
        }),
      ),
    drafts: () => run(journal.read(['drafts'], allDrafts)),
    windows: () => runLate((late) => late.windows()),
    inspectRow: (tbl, id) => runLate((late) => late.inspectRow(tbl, id)),
    feeds: () => run(cache.read(['feeds'], queryFeeds)),
    coverage: (tbl, scopeKey) => runLate((late) => late.coverage(tbl, scopeKey)),
    isClosed: () => cache.isClosed(),
    close: () => {
      cache.close();
      journal.close();
    },
  };
}
