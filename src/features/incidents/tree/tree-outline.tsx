import { ListTree } from 'lucide-react';
import type { ReactElement } from 'react';
import type { HypothesisNode } from '#sync/read/types.ts';
import { Button } from '#src/ui/button.tsx';
import { Popover } from '#src/ui/overlays/popover.tsx';
import { HypothesisStatusGlyph } from '../incident-marks.tsx';
import { HYPOTHESIS_STATUS_FALLBACK, titleOf } from '../incident-labels.ts';
import { flatTree, titleText } from './subtree.ts';

interface TreeOutlineProps {
  tree: readonly HypothesisNode[];
  onJump: (hypothesisId: string) => void;
}

/** Titles and statuses alone, for finding a node in a long tree. */
export function TreeOutline({ tree, onJump }: TreeOutlineProps): ReactElement {
  return (
    <Popover
      className="max-h-96 w-80 overflow-y-auto"
      label="Outline of the hypotheses"
      placement="bottom end"
      trigger={
        <Button className="text-muted" icon={ListTree} size="small" variant="ghost">
          Outline
        </Button>
      }
    >
      {(close) => (
        <ul aria-label="Outline" className="flex flex-col">
          {flatTree(tree).map(({ node, depth }) => {
            const status = node.status ?? HYPOTHESIS_STATUS_FALLBACK;
            return (
              <li key={node.id} style={{ paddingInlineStart: `${depth * 0.75}rem` }}>
                <button
                  className="flex min-h-target w-full items-center gap-2 rounded-control px-1.5 py-1 text-start text-table hover:bg-hover"
                  type="button"
                  onClick={() => {
                    close();
                    onJump(node.id);
                  }}
                >
                  <HypothesisStatusGlyph status={status} />
                  <span className="min-w-0 flex-1 truncate">{titleText(node.title)}</span>
                  <span className="text-muted">{titleOf(status)}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Popover>
  );
}
