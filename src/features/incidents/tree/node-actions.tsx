import { Ellipsis, Plus, Trash2, XCircle } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { HypothesisNode } from '#sync/read/types.ts';
import { IconButton } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { useIncidentScreen } from '../incident-context.tsx';
import { childType, countSubtree, deletionWords, titleText } from './subtree.ts';
import { useTreeEditing } from './tree-context.ts';

const DISPROVEN = 'disproven';

/** What can be done with a node besides reading and editing it. */
export function NodeActions({ node }: { node: HypothesisNode }): ReactElement {
  const { add } = useTreeEditing();
  const [isDeleting, setDeleting] = useState(false);
  const disprove = useDisprove(node);
  const child = childType(node.type);
  const title = titleText(node.title);
  const adding =
    child === null ? [] : [{ id: 'add', label: `Add ${child}`, icon: Plus, onAction: () => add(node.id) }];
  return (
    <>
      {child === null ? (
        // The statuses of all nodes stand in one column.
        <span aria-hidden className="w-control-small shrink-0 @max-[700px]:hidden" />
      ) : (
        <IconButton
          className="@max-[700px]:hidden"
          icon={Plus}
          label={`Add ${child} to ${title}`}
          size="small"
          onPress={() => add(node.id)}
        />
      )}
      <Menu
        groups={[
          {
            id: 'change',
            items: [
              ...adding,
              {
                id: 'disprove',
                label: 'Disprove',
                icon: XCircle,
                disabledReason: node.status === DISPROVEN ? 'It is disproven already' : undefined,
                onAction: disprove,
              },
            ],
          },
          {
            id: 'delete',
            items: [
              {
                id: 'delete',
                label: 'Delete…',
                icon: Trash2,
                tone: 'danger',
                onAction: () => setDeleting(true),
              },
            ],
          },
        ]}
        label={`Actions for ${title}`}
        placement="bottom end"
        trigger={<IconButton icon={Ellipsis} label={`Actions for ${title}`} size="small" />}
      />
      <DeleteDialog disprove={disprove} isOpen={isDeleting} node={node} onOpenChange={setDeleting} />
    </>
  );
}

interface DeleteDialogProps {
  node: HypothesisNode;
  disprove: () => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Names what goes with it, and offers the way that keeps it (spec 4). */
function DeleteDialog({ node, disprove, isOpen, onOpenChange }: DeleteDialogProps): ReactElement {
  const { commands } = useIncidentScreen();
  const { leave } = useTreeEditing();
  const remove = (): void => {
    onOpenChange(false);
    leave(node.id);
    commands.deleteHypothesis(node.id).catch((thrown: unknown) => {
      toast({ kind: 'error', text: 'Hypothesis not deleted', detail: toSyncError(thrown).message });
    });
  };
  return (
    <ConfirmDialog
      alternative={{
        label: 'Disprove Hypothesis',
        disabledReason: node.status === DISPROVEN ? 'It is disproven already' : undefined,
        onPress: () => {
          onOpenChange(false);
          disprove();
        },
      }}
      confirmLabel="Delete Hypothesis"
      isOpen={isOpen}
      title={`Delete “${titleText(node.title)}”?`}
      onConfirm={remove}
      onOpenChange={onOpenChange}
    >
      {deletionWords(countSubtree(node))}. This cannot be undone once it is sent. Disprove it instead to keep
      everything.
    </ConfirmDialog>
  );
}

function useDisprove(node: HypothesisNode): () => void {
  const { commands } = useIncidentScreen();
  return () => {
    commands.setStatus(node.id, DISPROVEN).catch((thrown: unknown) => {
      toast({ kind: 'error', text: 'Status not saved on this device', detail: toSyncError(thrown).message });
    });
  };
}
