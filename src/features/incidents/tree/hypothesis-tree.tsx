import { MessagesSquare, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import type { HypothesisNode } from '#sync/read/types.ts';
import { usePainted } from '#src/ui/after-paint.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { useIncidentScreen } from '../incident-context.tsx';
import { HypothesisItem } from './hypothesis-node.tsx';
import { NewHypothesis } from './new-hypothesis.tsx';
import { TreeControlsContext, useTreeEditing } from './tree-context.ts';
import { ADD_ROOT } from './use-tree-editing.ts';

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
  const { editReason } = useIncidentScreen();
  const { adding, madeIds } = useTreeEditing();
  const areControlsMade = usePainted(true, false);
  const isAddingRoot = adding?.parentId === null;
  const isOpenAtFirst = (node: HypothesisNode, depth: number): boolean =>
    isAllExpanded || depth === 0 || madeIds.has(node.id) || needsDecision(node);
  return (
    <TreeControlsContext value={areControlsMade}>
      {tree.length === 0 && !isAddingRoot ? (
        <EmptyState
          action={editReason === undefined ? <AddRootButton /> : undefined}
          icon={MessagesSquare}
          title="There are no evidences provided for this incident"
        />
      ) : (
        <>
          {/* The parameter sets how nodes start; changing it starts them again. */}
          <ul aria-label="Hypotheses" className="flex flex-col gap-1" key={String(isAllExpanded)}>
            {tree
              .filter(({ id }) => id !== adding?.madeId)
              .map((node) => (
                <HypothesisItem depth={0} isOpenAtFirst={isOpenAtFirst} key={node.id} node={node} />
              ))}
            {isAddingRoot && <NewHypothesis node={adding} type="root" />}
          </ul>
          {editReason === undefined && !isAddingRoot && (
            <div className="pt-2">
              <AddRootButton />
            </div>
          )}
        </>
      )}
    </TreeControlsContext>
  );
}

function AddRootButton(): ReactElement {
  const { add, focusId } = useTreeEditing();
  return (
    <Button
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- what stood in its place, or the last node, had the focus
      autoFocus={focusId === ADD_ROOT}
      icon={Plus}
      // It takes the focus when it is drawn, so it is drawn anew to take it.
      key={String(focusId === ADD_ROOT)}
      size="small"
      onPress={() => add(null)}
    >
      Add hypothesis
    </Button>
  );
}

function needsDecision(node: HypothesisNode): boolean {
  return [node, ...node.comments].some(({ marks }) => marks.conflict || marks.failed || marks.parked);
}
