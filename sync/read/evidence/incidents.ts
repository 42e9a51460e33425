import type { Dexie } from 'dexie';
import { serverTimeToMs } from '../../core/pull/server-time.ts';
import { normalIncidentType, normalSeverity } from '../../protocol/tables/incident.ts';
import { normalStatus } from '../../protocol/tables/incident-status.ts';
import type { Stored } from '../../protocol/stored.ts';
import { readStored } from '../../store/cache/records.ts';
import { byCreated, isShown, marksOf, maybeTextOf, textOf } from '../columns.ts';
import { allRows, readClaim, rowsWhere } from '../queries.ts';
import type { Marks, Read } from '../types.ts';

/** Which incidents of a thing are wanted; null means any. The panels start with the open ones (spec, section 2). */
export interface LinkedFilter {
  readonly type: string | null;
  readonly status: string | null;
}

/** An incident that has evidence of a thing. */
export interface LinkedIncident {
  readonly id: string;
  /** `INC-<n>`; null until the server assigned it (B19). */
  readonly number: string | null;
  readonly title: string;
  readonly type: string;
  readonly severity: string;
  readonly status: string;
  readonly createdAt: string;
  readonly marks: Marks;
}

/** The matching ones, newest first, and how many there are whatever their type and status. */
export interface LinkedIncidents {
  readonly rows: readonly LinkedIncident[];
  readonly total: number;
}

/** Tables `queryLinkedIncidents` reads. */
export const linkedTables = ['incidents', 'hypotheses', 'evidences', 'feeds'];

async function evidencesOf(db: Dexie, column: 'component_id' | 'config_id', id: string): Promise<Stored[]> {
  if (column === 'component_id') return await rowsWhere(db, 'evidences', column, [id]);
  // No index: there are a few evidences per incident, and the panel of a catalog item is opened rarely.
  return (await allRows(db, 'evidences')).filter((row) => row[column] === id);
}

/** Distinct incidents through their evidences. Call inside a read transaction over `linkedTables`. */
export async function queryLinkedIncidents(
  db: Dexie,
  column: 'component_id' | 'config_id',
  id: string,
  filter: LinkedFilter,
): Promise<Read<LinkedIncidents>> {
  const claim = await readClaim(db, ['incidents', 'hypotheses', 'evidences']);
  const evidences = (await evidencesOf(db, column, id)).filter(isShown);
  const nodes = await db.table('hypotheses').bulkGet(evidences.map((row) => textOf(row, 'hypothesis_id')));
  const incidentIds = new Set(
    nodes
      .map(readStored)
      .filter((row) => row !== undefined)
      .map((row) => textOf(row, 'incident_id')),
  );
  const found = (await db.table('incidents').bulkGet([...incidentIds]))
    .map(readStored)
    .filter((row) => row !== undefined)
    .filter(isShown);
  const rows = found
    .sort((a, b) => byCreated(b, a))
    .map(linkedIncident)
    .filter(
      (row) =>
        (filter.type === null || row.type === normalIncidentType(filter.type)) &&
        (filter.status === null || row.status === normalStatus(filter.status)),
    );
  return { data: { rows, total: found.length }, ...claim };
}

function linkedIncident(row: Stored): LinkedIncident {
  return {
    id: textOf(row, 'id'),
    number: maybeTextOf(row, 'incident_id'),
    title: textOf(row, 'title'),
    type: normalIncidentType(maybeTextOf(row, 'type')),
    severity: normalSeverity(maybeTextOf(row, 'severity')),
    status: normalStatus(maybeTextOf(row, 'status')),
    createdAt: textOf(row, 'created_at'),
    marks: marksOf(row),
  };
}

/** The change whose incidents are wanted: what it changed, and when (server text). */
export interface AroundChange {
  readonly changeId: string;
  readonly configId: string | null;
  readonly at: string;
}

/** An incident near a change: it has the change itself or its item for evidence, or merely began soon after. */
export interface IncidentAround extends LinkedIncident {
  readonly by: 'change' | 'item' | 'time';
  /** From the change to its beginning; less than nothing where it had begun before. */
  readonly afterMs: number;
}

const HOUR_MS = 3_600_000;
/** So long after a change an incident with evidence of its item may have to do with it. */
export const AROUND_ITEM_MS = 24 * HOUR_MS;
/** So long after it any incident may. */
export const AROUND_ANY_MS = 2 * HOUR_MS;

const strengths = ['change', 'item', 'time'] as const;

/** Incidents around a change: the surest first, then the soonest. Call inside a read transaction over `linkedTables`. */
export async function queryIncidentsAround(
  db: Dexie,
  { changeId, configId, at }: AroundChange,
): Promise<Read<readonly IncidentAround[]>> {
  const [claim, allEvidences, incidents] = await Promise.all([
    readClaim(db, ['incidents', 'hypotheses', 'evidences']),
    allRows(db, 'evidences'),
    allRows(db, 'incidents'),
  ]);
  const evidences = allEvidences.filter(isShown);
  const ofChange = evidences.filter((row) => row['config_change_id'] === changeId);
  const ofItem = configId === null ? [] : evidences.filter((row) => row['config_id'] === configId);
  const nodes = await db
    .table('hypotheses')
    .bulkGet([...ofChange, ...ofItem].map((row) => textOf(row, 'hypothesis_id')));
  const incidentOf = nodes.map((raw) => {
    const node = readStored(raw);
    return node === undefined ? '' : textOf(node, 'incident_id');
  });
  const byChange = new Set(incidentOf.slice(0, ofChange.length));
  const byItem = new Set(incidentOf.slice(ofChange.length));
  const atMs = serverTimeToMs(at);
  const data = incidents.filter(isShown).flatMap((row): IncidentAround[] => {
    const startMs = serverTimeToMs(textOf(row, 'created_at'));
    if (startMs === null || atMs === null) return [];
    const id = textOf(row, 'id');
    const afterMs = startMs - atMs;
    const isWithin = (mostMs: number): boolean => afterMs >= 0 && afterMs <= mostMs;
    const by = byChange.has(id)
      ? 'change'
      : byItem.has(id) && isWithin(AROUND_ITEM_MS)
        ? 'item'
        : isWithin(AROUND_ANY_MS)
          ? 'time'
          : null;
    return by === null ? [] : [{ ...linkedIncident(row), by, afterMs }];
  });
  data.sort((a, b) => strengths.indexOf(a.by) - strengths.indexOf(b.by) || a.afterMs - b.afterMs);
  return { data, ...claim };
}
