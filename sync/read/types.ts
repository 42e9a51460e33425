import type { Claim, Completeness } from '../protocol/claim.ts';
import type { SetAside } from '../protocol/set-aside.ts';
import type { Effect } from '../protocol/effect.ts';
import type { HealthKeptAs } from '../protocol/health.ts';
import type { PackedName } from '../protocol/packed.ts';
import type { Coverage } from '../protocol/stored.ts';
import type { Draft, JsonRow, Notice, Op } from '../protocol/op.ts';
import type { AroundChange, IncidentAround, LinkedFilter, LinkedIncidents } from './evidence-incidents.ts';
import type { CheckFacts, ComponentFacts, SubjectLines } from './evidence-subjects.ts';
import type { DoneItem } from './incident-done.ts';
import type { HistoryLine } from './incident-history.ts';
import type { RowInspection } from './inspect-row.ts';
import type { ResponderView } from './responders.ts';
import type { ReviewState } from './review.ts';
import type { ScraperRef } from './scrapers.ts';
import type { IncidentTimeline } from './timeline.ts';

/** Every read says what it knows and when it knew it. A failed read rejects; it is never an empty list. */
export interface Read<T> extends Pick<Claim, 'state' | 'asOf'> {
  readonly data: T;
  /** Absent where nothing can lack. */
  readonly lacks?: Claim['lacks'] | undefined;
}

/** Marks of a row, decoded from `_p`. */
export interface Marks {
  readonly pending: boolean;
  readonly failed: boolean;
  readonly conflict: boolean;
  readonly parked: boolean;
}

/** Person as shown beside things; `name` falls back to the id's first characters when unknown. */
export interface PersonRef {
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
}

/** Search params of `/incidents`, already decoded; null means no filter. `status` defaults to `open` in the route. */
export interface IncidentFilter {
  readonly type: string | null;
  readonly severity: string | null;
  readonly status: string | null;
  /** Person id of `created_by`. */
  readonly owner: string | null;
  readonly component: string | null;
  /** Case-insensitive substring of the title. */
  readonly search: string;
}

/** One line of the incident list. */
export interface IncidentListRow {
  readonly id: string;
  /** `INC-<n>`; null until the server assigned it (B19). */
  readonly number: string | null;
  readonly title: string;
  /** Lower case (decisions.md). */
  readonly severity: string;
  /** Spec spelling (`technicalDebt`). */
  readonly type: string;
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly commander: PersonRef | null;
  /** People and teams that respond, then commenters; distinct. */
  readonly responders: readonly PersonRef[];
  readonly marks: Marks;
}

/** List plus what the status filter hides (ux need 6): active incidents of other statuses that match the other filters. */
export interface IncidentList {
  readonly rows: readonly IncidentListRow[];
  /** What a search among the hidden ones needs, so that typing asks nothing of the database. */
  readonly others: readonly Pick<IncidentListRow, 'title' | 'status'>[];
  readonly hidden: { readonly total: number; readonly byStatus: Readonly<Record<string, number>> };
}

/** One comment in a thread. */
export interface CommentView {
  readonly id: string;
  readonly text: string;
  /** External author name when it came from another system. */
  readonly author: PersonRef;
  readonly isExternal: boolean;
  /** Team of the responder it came through (spec 3, `responder_id`); null when it was written in the console. */
  readonly team: PersonRef | null;
  readonly createdAt: string;
  readonly marks: Marks;
  readonly ops: readonly OpView[];
}

/** What an evidence points at, by column; null where it points at nothing of the kind. */
export interface EvidenceRefs {
  readonly checkId: string | null;
  readonly configId: string | null;
  readonly configChangeId: string | null;
  readonly configAnalysisId: string | null;
  readonly componentId: string | null;
}

/** One evidence, payload as stored. */
export interface EvidenceView {
  readonly id: string;
  readonly type: string;
  readonly description: string;
  readonly createdAt: string;
  readonly author: PersonRef;
  readonly definitionOfDone: boolean;
  readonly done: boolean;
  readonly payload: JsonRow;
  /** Name of the check or component it points at, when known on this device. */
  readonly subject: {
    readonly kind: 'check' | 'component';
    readonly id: string;
    readonly name: string;
  } | null;
  readonly refs: EvidenceRefs;
  /** CEL the server evaluates for the definition of done; null when there is none. */
  readonly script: string | null;
  /** What went wrong with its last evaluation. */
  readonly scriptResult: string | null;
  readonly marks: Marks;
}

/** One node of the hypothesis tree, children in creation order. */
export interface HypothesisNode {
  readonly id: string;
  readonly title: string;
  /** null when the server has none: shown as Likely "(not set)". */
  readonly status: string | null;
  readonly type: 'root' | 'factor' | 'solution';
  readonly createdAt: string;
  readonly author: PersonRef;
  readonly comments: readonly CommentView[];
  readonly evidences: readonly EvidenceView[];
  readonly children: readonly HypothesisNode[];
  readonly marks: Marks;
  /** Open operations on this row, oldest first. */
  readonly ops: readonly OpView[];
}

/** One operation in plain data for outbox lines, marks and the conflict review. */
export interface OpView {
  readonly id: string;
  readonly state: Op['state'];
  readonly kind: Op['kind'];
  readonly tbl: string;
  readonly rowId: string;
  readonly patch: JsonRow;
  readonly base: JsonRow;
  readonly createdAt: number;
  readonly attempts: number;
  readonly nextAt: number | null;
  readonly lastError: Op['lastError'];
  readonly conflict: Op['conflict'];
  readonly screen: string;
  /** Set where it is a step of a command of several operations (B20). */
  readonly group?: Op['group'] | undefined;
  /** Set where it takes an earlier step back. */
  readonly undoes?: string | undefined;
  /** Set on a conflict where later changes of its fields wait: their ids, and what they have made of those fields. */
  readonly later?: { readonly ids: readonly string[]; readonly patch: JsonRow } | undefined;
}

/** Everything the incident page of the first slice shows. */
export interface IncidentDetail extends IncidentListRow {
  readonly description: string;
  readonly createdBy: PersonRef;
  readonly communicator: PersonRef | null;
  readonly acknowledged: string | null;
  readonly resolved: string | null;
  readonly closed: string | null;
  readonly components: readonly { readonly id: string; readonly name: string }[];
  readonly tree: readonly HypothesisNode[];
  /** Open operations on the incident's own row, oldest first. */
  readonly ops: readonly OpView[];
}

/** Result of opening one incident: `missing` only when the local copy is complete (I23), else `unknown`. */
export type IncidentLookup =
  | { readonly found: 'yes'; readonly incident: IncidentDetail }
  | { readonly found: 'missing' }
  | { readonly found: 'unknown' };

/** Reads of the page, all from IndexedDB through Dexie, so `useLiveQuery` re-runs them when rows change. */
export interface ReadModel {
  incidentList(filter: IncidentFilter): Promise<Read<IncidentList>>;
  incident(id: string): Promise<Read<IncidentLookup>>;
  /** How far an incident can be reviewed without a network (D13). */
  reviewState(incidentId: string): Promise<Read<ReviewState>>;
  /** Everything that happened around an incident, on one axis; null when the incident is not here. */
  timeline(incidentId: string): Promise<Read<IncidentTimeline | null>>;
  /** All evidences of an incident as its definition of done sees them, oldest first. */
  evidences(incidentId: string): Promise<Read<readonly DoneItem[]>>;
  /** The changelog of an incident, newest first, with what this device has not sent on top. */
  history(incidentId: string): Promise<Read<readonly HistoryLine[]>>;
  /** What is known of a check or component an evidence points at; null when it is not here. */
  checkFacts(id: string): Promise<Read<CheckFacts | null>>;
  componentFacts(id: string): Promise<Read<ComponentFacts | null>>;
  /** Checks or components to attach, by words of their name and type. */
  findSubjects(tbl: 'checks' | 'components', text: string, limit: number): Promise<Read<SubjectLines>>;
  /** Incidents that have evidence of a component, or of a catalog item. */
  incidentsByComponent(componentId: string, filter: LinkedFilter): Promise<Read<LinkedIncidents>>;
  incidentsByConfig(configId: string, filter: LinkedFilter): Promise<Read<LinkedIncidents>>;
  /** Incidents that may have to do with a change of the catalog. */
  incidentsAround(change: AroundChange): Promise<Read<readonly IncidentAround[]>>;
  /** Changelog lines this person has starred on this device, by id. */
  starred(): Promise<readonly string[]>;
  /** The operations with these ids, also ended ones; those the journal has forgotten are left out. */
  opStates(ids: readonly string[]): Promise<readonly OpView[]>;
  people(): Promise<Read<readonly PersonRef[]>>;
  components(): Promise<Read<readonly { readonly id: string; readonly name: string }[]>>;
  /** Ids of the catalog items that a component is linked to, in the order of the ids. */
  itemsOfComponent(componentId: string): Promise<Read<readonly string[]>>;
  /** Scrapers by name, without their definitions. */
  scrapers(): Promise<Read<readonly ScraperRef[]>>;
  /** People and teams that respond to one incident. */
  responders(incidentId: string): Promise<Read<readonly ResponderView[]>>;
  /** Teams by name. */
  teams(): Promise<Read<readonly PersonRef[]>>;
  /** The list of checks as it was kept for the next start, as text; null when none is here. Not for `liveQuery`. */
  keptHealth(as: HealthKeptAs): Promise<string | null>;
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
