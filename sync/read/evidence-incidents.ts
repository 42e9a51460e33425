import type { Dexie } from 'dexie';
import { normalIncidentType, normalSeverity, normalStatus } from '../protocol/incident.ts';
import type { Stored } from '../protocol/stored.ts';
import { readStored } from '../store/cache-records.ts';
import { byCreated, isShown, marksOf, maybeTextOf, textOf } from './columns.ts';
import { allRows, readClaim, rowsWhere } from './queries.ts';
import type { Marks, Read } from './types.ts';

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
