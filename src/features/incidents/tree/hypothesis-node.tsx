import { ChevronRight } from 'lucide-react';
import { useContext, useCallback, useId, useState, type ReactElement } from 'react';
import type { HypothesisNode, OpView } from '#sync/read/types.ts';
import { cx } from '#src/ui/class-names.ts';
import { ConflictReview } from '#src/ui/overlays/conflict-review.tsx';
import { RecordBoundary } from '#src/ui/layout/error-boundary.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { CommentComposer } from './comment-composer.tsx';
import { CommentThread } from './comment-thread.tsx';
import { conflictTitle } from '#src/views/conflict-fields.ts';
import { hypothesisConflictFields } from './conflict-fields.tsx';
import { EvidenceList } from '../evidence/evidence-list.tsx';
import { TitleEditor, type ClosedBy } from './hypothesis-title.tsx';
import { NewHypothesis } from './new-hypothesis.tsx';
import { NodeControls, TitleControl } from './node-controls.tsx';
import { childType, nodeDomId, titleText } from './subtree.ts';
import { TreeControlsContext, useTreeEditing } from './tree-context.ts';
import { fieldMarkText } from '../field-labels.ts';
import { useIncidentScreen } from '../incident-context.tsx';
import { HypothesisStatus } from '../incident-marks.tsx';
import { counted, titleOf } from '../incident-labels.ts';
import { changesOf, changeState, changeWords, fieldSyncState } from '../marks.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';
import { useDecision } from '../use-decision.ts';

interface HypothesisItemProps {
  node: HypothesisNode;
  depth: number;
  isOpenAtFirst: (node: HypothesisNode, depth: number) => boolean;
}

/** One hypothesis with its evidence and comments, and its children below it. */
export function HypothesisItem({ node, depth, isOpenAtFirst }: HypothesisItemProps): ReactElement {
  const [isOpen, setOpen] = useState(() => isOpenAtFirst(node, depth));
  const { adding } = useTreeEditing();
  const panelId = useId();
  const headingId = useId();
  const addedType = adding?.parentId === node.id ? childType(node.type) : null;
  // The one being written stands below as its editor.
  const children = node.children.filter(({ id }) => id !== adding?.madeId);
  return (
    <li className="min-w-0">
      <RecordBoundary id={node.id} name={() => titleText(node.title)} record={node}>
        <section aria-labelledby={headingId} className="min-w-0">
          <NodeHeader {...{ node, depth, isOpen, panelId, headingId }} onToggle={() => setOpen(!isOpen)} />
          <NodeConflicts node={node} />
          {isOpen && <NodeBody id={panelId} node={node} />}
        </section>
      </RecordBoundary>
      {(children.length > 0 || addedType !== null) && (
        <ul
          aria-label={`Below ${titleText(node.title)}`}
          className="ms-3 flex flex-col border-s border-line ps-4 max-[700px]:ms-2 max-[700px]:ps-2.5"
        >
          {children.map((child) => (
            <HypothesisItem depth={depth + 1} isOpenAtFirst={isOpenAtFirst} key={child.id} node={child} />
          ))}
          {adding !== null && addedType !== null && <NewHypothesis node={adding} type={addedType} />}
        </ul>
      )}
    </li>
  );
}

interface NodeHeaderProps {
  node: HypothesisNode;
  depth: number;
  isOpen: boolean;
  panelId: string;
  headingId: string;
  onToggle: () => void;
}

function NodeHeader({ node, depth, isOpen, panelId, headingId, onToggle }: NodeHeaderProps): ReactElement {
  const { commands, editReason } = useIncidentScreen();
  const [editing, setEditing] = useState<'no' | 'yes' | ClosedBy>('no');
  const isEditing = editing === 'yes';
  const { focusId } = useTreeEditing();
  const isFocused = focusId === node.id;
  // Made anew when it is its turn, and then called with the button that is there.
  const openerRef = useCallback(
    (opener: HTMLButtonElement | null) => {
      if (isFocused) opener?.focus();
    },
    [isFocused],
  );
  const title = titleText(node.title);
  const titleState = fieldSyncState(node.ops, 'title');
  const statusState = fieldSyncState(node.ops, 'status');
  const newState = node.ops.some(({ kind }) => kind === 'insert')
    ? syncStateOf(node.marks, node.ops)
    : undefined;
  const canEdit = editReason === undefined;
  const Heading = HEADINGS[Math.min(depth, HEADINGS.length - 1)] ?? 'h6';
  return (
    <div className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 py-1.5 @min-[900px]:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="flex min-h-control-small min-w-0 items-start gap-1 @max-[700px]:col-span-2">
        {isEditing ? (
          <>
            <h3 className="sr-only" id={headingId}>
              {title}
            </h3>
            <TitleEditor
              title={node.title}
              onClose={setEditing}
              onSave={(next, before) => commands.setTitle(node.id, next, before)}
            />
          </>
        ) : (
          <>
            <Heading className="min-w-0 [text-wrap:wrap]" id={headingId}>
              <button
                aria-controls={isOpen ? panelId : undefined}
                aria-expanded={isOpen}
                id={nodeDomId(node.id)}
                ref={openerRef}
                // The first line of a long title has one middle with the controls beside it.
                className="-ms-1.5 flex min-w-0 items-start gap-1.5 rounded-control py-[calc((var(--control-height-small)-1.375rem)/2)] ps-1 pe-2 text-start hover:bg-hover"
                type="button"
                onClick={onToggle}
              >
                <Icon
                  className={cx(
                    'mt-[3px] text-muted transition-transform duration-(--motion-slow)',
                    isOpen && 'rotate-90',
                  )}
                  icon={ChevronRight}
                />
                <span className={cx('font-semibold wrap-any', node.title === '' && 'text-muted')}>
                  {title}
                </span>
              </button>
            </Heading>
            <span className="flex h-control-small shrink-0 items-center gap-1">
              {newState !== undefined && <SyncMark isCompact state={newState} />}
              {titleState !== undefined && (
                <SyncMark isCompact state={titleState} text={fieldMarkText('Title', titleState)} />
              )}
              {canEdit && <TitleControl takesFocus={editing === 'keys'} onPress={() => setEditing('yes')} />}
            </span>
          </>
        )}
      </div>
      <NodeCounts isEditing={isEditing} isOpen={isOpen} node={node} />
      <div className="col-start-2 row-start-1 flex min-h-control-small items-center gap-2 @max-[700px]:row-start-2 @min-[900px]:col-start-3">
        {statusState !== undefined && (
          <SyncMark isCompact state={statusState} text={fieldMarkText('Status', statusState)} />
        )}
        {canEdit ? (
          <NodeControls
            node={node}
            title={title}
            onStatus={(status) => commands.setStatus(node.id, status)}
          />
        ) : (
          <HypothesisStatus status={node.status} />
        )}
      </div>
    </div>
  );
}

/** The page's title is h1, "Comments" h2. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const;

/** What stands inside while it is closed, and what of it is not on the server. Open, everything says it for itself. */
function NodeCounts({
  node,
  isOpen,
  isEditing,
}: {
  node: HypothesisNode;
  isOpen: boolean;
  isEditing: boolean;
}): ReactElement {
  const { evidences, comments } = node;
  const counts = [
    evidences.length === 0 ? null : counted(evidences.length, 'evidence'),
    comments.length === 0 ? null : counted(comments.length, 'comment'),
  ].filter((part) => part !== null);
  const changes = changesOf({ ...node, children: [] });
  const state = changeState(changes);
  const words = changeWords(changes);
  return (
    <div
      className={cx(
        'flex min-h-control-small flex-wrap items-center gap-x-3 text-table text-muted @max-[900px]:ps-5 @min-[700px]:@max-[900px]:min-h-0 @min-[700px]:@max-[900px]:col-span-2',
        // Close to the words of the title, but not under the field in which it is edited.
        !isEditing && '@min-[700px]:@max-[900px]:-mt-2',
      )}
    >
      {!isOpen && state !== undefined && words !== null && <SyncMark state={state} text={words} />}
      {!isOpen && counts.length > 0 && <span className="tabular">{counts.join(' · ')}</span>}
      <span className="@min-[900px]:min-w-13 @min-[900px]:text-end">{titleOf(node.type)}</span>
    </div>
  );
}

function NodeBody({ node, id }: { node: HypothesisNode; id: string }): ReactElement {
  const { commentReason } = useIncidentScreen();
  const areControlsMade = useContext(TreeControlsContext);
  const title = titleText(node.title);
  return (
    <div className="ms-5 flex flex-col gap-4 pt-1 pb-5 max-[700px]:ms-0" id={id}>
      <EvidenceList evidences={node.evidences} hypothesisId={node.id} hypothesisTitle={title} />
      <CommentThread comments={node.comments} />
      {commentReason !== undefined ? (
        <p className="text-table text-muted">{commentReason}</p>
      ) : areControlsMade ? (
        <CommentComposer hypothesisId={node.id} hypothesisTitle={title} />
      ) : (
        // As high as the composer, so that the nodes below it stay where they are.
        <div aria-hidden className="h-control" />
      )}
    </div>
  );
}

/** Clashing changes of this node, each with its own decision. */
function NodeConflicts({ node }: { node: HypothesisNode }): ReactElement | null {
  const clashing = node.ops.filter((op) => op.state === 'conflict');
  if (clashing.length === 0) return null;
  return (
    <div className="ms-5 flex flex-col gap-2 pb-3 max-[700px]:ms-0">
      {clashing.map((op) => (
        <NodeConflict key={op.id} op={op} />
      ))}
    </div>
  );
}

function NodeConflict({ op }: { op: OpView }): ReactElement {
  const { isPending, decide } = useDecision(op);
  const fields = hypothesisConflictFields(op);
  return (
    <ConflictReview fields={fields} isPending={isPending} title={conflictTitle(fields)} onDecide={decide} />
  );
}
