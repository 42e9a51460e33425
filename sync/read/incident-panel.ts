import type { Dexie } from 'dexie';
import type { Op } from '../protocol/op.ts';
import type { Stored } from '../protocol/stored.ts';
import type { TableName } from '../protocol/table.ts';
import { textOf } from './columns.ts';
import type { DoneItem } from './incident-done.ts';
import { doneItems } from './incident-done.ts';
import type { HistoryLine } from './incident-history.ts';
import { historyLines } from './incident-history.ts';
import { opsByRow } from './op-view.ts';
import { peopleOf, teamsOf } from './people.ts';
import { allRows, evidencesOf, readClaim, rowsWhere } from './queries.ts';
import type { Read } from './types.ts';

/** Tables `queryDoneItems` reads. */
export const doneTables = ['hypotheses', 'evidences', 'people', 'checks', 'components', 'feeds'];

/** All evidences of an incident. Call inside a read transaction over `doneTables`. */
export async function queryDoneItems(
  db: Dexie,
  incidentId: string,
  ops: readonly Op[],
): Promise<Read<readonly DoneItem[]>> {
  const reading = rowsWhere(db, 'hypotheses', 'incident_id', [incidentId]);
  const [claim, hypotheses, evidences, people] = await Promise.all([
    readClaim(db, ['evidences', 'hypotheses'], ['people', 'checks', 'components']),
    reading,
    reading.then((nodes) => evidencesOf(db, nodes)),
    allRows(db, 'people'),
  ]);
  const data = doneItems({ hypotheses, ...evidences, people: peopleOf(people), ops: opsByRow(ops) });
  return { data, ...claim };
}

/** Tables `queryHistory` reads. */
export const historyTables = [...doneTables, 'incident_histories', 'responders', 'comments', 'teams'];

/** What only adds names and faces to the changelog. */
const shownWithHistory = ['hypotheses', 'evidences', 'comments', 'responders', 'people', 'teams'] as const;

/** Lane of everything that belongs to an incident (D6). */
function isOfIncident(op: Op, incidentId: string): boolean {
  return op.lane === `incident:${incidentId}`;
}

/** The changelog of an incident. Call inside a read transaction over `historyTables`. */
export async function queryHistory(
  db: Dexie,
  incidentId: string,
  ops: readonly Op[],
): Promise<Read<readonly HistoryLine[]>> {
  const reading = rowsWhere(db, 'hypotheses', 'incident_id', [incidentId]);
  const of = (tbl: TableName): Promise<Stored[]> => rowsWhere(db, tbl, 'incident_id', [incidentId]);
  const [
    claim,
    hypotheses,
    { evidences, checks, components },
    comments,
    responders,
    histories,
    people,
    teams,
  ] = await Promise.all([
    readClaim(db, ['incident_histories'], shownWithHistory),
    reading,
    reading.then((nodes) => evidencesOf(db, nodes)),
    of('comments'),
    of('responders'),
    of('incident_histories'),
    allRows(db, 'people'),
    allRows(db, 'teams'),
  ]);
  const data = historyLines({
    histories,
    hypotheses: byId(hypotheses),
    evidences: byId(evidences),
    responders: byId(responders),
    comments: byId(comments),
    people: peopleOf(people),
    teams: teamsOf(teams),
    subjects: new Map([...checks, ...components]),
    ops: ops.filter((op) => isOfIncident(op, incidentId)),
  });
  return { data, ...claim };
}

function byId(rows: readonly Stored[]): ReadonlyMap<string, Stored> {
  return new Map(rows.map((row) => [textOf(row, 'id'), row]));
}
