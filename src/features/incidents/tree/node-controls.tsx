import { ChevronsUpDown, Ellipsis, Pencil, Plus } from 'lucide-react';
import { useContext, type ReactElement } from 'react';
import type { HypothesisNode } from '#sync/read/types.ts';
import { IconButtonFace } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { CONTROL_STYLE } from '#src/ui/forms/control-style.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { HYPOTHESIS_STATUS_FALLBACK, titleOf } from '../incident-labels.ts';
import { HypothesisStatusGlyph } from '../incident-marks.tsx';
import { HypothesisStatusSelect, STATUS_SELECT_WIDTH } from './hypothesis-status.tsx';
import { EditTitleButton } from './hypothesis-title.tsx';
import { NodeActions } from './node-actions.tsx';
import { childType } from './subtree.ts';
import { TreeControlsContext } from './tree-context.ts';

interface NodeControlsProps {
  node: HypothesisNode;
  title: string;
  onStatus: (status: string) => Promise<void>;
}

/** What is changed of a node in its line: the status, and the menu. */
export function NodeControls({ node, title, onStatus }: NodeControlsProps): ReactElement {
  const areMade = useContext(TreeControlsContext);
  if (!areMade) return <ControlFaces node={node} />;
  return (
    <>
      <HypothesisStatusSelect hypothesisTitle={title} status={node.status} onSave={onStatus} />
      <NodeActions node={node} />
    </>
  );
}

export function TitleControl(props: { takesFocus: boolean; onPress: () => void }): ReactElement {
  return useContext(TreeControlsContext) ? <EditTitleButton {...props} /> : <IconButtonFace icon={Pencil} />;
}

/** The same boxes with the same words in them: nothing moves when the controls come. */
function ControlFaces({ node: { status, type } }: { node: HypothesisNode }): ReactElement {
  return (
    <>
      <span aria-hidden className={STATUS_SELECT_WIDTH}>
        <span className={cx(CONTROL_STYLE, 'flex h-control-small items-center gap-2 text-table')}>
          <span className={cx('flex min-w-0 flex-1 items-center gap-2', status === null && 'text-muted')}>
            {status !== null && <HypothesisStatusGlyph status={status} />}
            <span className="truncate">
              {status === null ? `${titleOf(HYPOTHESIS_STATUS_FALLBACK)} (not set)` : titleOf(status)}
            </span>
          </span>
          <Icon className="text-muted" icon={ChevronsUpDown} size={14} />
        </span>
      </span>
      {childType(type) === null ? (
        <span aria-hidden className="w-control-small shrink-0 @max-[700px]:hidden" />
      ) : (
        <IconButtonFace className="@max-[700px]:hidden" icon={Plus} />
      )}
      <IconButtonFace icon={Ellipsis} />
    </>
  );
}
