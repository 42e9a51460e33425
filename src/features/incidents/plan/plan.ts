import type { HypothesisNode } from '#sync/read/types.ts';

/** A factor, or whatever else has solutions under it, with what is done about it. */
export interface PlanGroup {
  readonly factor: HypothesisNode;
  readonly solutions: readonly HypothesisNode[];
}

/** What the tree asks people to do. */
export interface Plan {
  /** In the order of the tree, those that still stand first. */
  readonly groups: readonly PlanGroup[];
  /** Factors nobody has to work on any more: disproven, and without a solution that stands. */
  readonly ruledOut: readonly HypothesisNode[];
}

const DISPROVEN = 'disproven';

/** The work list of a tree: factors with their solutions, what was ruled out aside. */
export function planOf(tree: readonly HypothesisNode[]): Plan {
  const all = groupsOf(tree);
  const isOut = ({ factor, solutions }: PlanGroup): boolean =>
    factor.status === DISPROVEN && solutions.every(({ status }) => status === DISPROVEN);
  return {
    groups: all.filter((group) => !isOut(group)),
    ruledOut: all.filter(isOut).map(({ factor }) => factor),
  };
}

function groupsOf(tree: readonly HypothesisNode[]): readonly PlanGroup[] {
  return tree.flatMap((node) => {
    const solutions = node.children.filter(({ type }) => type === 'solution');
    const own = node.type === 'factor' || solutions.length > 0 ? [{ factor: node, solutions }] : [];
    return [...own, ...groupsOf(node.children)];
  });
}

/** "1 of 3 solutions proven"; null while there is none. */
export function planCount({ groups }: Plan): string | null {
  const solutions = groups.flatMap((group) => group.solutions);
  if (solutions.length === 0) return null;
  const proven = solutions.filter(({ status }) => status === 'proven').length;
  return `${proven} of ${solutions.length} ${solutions.length === 1 ? 'solution' : 'solutions'} proven`;
}
