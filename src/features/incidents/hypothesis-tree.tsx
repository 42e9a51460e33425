import { MessagesSquare } from 'lucide-react';
import type { ReactElement } from 'react';
import type { HypothesisNode } from '#sync/read/types.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { HypothesisItem } from './hypothesis-node.tsx';

interface HypothesisTreeProps {
  tree: readonly HypothesisNode[];
  /** `?comments=true` */
  isAllExpanded: boolean;
}

/**
 * The hypotheses as a nested list. Not `role=tree`: nodes hold editors and threads. Without `comments=true` the roots
 * are open, and whatever needs a decision.
 */
export function HypothesisTree({ tree, isAllExpanded }: HypothesisTreeProps): ReactElement {
  if (tree.length === 0) {
    return <EmptyState icon={MessagesSquare} title="There are no evidences provided for this incident" />;
  }
  const isOpenAtFirst = (node: HypothesisNode, depth: number): boolean =>
    isAllExpanded || depth === 0 || needsDecision(node);
  return (
    // The parameter sets how nodes start; changing it starts them again.
    <ul aria-label="Hypotheses" className="flex flex-col gap-1" key={String(isAllExpanded)}>
      {tree.map((node) => (
        <HypothesisItem depth={0} isOpenAtFirst={isOpenAtFirst} key={node.id} node={node} />
      ))}
    </ul>
  );
}

function needsDecision(node: HypothesisNode): boolean {
  return [node, ...node.comments].some(({ marks }) => marks.conflict || marks.failed || marks.parked);
}
