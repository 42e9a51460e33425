import type { PickOnly } from '../protocol/resource-selector.ts';
import type { Dexie } from 'dexie';
import type { Completeness } from '../protocol/claim.ts';
import type { SetAside } from '../protocol/set-aside.ts';
import type { Effect } from '../protocol/effect.ts';
import type { Pin } from '../protocol/document.ts';
import type { KeptListKind } from '../protocol/kept-list.ts';
import type { PackedName } from '../protocol/packed.ts';
import type { Coverage } from '../protocol/stored.ts';
import type { Draft, JsonRow, Notice } from '../protocol/op.ts';
import type { AroundChange, IncidentAround, LinkedFilter, LinkedIncidents } from './evidence/incidents.ts';
import type { CheckFacts, ComponentFacts, SubjectLines } from './evidence/subjects.ts';
import type { DoneItem } from './incident-done.ts';
import type { HistoryLine } from './incident-history.ts';
import type { RowInspection } from './inspect-row.ts';
import type { RunSubject } from './playbooks/playbook-runs.ts';
import type { ResponderView } from './responders.ts';
import type { ReviewState } from './review.ts';
import type { Read, IncidentFilter, IncidentList, OpView, IncidentLookup } from './types.ts';

/** What is read from the cache, and by which query; made by a module of this folder. */
export interface LateRead<T> {
  readonly tables: readonly string[];
  readonly query: (db: Dexie) => Promise<Read<T>>;
}

/** Reads of the page, all from IndexedDB through Dexie, so `useLiveQuery` re-runs them when rows change. */
export interface ReadModel {
  incidentList(filter: IncidentFilter): Promise<Read<IncidentList>>;
  incident(id: string): Promise<Read<IncidentLookup>>;
  /** How far an incident can be reviewed without a network (D13). */
  reviewState(incidentId: string): Promise<Read<ReviewState>>;
  /** All evidences of an incident as its definition of done sees them, oldest first. */
  evidences(incidentId: string): Promise<Read<readonly DoneItem[]>>;
  /** The changelog of an incident, newest first, with what this device has not sent on top. */
  history(incidentId: string): Promise<Read<readonly HistoryLine[]>>;
  /** What is known of a check or component an evidence points at; null when it is not here. */
  checkFacts(id: string): Promise<Read<CheckFacts | null>>;
  componentFacts(id: string): Promise<Read<ComponentFacts | null>>;
  /** Checks or components to choose from, by words of their name and type; those that `only` names, where it is given. */
  findSubjects(
    tbl: 'checks' | 'components',
    text: string,
    limit: number,
    only?: PickOnly,
  ): Promise<Read<SubjectLines>>;
  /** Incidents that have evidence of a component, or of a catalog item. */
  incidentsByComponent(componentId: string, filter: LinkedFilter): Promise<Read<LinkedIncidents>>;
  incidentsByConfig(configId: string, filter: LinkedFilter): Promise<Read<LinkedIncidents>>;
  /** Incidents that may have to do with a change of the catalog. */
  incidentsAround(change: AroundChange): Promise<Read<readonly IncidentAround[]>>;
  /** Ids of what this person keeps on this device, or has marked on it, of one kind. */
  pinned(kind: Pin['kind']): Promise<readonly string[]>;
  /** Runs of playbooks, last created first, as the server joins them: of the last days, and those that go on. */
  runsOf(column: RunSubject, id: string): Promise<Read<readonly JsonRow[]>>;
  /** The operations with these ids, also ended ones; those the journal has forgotten are left out. */
  opStates(ids: readonly string[]): Promise<readonly OpView[]>;
  /** Ids of the catalog items that a component is linked to, in the order of the ids. */
  itemsOfComponent(componentId: string): Promise<Read<readonly string[]>>;
  /**
   * A read whose code comes with the screen that asks: rows of a collection and one of them (`rows.ts`), names to choose from
   * (`names.ts`), or what is joined for one screen. Nothing of it is in the first route.
   */
  late<T>(read: LateRead<T>): Promise<Read<T>>;
  /** People and teams that respond to one incident. */
  responders(incidentId: string): Promise<Read<readonly ResponderView[]>>;
  /** A list as it was kept for the next start, as text; null when none is here. Not for `liveQuery`. */
  keptList(kind: KeptListKind, id: string): Promise<string | null>;
  /** Roles of the person; `state: 'never'` until known. No row once complete means `viewer`. */
  roles(userId: string): Promise<Read<readonly string[]>>;
  /** Feature flags by name; unknown names and non-text values are dropped. */
  properties(): Promise<Read<Readonly<Record<string, string>>>>;
  outbox(): Promise<readonly OpView[]>;
  /** Records of the journal that cannot be read, as they lie. */
  setAside(): Promise<readonly SetAside[]>;
  notices(): Promise<readonly Notice[]>;
  /**
   * Effects of class C, oldest first (ux 4.6): drafts that wait for their person, and what became of the others. A draft
   * whose time is over may still say `prepared`: `effectStateAt` knows.
   */
  effects(): Promise<readonly Effect[]>;
  draft(key: string): Promise<Draft | null>;
  drafts(): Promise<readonly Draft[]>;
  /** How much of the collections that are kept in part is here, by collection (D13). */
  windows(): Promise<Readonly<Record<string, readonly Coverage[]>>>;
  /** One row with everything behind it, for the panel (D23). */
  inspectRow(tbl: string, id: string): Promise<RowInspection>;
  feeds(): Promise<
    readonly {
      readonly tbl: string;
      readonly status: Completeness;
      readonly asOf: string | null;
      readonly badRows: number;
      readonly lastError: string | null;
    }[]
  >;
  /**
   * How much of a windowed collection is on this device, for one scope (a parent's id, or the empty text); null when
   * nothing of it was ever pulled. `absenceOf` says what an empty answer may be called (D13, I23).
   */
  coverage(tbl: PackedName, scopeKey: string): Promise<Coverage | null>;
  /** True once the cache was closed, here or by another tab that upgrades or deletes it: nothing is read any more. */
  isClosed(): boolean;
  /** Closes the databases (sign-out, identity change). */
  close(): void;
}
