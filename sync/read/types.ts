import type { Claim } from '../protocol/claim.ts';
import type { JsonRow, Op } from '../protocol/op.ts';

/** Every read says what it knows and when it knew it. A failed read rejects; it is never an empty list. */
export interface Read<T> extends Claim {
  readonly data: T;
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
