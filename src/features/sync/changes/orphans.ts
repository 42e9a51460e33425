import * as v from 'valibot';
import { evidenceInputSchema, type Command } from '#sync/protocol/command.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { HypothesisNode, OpView } from '#sync/read/types.ts';

/** Something new that could not be saved, because what it belonged to is gone; it may be attached to something else. */
export interface Orphan {
  readonly opId: string;
  /** The incident it was made for, where that is known. */
  readonly incidentId: string | null;
  /** The same thing at another place. */
  readonly attach: (incidentId: string, hypothesisId: string) => Command;
}

/** Ends that say something about the place and nothing about the thing. */
const PLACE_GONE: readonly string[] = ['missing-parent', 'cancelled'];

/** The orphan an ended operation has left; null for anything else. */
export function orphanOf(op: OpView): Orphan | null {
  const isEnded = op.state === 'failed' || op.state === 'cancelled';
  if (op.kind !== 'insert' || !isEnded || !PLACE_GONE.includes(op.lastError?.class ?? '')) return null;
  const { id: opId, patch } = op;
  const incidentId = textIn(patch, 'incident_id') ?? incidentOfScreen(op.screen);
  if (op.tbl === 'comments') {
    const text = textIn(patch, 'comment');
    if (text === null) return null;
    return {
      opId,
      incidentId,
      attach: (to, hypothesisId) => ({ kind: 'comment.add', incidentId: to, hypothesisId, text }),
    };
  }
  const parsed = op.tbl === 'evidences' ? v.safeParse(evidenceInputSchema, evidenceIn(patch)) : null;
  if (parsed?.success !== true) return null;
  const evidence = parsed.output;
  return {
    opId,
    incidentId,
    attach: (_to, hypothesisId) => ({ kind: 'evidence.add', hypothesisId, evidence }),
  };
}

/** What an operation says of an evidence, as a command takes it. */
function evidenceIn(patch: JsonRow): object {
  const given = {
    type: patch['type'],
    description: patch['description'] ?? '',
    configId: patch['config_id'],
    configChangeId: patch['config_change_id'],
    configAnalysisId: patch['config_analysis_id'],
    componentId: patch['component_id'],
    checkId: patch['check_id'],
    payload: patch['evidence'],
    definitionOfDone: patch['definition_of_done'],
    script: patch['script'],
  };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
}

function incidentOfScreen(screen: string): string | null {
  return /^\/incidents\/([^/?#]+)/u.exec(screen)?.[1] ?? null;
}

function textIn(patch: JsonRow, column: string): string | null {
  const text = patch[column];
  return typeof text === 'string' && text !== '' ? text : null;
}

/** A tree in reading order with how deep each node lies. */
export function nodesOf(
  tree: readonly HypothesisNode[],
  depth = 0,
): readonly { readonly node: HypothesisNode; readonly depth: number }[] {
  return tree.flatMap((node) => [{ node, depth }, ...nodesOf(node.children, depth + 1)]);
}
