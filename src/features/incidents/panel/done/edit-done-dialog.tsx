import { useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { CommandOf } from '#sync/protocol/command.ts';
import type { DoneItem } from '#sync/read/incident-done.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { useWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyTextButton } from '#src/ui/text/copy-text-button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { incidentPath } from '../../commands.ts';
import { useStoredDraft } from '#src/views/form/use-draft.ts';
import { usePanel } from '../panel-context.tsx';
import { isManual, itemLine, itemTitle } from './done-labels.ts';
import { manualItem } from './manual.form.ts';
import { ScriptField } from './script-field.tsx';

type SeenFields = CommandOf<'evidence.set-fields'>['fields'];

interface EditDoneDialogProps {
  item: DoneItem;
  /** It was deleted while somebody wrote here; `item` is how it was. */
  isGone: boolean;
  onClose: () => void;
}

/** The text of a manual item, or the script of an automatic one. */
export function EditDoneDialog({ item, isGone, onClose }: EditDoneDialogProps): ReactElement {
  const { commands, incident, evidenceReason } = usePanel();
  const isText = isManual(item);
  /** As it was when it was opened: what came meanwhile is not what the person has changed. */
  const [opened] = useState(item);
  const before = isText ? itemTitle(opened) : (opened.script ?? '');
  const [value, setValue] = useState(before);
  const [isPending, setPending] = useState(false);
  const next = value.trim();
  useWorkInProgress('form', next !== before);
  const save = (): void => {
    if (next === before) {
      onClose();
      return;
    }
    setPending(true);
    const fields = isText
      ? { description: next, payload: { ...opened.payload, comment: next } }
      : { script: next };
    // A failure has been said, and the dialog keeps what was typed.
    commands.editItem(item.id, fields, seenOf(opened, isText)).then(onClose, () => setPending(false));
  };
  const addAgain = (): void => {
    const [hypothesis] = incident.tree;
    if (hypothesis === undefined) return;
    setPending(true);
    commands.addItem(manualItem(hypothesis.id, next)).then(onClose, () => setPending(false));
  };
  return (
    <Dialog
      isOpen
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          {isGone && isText ? (
            <Button
              disabledReason={evidenceReason ?? blockedBy(next, isText, incident.tree[0] === undefined)}
              isPending={isPending}
              variant="primary"
              onPress={addAgain}
            >
              Add as a new one
            </Button>
          ) : (
            <Button
              disabledReason={evidenceReason ?? (isGone ? GONE : blockedBy(next, isText, false))}
              isPending={isPending}
              variant="primary"
              onPress={save}
            >
              Save
            </Button>
          )}
        </>
      }
      title="Edit definition of done"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      {isGone && (
        <InlineBar action={<CopyTextButton label="Copy" text={value} />} tone="warning">
          {GONE}. What you wrote is still here.
        </InlineBar>
      )}
      <ReturnedChange evidenceId={item.id} onTake={setValue} />
      {isText ? (
        <TextArea label="What must be true before this is done?" value={value} onChange={setValue} />
      ) : (
        <ScriptField
          label={`Script for ${itemLine(item)}`}
          type={item.type}
          value={value}
          onChange={setValue}
        />
      )}
    </Dialog>
  );
}

/** What stood in the form; what was empty may have been no value at all, and is left out. */
function seenOf({ description, payload, script }: DoneItem, isText: boolean): SeenFields {
  if (!isText) return script === null ? {} : { script };
  return {
    ...(description === '' ? {} : { description }),
    ...(Object.keys(payload).length === 0 ? {} : { payload }),
  };
}

const GONE = 'It was deleted meanwhile';

function blockedBy(text: string, isText: boolean, isWithoutTree: boolean): string | undefined {
  if (isWithoutTree) return 'Add a hypothesis to this incident first';
  return isText && text === '' ? 'Write something first' : undefined;
}

/** A text of this item that the server has refused; nothing when there is none. */
function ReturnedChange({
  evidenceId,
  onTake,
}: {
  evidenceId: string;
  onTake: (text: string) => void;
}): ReactElement | null {
  const { incident } = usePanel();
  const sync = useSync();
  const key = `${incidentPath(incident.id)}#description:${evidenceId}`;
  const draft = useStoredDraft(key).value ?? null;
  if (draft === null || draft.text === '') return null;
  const drop = (): void => {
    sync.deleteDraft(key).catch((thrown: unknown) => reportError(toSyncError(thrown)));
  };
  return (
    <InlineBar
      action={
        <>
          <Button
            size="small"
            onPress={() => {
              onTake(draft.text);
              drop();
            }}
          >
            Put it back
          </Button>
          <Button size="small" variant="ghost" onPress={drop}>
            Discard
          </Button>
        </>
      }
      tone="warning"
    >
      An earlier change was not saved on the server: “{draft.text}”
    </InlineBar>
  );
}
