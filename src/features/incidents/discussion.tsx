import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { usePainted } from '#src/ui/after-paint.ts';
import { Button } from '#src/ui/button.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { useIncidentScreen } from './incident-context.tsx';
import { useExpansion } from './incident-frame.tsx';
import { HypothesisTree } from './tree/hypothesis-tree.tsx';
import { IncidentComposer } from './tree/incident-composer.tsx';
import { flatTree } from './tree/subtree.ts';
import { TreeOutline } from './tree/tree-outline.tsx';
import { useJump } from './use-jump.ts';

/** Below that a tree is seen at once. */
const OUTLINE_FROM = 4;

/** The hypotheses with their evidence and threads, and a field for the next comment. */
export function Discussion({ value: { tree } }: DetailPartProps<IncidentDetail>): ReactElement {
  const { commentReason, editReason } = useIncidentScreen();
  const { isAllExpanded, onExpandedChange } = useExpansion();
  const jump = useJump();
  // Below the tree, so it moves nothing when it comes after it.
  const isComposerDrawn = usePainted(true, false);
  return (
    <div className="max-w-[60rem]">
      <div className="flex items-center justify-end gap-1 pb-1">
        <h2 className="sr-only">Hypotheses and comments</h2>
        {flatTree(tree).length >= OUTLINE_FROM && <TreeOutline tree={tree} onJump={jump} />}
        {tree.length > 0 && (
          <Button
            className="text-muted"
            icon={isAllExpanded ? ChevronsDownUp : ChevronsUpDown}
            size="small"
            variant="ghost"
            onPress={() => onExpandedChange(!isAllExpanded)}
          >
            {isAllExpanded ? 'Collapse' : 'Expand all'}
          </Button>
        )}
      </div>
      {commentReason !== undefined && editReason !== undefined && (
        <p className="pb-2 text-table text-muted">{editReason}</p>
      )}
      <HypothesisTree isAllExpanded={isAllExpanded} tree={tree} />
      {isComposerDrawn && commentReason === undefined && <IncidentComposer tree={tree} />}
    </div>
  );
}
