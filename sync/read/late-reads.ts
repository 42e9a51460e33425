import type { PickOnly } from '../protocol/resource-selector.ts';
import type { Dexie } from 'dexie';
import type { Identity } from '../protocol/identity.ts';
import type { Op } from '../protocol/op.ts';
import type { PackedName } from '../protocol/packed.ts';
import type { OpenReader } from '../store/cache/reader.ts';
import type { readPins } from '../store/documents/pin-records.ts';
import { coverageTables, queryCoverage, queryWindows } from './coverage.ts';
import { linkedTables, queryIncidentsAround, queryLinkedIncidents } from './evidence/incidents.ts';
import type { AroundChange, LinkedFilter } from './evidence/incidents.ts';
import {
  lineTables,
  queryCheckFacts,
  queryComponentFacts,
  querySubjects,
  subjectTables,
} from './evidence/subjects.ts';
import { doneTables, historyTables, queryDoneItems, queryHistory } from './incident-panel.ts';
import { inspectedTables, nothingKnown, readInspection } from './inspect-row.ts';
import type { RowInspection } from './inspect-row.ts';
import { opsByRow, opViews } from './op-view.ts';
import { queryRunsOf, runTables } from './playbooks/playbook-runs.ts';
import type { RunSubject } from './playbooks/playbook-runs.ts';
import { queryResponders, responderTables } from './responders.ts';
import { queryReviewState, reviewTables } from './review.ts';

export interface LatePorts {
  readonly cache: OpenReader;
  readonly journal: OpenReader;
  readonly identity: Identity;
  readonly openOps: (db: Dexie) => Promise<Op[]>;
  readonly pinsOf: (db: Dexie) => Promise<ReturnType<typeof readPins>>;
}

/** Reads of the read model that no list of a start needs: a chunk of their own, which comes after the first paint. */
export function lateReads({ cache, journal, identity, openOps, pinsOf }: LatePorts) {
  const withOps = <T>(names: readonly string[], query: (db: Dexie, ops: readonly Op[]) => Promise<T>) =>
    journal.read(['ops'], openOps).then((ops) => cache.read(names, (db) => query(db, ops)));
  return {
    reviewState: (id: string) =>
      journal
        .read(['pins'], pinsOf)
        .then((pins) => pins.some((pin) => pin.kind === 'incident' && pin.id === id))
        .then((isPinned) =>
          cache.read(reviewTables, (db) => queryReviewState(db, id, identity.userId, isPinned)),
        ),
    evidences: (id: string) => withOps(doneTables, (db, ops) => queryDoneItems(db, id, ops)),
    history: (id: string) => withOps(historyTables, (db, ops) => queryHistory(db, id, ops)),
    checkFacts: (id: string) => cache.read(subjectTables, (db) => queryCheckFacts(db, id)),
    componentFacts: (id: string) => cache.read(subjectTables, (db) => queryComponentFacts(db, id)),
    findSubjects: (tbl: 'checks' | 'components', text: string, limit: number, only?: PickOnly) =>
      cache.read(lineTables(tbl), (db) => querySubjects(db, tbl, text, limit, only)),
    incidentsBy: (column: 'component_id' | 'config_id', id: string, filter: LinkedFilter) =>
      cache.read(linkedTables, (db) => queryLinkedIncidents(db, column, id, filter)),
    incidentsAround: (change: AroundChange) =>
      cache.read(linkedTables, (db) => queryIncidentsAround(db, change)),
    runsOf: (column: RunSubject, id: string) => cache.read(runTables, (db) => queryRunsOf(db, column, id)),
    responders: (incidentId: string) =>
      withOps(responderTables, (db, ops) => queryResponders(db, incidentId, opsByRow(ops))),
    windows: () => cache.read(coverageTables, queryWindows),
    coverage: (tbl: PackedName, scopeKey: string) =>
      cache.read(coverageTables, (db) => queryCoverage(db, tbl, scopeKey)),
    inspectRow: (tbl: string, id: string) =>
      journal.read(['ops'], openOps).then((all): PromiseLike<RowInspection> => {
        const ops = opViews(all.filter((op) => op.tbl === tbl && op.rowId === id));
        const names = inspectedTables(tbl);
        if (names.length === 0) return Promise.resolve({ ...nothingKnown, ops });
        return cache.read(names, (db) => readInspection(db, tbl, id)).then((known) => ({ ...known, ops }));
      }),
  };
}

export type LateReads = ReturnType<typeof lateReads>;
