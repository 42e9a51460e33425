import type { HypothesisNode } from '#sync/read/types.ts';
import { shownTitle } from '#src/lib/shown-name.ts';
import { counted } from '../incident-labels.ts';
import { neighbourOf } from '../use-next-focus.ts';

/** What stands in a node and under it. */
export interface SubtreeCount {
  readonly hypotheses: number;
  readonly comments: number;
  readonly evidences: number;
}

export function countSubtree(node: HypothesisNode): SubtreeCount {
  return node.children.map(countSubtree).reduce(
    (sum, one) => ({
      hypotheses: sum.hypotheses + one.hypotheses,
      comments: sum.comments + one.comments,
      evidences: sum.evidences + one.evidences,
    }),
    { hypotheses: 1, comments: node.comments.length, evidences: node.evidences.length },
  );
}

/** "Deletes 1 hypothesis, 4 comments, 2 evidences" (ux 4.7). */
export function deletionWords({ hypotheses, comments, evidences }: SubtreeCount): string {
  return `Deletes ${counted(hypotheses, 'hypothesis', 'hypotheses')}, ${counted(comments, 'comment')}, ${counted(evidences, 'evidence')}`;
}

/** Every node of a tree with its depth, as it is read from top to bottom. */
export function flatTree(
  tree: readonly HypothesisNode[],
  depth = 0,
): readonly { readonly node: HypothesisNode; readonly depth: number }[] {
  return tree.flatMap((node) => [{ node, depth }, ...flatTree(node.children, depth + 1)]);
}

/** Spec 4: root, then factor, then solution, which has no children. */
export function childType(type: HypothesisNode['type']): 'factor' | 'solution' | null {
  if (type === 'solution') return null;
  return type === 'root' ? 'factor' : 'solution';
}

/** What stands where a title would. */
export function titleText(title: string): string {
  return shownTitle(title);
}

/** Id of the button that opens a node: where a jump goes. */
export function nodeDomId(hypothesisId: string): string {
  return `hypothesis-${hypothesisId}`;
}

/** Where the focus goes when a node is gone: a sibling, else its parent; null when the tree is empty then. */
export function heirOf(
  tree: readonly HypothesisNode[],
  id: string,
  parentId: string | null = null,
): string | null {
  const ids = tree.map((node) => node.id);
  if (ids.includes(id)) return neighbourOf(ids, id) ?? parentId;
  const branch = tree.find((node) => flatTree(node.children).some(({ node: { id: inner } }) => inner === id));
  return branch === undefined ? null : heirOf(branch.children, id, branch.id);
}
