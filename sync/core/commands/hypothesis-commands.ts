import type { RowRef } from '../../ports.ts';
import type { CommandOf } from '../../protocol/command.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { own } from '../../protocol/own.ts';
import { newEvidence } from './evidence-commands.ts';
import { textAt } from '../outbox/json.ts';
import { grouped, incidentLane, planDelete, planInsert, refuse, visibleRow } from '../outbox/plan.ts';
import type { AtRow, CommandContext, CommandRows, OpDraft } from '../outbox/plan.ts';
import { deviceTimestamp } from '../pull/server-time.ts';

/** The chain of hypothesis types (spec, section 4): a solution has no children. */
const childTypes: Readonly<Record<string, string | undefined>> = { root: 'factor', factor: 'solution' };

/** Status of a new hypothesis (spec, section 4). */
const NEW_STATUS = 'possible';

/** A new row of the tree as this device shows it until the server answers. */
export function newHypothesis(
  values: { readonly incidentId: string; readonly parentId: string | null; readonly title: string },
  type: string,
  context: CommandContext,
): JsonRow & { readonly id: string } {
  const stamp = deviceTimestamp(context.nowMs);
  return {
    id: context.newRowId(),
    incident_id: values.incidentId,
    parent_id: values.parentId,
    owner: null,
    team_id: null,
    type,
    title: values.title,
    status: NEW_STATUS,
    created_by: context.identity.userId,
    created_at: stamp,
    updated_at: stamp,
  };
}

/**
 * A node under another one, or a root. With an evidence it is one group; `stop`: the node stays when the evidence is
 * refused, as it does in a new incident.
 */
export function planHypothesisAdd(
  { kind, incidentId, parentId, title, evidence }: CommandOf<'hypothesis.add'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const text = title.trim();
  if (text === '') throw refuse('A hypothesis needs a title.', 'hypotheses');
  const incidentRef: RowRef = { tbl: 'incidents', id: incidentId };
  visibleRow(incidentRef, at, 'incident');
  const parents = [at(incidentRef)];
  let type = 'root';
  if (parentId !== null) {
    const parentRef: RowRef = { tbl: 'hypotheses', id: parentId };
    const parent = visibleRow(parentRef, at, 'hypothesis above it');
    if (textAt(parent, 'incident_id') !== incidentId) {
      throw refuse('The hypothesis above it belongs to another incident.', 'hypotheses');
    }
    const child = own(childTypes, textAt(parent, 'type') ?? '');
    if (child === undefined) throw refuse('A solution cannot have hypotheses under it.', 'hypotheses');
    type = child;
    parents.push(at(parentRef));
  }
  const row = newHypothesis({ incidentId, parentId, title: text }, type, context);
  const lane = incidentLane(incidentId);
  const node = planInsert('hypotheses', row, lane, parents, context);
  if (evidence === undefined) return [node];
  const attached = newEvidence(row.id, evidence, context);
  const second = { ...planInsert('evidences', attached, lane, [], context), deps: [node.id] };
  return grouped([node, second], kind, 'stop', context);
}

/**
 * Deletes a node with everything under it, children first (decisions.md; reference schema.md 3.6: the keys of comments,
 * evidences and child nodes block it, histories let go of it). `stop`: a comment that was deleted is not posted again,
 * because that would mirror it to ticket systems a second time (reference schema.md 3.3).
 */
export function planHypothesisDelete(
  { kind, hypothesisId }: CommandOf<'hypothesis.delete'>,
  { at, under }: CommandRows,
  context: CommandContext,
): readonly OpDraft[] {
  const ref: RowRef = { tbl: 'hypotheses', id: hypothesisId };
  const visible = visibleRow(ref, at, 'hypothesis');
  const lane = incidentLane(textAt(visible, 'incident_id') ?? hypothesisId);
  const drafts = [...under, ref].map((row) => planDelete(row, lane, context));
  return grouped(drafts, kind, 'stop', context);
}

/**
 * Everything under a node in the order it can be deleted: comments and evidences of a node before the node, children
 * before their parents. `nodes` are the hypotheses of the incident, `leaves` the comments and evidences.
 */
export function deletionOrder(
  rootId: string,
  nodes: readonly JsonRow[],
  leaves: readonly { readonly ref: RowRef; readonly hypothesisId: string }[],
): readonly RowRef[] {
  const seen = new Set<string>();
  const order = (id: string): readonly RowRef[] => {
    // A cycle would have to be made by hand in the database; it must not hang the page.
    if (seen.has(id)) return [];
    seen.add(id);
    const below = nodes.flatMap((node) => {
      const childId = textAt(node, 'id');
      if (childId === null || textAt(node, 'parent_id') !== id) return [];
      return [...order(childId), { tbl: 'hypotheses' as const, id: childId }];
    });
    return [...below, ...leaves.filter((leaf) => leaf.hypothesisId === id).map((leaf) => leaf.ref)];
  };
  return order(rootId);
}
