import { useMemo, useState, type ReactElement } from 'react';
import type { DoneItem } from '#sync/read/incident-done.ts';
import { CopyTextButton } from '#src/ui/text/copy-text-button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { OpenFormDialog } from '#src/views/form/form-dialog.tsx';
import type { FormSlots } from '#src/views/form/form-fields.tsx';
import { textAt } from '#src/views/form/form-values.ts';
import { useFormKeep } from '#src/views/form/use-form-keep.ts';
import { ALREADY_SAID, useKitForm, type KitForm } from '#src/views/form/use-kit-form.ts';
import { incidentPath } from '../../commands.ts';
import { usePanel } from '../panel-context.tsx';
import { isManual, itemLine } from './done-labels.ts';
import { editScriptForm, editTextForm } from './edit-item.form.ts';
import { ScriptField } from './script-field.tsx';

interface EditDoneDialogProps {
  item: DoneItem;
  /** It was deleted while somebody wrote here; `item` is how it was. */
  isGone: boolean;
  onClose: () => void;
}

/** The text of a manual item, or the script of an automatic one. */
export function EditDoneDialog({ item, isGone, onClose }: EditDoneDialogProps): ReactElement {
  const { commands, incident, evidenceReason } = usePanel();
  /** As it was when it was opened: what came meanwhile is not what the person has changed. */
  const [opened] = useState(item);
  const isText = isManual(opened);
  const isAgain = isGone && isText;
  const top = incident.tree[0]?.id;
  const spec = useMemo(
    () => (isText ? editTextForm(opened, isAgain ? (top ?? '') : null) : editScriptForm(opened)),
    [opened, isText, isAgain, top],
  );
  const place = `${incidentPath(incident.id)}#${isText ? 'description' : 'script'}:${opened.id}`;
  const form = useKitForm({
    spec,
    keep: useFormKeep(spec, isText ? { lines: null, words: place } : { lines: place }),
    blocker: evidenceReason ?? (isGone ? goneReason(isText, top) : undefined),
    onSubmit: async (submission) => {
      if (submission.kind !== 'command') return undefined;
      return commands.writeItem(submission.command).catch(() => ALREADY_SAID);
    },
    onDone: onClose,
  });
  return (
    <OpenFormDialog
      description={
        isGone && (
          <InlineBar
            action={<CopyTextButton label="Copy" text={textAt(form.values, 'text')} />}
            tone="warning"
          >
            {GONE}. What you wrote is still here.
          </InlineBar>
        )
      }
      form={form}
      slots={scriptSlots(opened)}
      title="Edit definition of done"
      verb={isAgain ? 'Add as a new one' : 'Save'}
      onClose={onClose}
    />
  );
}

function scriptSlots(item: DoneItem): FormSlots {
  const text = (form: KitForm): ReactElement => (
    <ScriptField
      label={`Script for ${itemLine(item)}`}
      type={item.type}
      value={textAt(form.values, 'text')}
      onChange={(script) => form.set({ text: script })}
    />
  );
  return { fields: { text } };
}

const GONE = 'It was deleted meanwhile';

/** A text can be written again as a new item; a script belongs to the evidence that is gone. */
function goneReason(isText: boolean, top: string | undefined): string | undefined {
  if (!isText) return GONE;
  return top === undefined ? 'Add a hypothesis to this incident first' : undefined;
}
