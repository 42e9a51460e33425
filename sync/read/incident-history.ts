import { deviceTimestamp } from '../core/pull/server-time.ts';
import { nameInPayload } from '../protocol/tables/evidence-payload.ts';
import { normalHistoryType } from '../protocol/tables/incident-history.ts';
import type { JsonRow, Op } from '../protocol/op.ts';
import type { Stored } from '../protocol/stored.ts';
import { compareText, maybeTextOf, objectOf, textOf } from './columns.ts';
import type { Names } from './people.ts';
import { personRef, responderOf, UNKNOWN_PERSON } from './people.ts';
import type { PersonRef } from './types.ts';

/** One line of a changelog: what the server recorded, or what a change of this device will make it record. */
export interface HistoryLine {
  /** Id of the server's line, or of the operation it stands for. */
  readonly id: string;
  /** Both spellings of the status event read as one; a type of a newer server passes through. */
  readonly type: string;
  /** RFC 3339 of the server; of the device where the line is pending. */
  readonly createdAt: string;
  /**
   * Who is known to have done it. The server notes the creator of the changed row and not the person who changed it, so
   * this is null for changes of a status and of the definition of done.
   */
  readonly author: PersonRef | null;
  /** New status, where the line is about one. */
  readonly status: string | null;
  /** Null where the line names none, or what it named was deleted. */
  readonly hypothesis: { readonly id: string; readonly title: string } | null;
  readonly evidence: {
    readonly id: string;
    readonly type: string;
    readonly description: string;
    /** Of what it is about: as this device knows it, else as it was kept with the evidence. */
    readonly name: string | null;
  } | null;
  readonly responder: { readonly id: string; readonly name: string; readonly isTeam: boolean } | null;
  readonly comment: string | null;
  /** State of the operation while the server does not have it; null for a line of the server. */
  readonly pending: Op['state'] | null;
}

/** Everything a changelog is computed from. */
export interface HistoryParts {
  readonly histories: readonly Stored[];
  /** Rows the lines speak of, by id; visible ones, so that unsent rows are among them. */
  readonly hypotheses: ReadonlyMap<string, JsonRow>;
  readonly evidences: ReadonlyMap<string, JsonRow>;
  readonly responders: ReadonlyMap<string, JsonRow>;
  readonly comments: ReadonlyMap<string, JsonRow>;
  readonly people: Names;
  readonly teams: Names;
  /** Names of checks and components this device knows. */
  readonly subjects: ReadonlyMap<string, string>;
  /** Open operations of the incident, oldest first. */
  readonly ops: readonly Op[];
}

/** Types whose creator is the person who did it: the row was made by the act itself. */
const OWN_ACTS: readonly string[] = [
  'incident.created',
  'responder.created',
  'evidence.created',
  'responder.commented',
  'hypothesis.created',
];

/** The changelog, newest first; what this device has not sent stands above what the server has. */
export function historyLines(parts: HistoryParts): readonly HistoryLine[] {
  const server = parts.histories.map((row) => serverLine(row, parts)).sort(newestFirst);
  const pending = parts.ops.flatMap((op) => pendingLines(op, parts)).toReversed();
  return [...pending, ...server];
}

function newestFirst(a: HistoryLine, b: HistoryLine): number {
  return compareText(b.createdAt, a.createdAt) || compareText(b.id, a.id);
}

function serverLine(row: Stored, parts: HistoryParts): HistoryLine {
  const type = normalHistoryType(maybeTextOf(row, 'type'));
  const author = maybeTextOf(row, 'created_by');
  return {
    id: textOf(row, 'id'),
    type,
    createdAt: textOf(row, 'created_at'),
    author: author === null || !OWN_ACTS.includes(type) ? null : personRef(author, parts.people),
    status: type.endsWith('.status_updated') ? maybeTextOf(row, 'description') : null,
    hypothesis: hypothesisOf(maybeTextOf(row, 'hypothesis_id'), parts),
    evidence: evidenceOf(maybeTextOf(row, 'evidence_id'), parts),
    responder: responderIn(maybeTextOf(row, 'responder_id'), parts),
    comment: commentOf(maybeTextOf(row, 'comment_id'), parts),
    pending: null,
  };
}

/** Operations whose line the server has written already, or will never write, leave none. */
const SETTLED: readonly Op['state'][] = ['acked', 'done', 'failed', 'cancelled', 'discarded'];

/** What the triggers will write when the operation arrives (reference semantics.md 4.2). */
function pendingLines(op: Op, parts: HistoryParts): readonly HistoryLine[] {
  if (SETTLED.includes(op.state)) return [];
  const base: Omit<HistoryLine, 'type'> = {
    id: op.id,
    createdAt: deviceTimestamp(op.createdAt),
    author: personRef(op.identity.userId, parts.people),
    status: null,
    hypothesis: null,
    evidence: null,
    responder: null,
    comment: null,
    pending: op.state,
  };
  const type = pendingType(op);
  if (type === null) return [];
  const status = type.endsWith('.status_updated') ? maybeTextOf(op.patch, 'status') : null;
  const hypothesisId = op.tbl === 'evidences' ? maybeTextOf(op.patch, 'hypothesis_id') : op.rowId;
  return [
    {
      ...base,
      type,
      status,
      hypothesis: op.tbl === 'incidents' ? null : hypothesisOf(hypothesisId, parts),
      evidence: op.tbl === 'evidences' ? evidenceOf(op.rowId, parts) : null,
      responder: op.tbl === 'responders' ? responderIn(op.rowId, parts) : null,
    },
  ];
}

function pendingType({ tbl, kind, patch, undoes }: Op): string | null {
  if (undoes !== undefined || kind === 'delete') return null;
  const isInsert = kind === 'insert';
  switch (tbl) {
    case 'incidents':
      return isInsert ? 'incident.created' : 'status' in patch ? 'incident.status_updated' : null;
    case 'hypotheses':
      return isInsert ? 'hypothesis.created' : 'status' in patch ? 'hypothesis.status_updated' : null;
    case 'evidences':
      if (isInsert) return 'evidence.created';
      return patch['definition_of_done'] === true ? 'evidence.done_definition_added' : null;
    case 'responders':
      return isInsert ? 'responder.created' : null;
    default:
      return null;
  }
}

function hypothesisOf(id: string | null, { hypotheses }: HistoryParts): HistoryLine['hypothesis'] {
  const row = id === null ? undefined : hypotheses.get(id);
  return id === null || row === undefined ? null : { id, title: textOf(row, 'title') };
}

function evidenceOf(id: string | null, { evidences, subjects }: HistoryParts): HistoryLine['evidence'] {
  const row = id === null ? undefined : evidences.get(id);
  if (id === null || row === undefined) return null;
  const subject = maybeTextOf(row, 'check_id') ?? maybeTextOf(row, 'component_id') ?? '';
  const type = textOf(row, 'type');
  return {
    id,
    type,
    description: textOf(row, 'description'),
    name: subjects.get(subject) ?? nameInPayload(type, objectOf(row, 'evidence')),
  };
}

function responderIn(id: string | null, parts: HistoryParts): HistoryLine['responder'] {
  const row = id === null ? undefined : parts.responders.get(id);
  if (id === null || row === undefined) return null;
  const who = responderOf(row, parts.people, parts.teams);
  const isTeam = who !== null && maybeTextOf(row, 'person_id') === null;
  return { id, name: who?.name ?? UNKNOWN_PERSON, isTeam };
}

function commentOf(id: string | null, { comments }: HistoryParts): string | null {
  const row = id === null ? undefined : comments.get(id);
  return row === undefined ? null : maybeTextOf(row, 'comment');
}
