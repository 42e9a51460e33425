import { useId, useMemo, useState, type ReactElement } from 'react';
import { own } from '#sync/protocol/own.ts';
import type { DoneItem } from '#sync/read/incident-done.ts';
import { shortened } from '#src/lib/shortened.ts';
import { useWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { DialogActions } from '#src/ui/overlays/dialog-actions.tsx';
import { Tabs } from '#src/ui/layout/tabs.tsx';
import { evidenceTypeWords } from '../../evidence/wizard-types.ts';
import { incidentPath } from '../../commands.ts';
import { FormBody } from '#src/views/form/form-body.tsx';
import { useFormKeep } from '#src/views/form/use-form-keep.ts';
import { ALREADY_SAID, useKitForm } from '#src/views/form/use-kit-form.ts';
import { manualForm } from './manual.form.ts';
import { usePanel } from '../panel-context.tsx';
import type { MarkedItem } from '../panel-commands.ts';
import { firstScript, itemLine } from './done-labels.ts';
import { EvidenceChoice } from './evidence-choice.tsx';
import { ScriptField } from './script-field.tsx';

/** Adds to the definition of done: evidences the server watches, or a comment people tick. */
export function AddDoneDialog({ onClose }: { onClose: () => void }): ReactElement {
  const [tab, setTab] = useState('automatic');
  // Here and not in the tab: a look at the other one, or at the choice again, takes nothing away.
  const automatic = useAutomatic();
  return (
    <Dialog
      isOpen
      title="Add definition of done"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Tabs
        items={[
          {
            id: 'automatic',
            label: 'Automatic',
            content: <AutomaticForm form={automatic} onClose={onClose} />,
          },
          { id: 'manual', label: 'Manual', content: <ManualForm onClose={onClose} /> },
        ]}
        label="Kind of definition of done"
        value={tab}
        onChange={setTab}
      />
    </Dialog>
  );
}

interface Automatic {
  readonly chosen: readonly string[];
  readonly setChosen: (ids: readonly string[]) => void;
  /** What was typed, by evidence; one nobody touched is missing. */
  readonly scripts: Readonly<Record<string, string>>;
  readonly setScript: (id: string, script: string) => void;
  readonly isScripting: boolean;
  readonly setScripting: (isScripting: boolean) => void;
}

function useAutomatic(): Automatic {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [scripts, setScripts] = useState<Automatic['scripts']>({});
  const [isScripting, setScripting] = useState(false);
  useWorkInProgress('form', Object.keys(scripts).length > 0);
  return {
    chosen,
    setChosen,
    scripts,
    setScript: (id, script) => setScripts((before) => ({ ...before, [id]: script })),
    isScripting,
    setScripting,
  };
}

interface AutomaticFormProps {
  form: Automatic;
  onClose: () => void;
}

/** Two steps: which evidences, then what the server shall evaluate for them. */
function AutomaticForm({ form, onClose }: AutomaticFormProps): ReactElement {
  const { evidences: live } = usePanel();
  const { chosen, setChosen, isScripting, setScripting } = form;
  const items = (live.value?.data ?? []).filter(({ id }) => chosen.includes(id));
  if (isScripting) return <ScriptStep form={form} items={items} onClose={onClose} />;
  return (
    <div className="flex flex-col gap-4">
      <EvidenceChoice chosen={chosen} live={live} onChange={setChosen} />
      <DialogActions>
        <Button variant="ghost" onPress={onClose}>
          Cancel
        </Button>
        <Button
          disabledReason={items.length === 0 ? 'Choose at least one evidence' : undefined}
          variant="primary"
          onPress={() => setScripting(true)}
        >
          Next
        </Button>
      </DialogActions>
    </div>
  );
}

interface ScriptStepProps extends AutomaticFormProps {
  items: readonly DoneItem[];
}

function ScriptStep({ form, items, onClose }: ScriptStepProps): ReactElement {
  const { commands, evidenceReason } = usePanel();
  const scriptOf = (item: DoneItem): string => own(form.scripts, item.id) ?? firstScript(item);
  const [isPending, setPending] = useState(false);
  const add = (): void => {
    setPending(true);
    // A failure has been said, and the dialog keeps what was typed.
    commands.mark(items.map((item) => marked(item, scriptOf(item)))).then(onClose, () => setPending(false));
  };
  return (
    <div className="flex flex-col gap-4">
      {items.map((item) => (
        <ScriptField
          key={item.id}
          label={`Script for ${evidenceTypeWords(item.type)}: ${shortened(itemLine(item), LABEL_LENGTH)}`}
          type={item.type}
          value={scriptOf(item)}
          onChange={(script) => form.setScript(item.id, script)}
        />
      ))}
      <DialogActions>
        <Button className="-ms-3 me-auto" variant="ghost" onPress={() => form.setScripting(false)}>
          Back
        </Button>
        <Button disabledReason={evidenceReason} isPending={isPending} variant="primary" onPress={add}>
          Add
        </Button>
      </DialogActions>
    </div>
  );
}

/** The script is sent where it is another one than the evidence has. */
function marked(item: DoneItem, typed: string): MarkedItem {
  const script = typed.trim();
  return script === (item.script ?? '') ? { id: item.id } : { id: item.id, script };
}

const LABEL_LENGTH = 60;

function ManualForm({ onClose }: { onClose: () => void }): ReactElement {
  const { incident, commands, evidenceReason } = usePanel();
  const hypothesisId = incident.tree[0]?.id;
  const id = useId();
  const spec = useMemo(() => manualForm(hypothesisId ?? ''), [hypothesisId]);
  const keep = useFormKeep(spec, {
    lines: null,
    words: `${incidentPath(incident.id)}#done:${hypothesisId ?? ''}`,
  });
  const form = useKitForm({
    spec,
    keep,
    blocker:
      evidenceReason ?? (hypothesisId === undefined ? 'Add a hypothesis to this incident first' : undefined),
    onSubmit: async (submission) => {
      if (submission.kind !== 'command') return undefined;
      return commands.writeItem(submission.command).catch(() => ALREADY_SAID);
    },
    onDone: onClose,
  });
  return (
    <div className="flex flex-col gap-4">
      <FormBody form={form} id={id} />
      <DialogActions>
        <Button variant="ghost" onPress={onClose}>
          Cancel
        </Button>
        <Button
          disabledReason={form.blocker ?? form.lacking.get('text')}
          form={id}
          isPending={form.isPending}
          type="submit"
          variant="primary"
        >
          Add
        </Button>
      </DialogActions>
    </div>
  );
}
