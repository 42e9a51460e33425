import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { useShortcut } from '#src/platform/shortcuts.ts';
import { usePainted } from '#src/ui/after-paint.ts';
import { Button } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { useIncidentScreen } from './incident-context.tsx';
import { ActionPlan } from './plan/action-plan.tsx';
import { HypothesisTree } from './tree/hypothesis-tree.tsx';
import { IncidentComposer } from './tree/incident-composer.tsx';
import { flatTree, nodeDomId } from './tree/subtree.ts';
import { TreeEditingProvider } from './tree/tree-context.ts';
import { TreeOutline } from './tree/tree-outline.tsx';
import { useTreeEditingState } from './tree/use-tree-editing.ts';

interface IncidentTabsProps {
  incident: IncidentDetail;
  isAllExpanded: boolean;
  onExpandedChange: (isAllExpanded: boolean) => void;
}

/** Fetched when somebody looks: most incidents are worked without it. */
const IncidentTimeline = lazy(async () => {
  const { IncidentTimeline: Loaded } = await import('./review/incident-timeline.tsx');
  return { default: Loaded };
});

const TABS = ['comments', 'plan', 'timeline'] as const;
type TabId = (typeof TABS)[number];

/** Spec 2.7: tabs 'Comments' and 'Action Plan'; the timeline is ours (ux need 7). */
export function IncidentTabs(props: IncidentTabsProps): ReactElement {
  const { incident } = props;
  const [tab, setTab] = useState<TabId>('comments');
  const { commentReason } = useIncidentScreen();
  const editing = useTreeEditingState(incident.tree);
  const treeRef = useRef<HTMLDivElement>(null);
  const focusIn = useFocusIn(treeRef);
  const jump = (hypothesisId: string): void => {
    setTab('comments');
    focusIn(`#${CSS.escape(nodeDomId(hypothesisId))}`);
  };
  useShortcut(
    {
      id: 'incident-comment',
      keys: ['c'],
      shown: ['c'],
      label: 'Write a comment',
      group: 'This page',
      run: () => {
        setTab('comments');
        focusIn('textarea');
      },
    },
    commentReason === undefined,
  );
  return (
    <TreeEditingProvider value={editing}>
      <Tabs
        className="max-w-[60rem]"
        items={[
          {
            id: 'comments',
            label: 'Comments',
            content: <Discussion {...props} treeRef={treeRef} onJump={jump} />,
          },
          {
            id: 'plan',
            label: 'Action Plan',
            content: (
              <ActionPlan
                incident={incident}
                onAddSolution={(factorId) => {
                  setTab('comments');
                  editing.add(factorId);
                }}
                onJump={jump}
              />
            ),
          },
          {
            id: 'timeline',
            label: 'Timeline',
            content: (
              <Suspense fallback={<SkeletonRows count={8} />}>
                <IncidentTimeline incident={incident} />
              </Suspense>
            ),
          },
        ]}
        label="Incident"
        value={tab}
        onChange={(id) => setTab(TABS.find((known) => known === id) ?? 'comments')}
      />
    </TreeEditingProvider>
  );
}

/** Below that a tree is seen at once. */
const OUTLINE_FROM = 4;

interface DiscussionProps extends IncidentTabsProps {
  treeRef: RefObject<HTMLDivElement | null>;
  onJump: (hypothesisId: string) => void;
}

function Discussion(props: DiscussionProps): ReactElement {
  const { incident, isAllExpanded, onExpandedChange, treeRef, onJump } = props;
  const { commentReason, editReason } = useIncidentScreen();
  const { tree } = incident;
  // Below the tree, so it moves nothing when it comes after it.
  const isComposerDrawn = usePainted(true, false);
  return (
    <div ref={treeRef}>
      <div className="flex items-center justify-end gap-1 pb-1">
        <h2 className="sr-only">Hypotheses and comments</h2>
        {flatTree(tree).length >= OUTLINE_FROM && <TreeOutline tree={tree} onJump={onJump} />}
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

/** Moves the focus to something in the frame, after it has been drawn. */
function useFocusIn(frame: RefObject<HTMLElement | null>): (selector: string) => void {
  const [wanted, setWanted] = useState<{ readonly selector: string } | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    frame.current?.querySelector<HTMLElement>(wanted.selector)?.focus();
  }, [frame, wanted]);
  return (selector) => setWanted({ selector });
}
