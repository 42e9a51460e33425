import type { Stored } from '../protocol/stored.ts';
import { byCreated, flagOf, isShown, marksOf, maybeTextOf, objectOf, textOf } from './columns.ts';
import type { ListJoins } from './incident-list.ts';
import { listRow } from './incident-list.ts';
import type { OpsByRow } from './op-view.ts';
import type { Names } from './people.ts';
import { personOf, personRef, teamOf, UNKNOWN_COMPONENT } from './people.ts';
import type { CommentView, EvidenceView, HypothesisNode, IncidentDetail, PersonRef } from './types.ts';

/** Everything the incident page is computed from. */
export interface IncidentParts {
  readonly incident: Stored;
  readonly hypotheses: readonly Stored[];
  readonly evidences: readonly Stored[];
  readonly comments: readonly Stored[];
  readonly joins: ListJoins;
  /** Names of checks and components this device knows. */
  readonly checks: ReadonlyMap<string, string>;
  readonly components: ReadonlyMap<string, string>;
  readonly ops: OpsByRow;
}

/** The incident page's view of one incident. */
export function incidentDetail(parts: IncidentParts): IncidentDetail {
  const { incident, joins, components } = parts;
  const { people } = joins;
  const named = parts.evidences
    .filter(isShown)
    .map((row) => maybeTextOf(row, 'component_id'))
    .filter((id) => id !== null);
  return {
    ...listRow(incident, joins),
    description: textOf(incident, 'description'),
    createdBy: authorOf(incident, people),
    communicator: personOf(incident, 'communicator_id', people),
    acknowledged: maybeTextOf(incident, 'acknowledged'),
    resolved: maybeTextOf(incident, 'resolved'),
    closed: maybeTextOf(incident, 'closed'),
    components: [...new Set(named)].map((id) => ({ id, name: components.get(id) ?? UNKNOWN_COMPONENT })),
    tree: hypothesisTree(parts),
    ops: parts.ops('incidents', textOf(incident, 'id')),
  };
}

/**
 * The tree, children in creation order. A node whose parent is not here stands at the top rather than nowhere, and a
 * ring of parents (nothing on the server forbids one) is cut at its oldest node, so that every node appears once.
 */
export function hypothesisTree(parts: IncidentParts): readonly HypothesisNode[] {
  const rows = parts.hypotheses.filter(isShown).sort(byCreated);
  const ids = new Set(rows.map((row) => textOf(row, 'id')));
  const childrenOf = groupBy(rows, (row) => maybeTextOf(row, 'parent_id'));
  const evidencesOf = groupBy(parts.evidences.filter(isShown).sort(byCreated), (row) =>
    maybeTextOf(row, 'hypothesis_id'),
  );
  const tops = rows.filter((row) => !ids.has(maybeTextOf(row, 'parent_id') ?? ''));
  const commentsOf = groupBy(parts.comments.filter(isShown).sort(byCreated), (row) => {
    const own = maybeTextOf(row, 'hypothesis_id');
    // A comment on the incident itself, or on a node that is gone, is shown in the first thread.
    return own !== null && ids.has(own) ? own : textOf(tops[0] ?? rows[0] ?? {}, 'id');
  });

  const placed = new Set<string>();
  const node = (row: Stored): HypothesisNode => {
    const id = textOf(row, 'id');
    placed.add(id);
    return {
      id,
      title: textOf(row, 'title'),
      status: maybeTextOf(row, 'status'),
      type: nodeType(row),
      createdAt: textOf(row, 'created_at'),
      author: authorOf(row, parts.joins.people),
      comments: (commentsOf.get(id) ?? []).map((comment) => commentView(comment, parts)),
      evidences: (evidencesOf.get(id) ?? []).map((evidence) => evidenceView(evidence, parts)),
      children: (childrenOf.get(id) ?? []).filter((child) => !placed.has(textOf(child, 'id'))).map(node),
      marks: marksOf(row),
      ops: parts.ops('hypotheses', id),
    };
  };
  const tree = tops.map(node);
  for (const row of rows) if (!placed.has(textOf(row, 'id'))) tree.push(node(row));
  return tree;
}

/** Deleted responders keep their team on what came through them. */
function responderTeam(row: Stored, { responders, teams }: ListJoins): PersonRef | null {
  const responderId = maybeTextOf(row, 'responder_id');
  if (responderId === null) return null;
  const own = responders.get(textOf(row, 'incident_id')) ?? [];
  const responder = own.find((each) => textOf(each, 'id') === responderId);
  return responder === undefined ? null : teamOf(responder, 'team_id', teams);
}

function commentView(row: Stored, { joins, ops }: IncidentParts): CommentView {
  const external = maybeTextOf(row, 'external_created_by');
  const id = textOf(row, 'id');
  return {
    id,
    text: textOf(row, 'comment'),
    author:
      external === null
        ? authorOf(row, joins.people)
        : { id: `external:${external}`, name: external, avatar: null },
    isExternal: external !== null,
    team: responderTeam(row, joins),
    createdAt: textOf(row, 'created_at'),
    marks: marksOf(row),
    ops: ops('comments', id),
  };
}

function evidenceView(row: Stored, { joins, checks, components }: IncidentParts): EvidenceView {
  return {
    id: textOf(row, 'id'),
    type: textOf(row, 'type'),
    description: textOf(row, 'description'),
    createdAt: textOf(row, 'created_at'),
    author: authorOf(row, joins.people),
    definitionOfDone: flagOf(row, 'definition_of_done'),
    done: flagOf(row, 'done'),
    payload: objectOf(row, 'evidence'),
    subject:
      subjectOf('check', maybeTextOf(row, 'check_id'), checks) ??
      subjectOf('component', maybeTextOf(row, 'component_id'), components),
    refs: {
      checkId: maybeTextOf(row, 'check_id'),
      configId: maybeTextOf(row, 'config_id'),
      configChangeId: maybeTextOf(row, 'config_change_id'),
      configAnalysisId: maybeTextOf(row, 'config_analysis_id'),
      componentId: maybeTextOf(row, 'component_id'),
    },
    script: maybeTextOf(row, 'script'),
    scriptResult: maybeTextOf(row, 'script_result'),
    marks: marksOf(row),
  };
}

function subjectOf(
  kind: 'check' | 'component',
  id: string | null,
  names: ReadonlyMap<string, string>,
): EvidenceView['subject'] {
  const name = id === null ? undefined : names.get(id);
  return id === null || name === undefined ? null : { kind, id, name };
}

function nodeType(row: Stored): HypothesisNode['type'] {
  const type = textOf(row, 'type');
  return type === 'root' || type === 'solution' ? type : 'factor';
}

function authorOf(row: Stored, people: Names): PersonRef {
  return personRef(textOf(row, 'created_by'), people);
}

function groupBy(rows: readonly Stored[], keyOf: (row: Stored) => string | null): Map<string, Stored[]> {
  const groups = new Map<string, Stored[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
