import { useEffect, useId, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { toSyncError } from '#sync/errors.ts';
import type { AttachSource, OnLinked } from '#src/platform/actions/attach-evidence.tsx';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { incidentPath, madeId } from '../commands.ts';
import { rememberLinked } from './last-linked.ts';
import { linkCommand, linkErrors, type LinkErrors } from './link-form.ts';
import { HypothesisField, IncidentField, NewIncidentFields } from './link-fields.tsx';
import { choicesKey, sourceWords, wordsKey } from './source-labels.ts';
import { tellLinked } from './tell-linked.ts';
import { useFreezer } from './use-freezer.ts';
import { useLinkForm } from './use-link-form.ts';
import { useWords, WordsField } from './words-field.tsx';

interface LinkDialogProps {
  source: AttachSource;
  onLinked?: OnLinked | undefined;
  onClose: () => void;
}

/** 'Link to Incident': attaches a thing to an incident, with what this device knows of it now. */
export function LinkDialog({ source, onLinked, onClose }: LinkDialogProps): ReactElement {
  const isNote = source.kind === 'comment';
  const words = useWords(wordsKey(source), source.kind === 'copy' ? source.evidence.description : null);
  const form = useLinkForm(words.text, choicesKey(source));
  const formId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<LinkErrors>({});
  const { link, isBusy, failure } = useLink(source, onLinked, () => {
    words.clear();
    form.clear();
    onClose();
  });
  useWorkInProgress('form');
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    const found = linkErrors(form.value, isNote);
    // What is wrong is said before the first of it takes the focus.
    flushSync(() => setErrors(found));
    if (Object.keys(found).length === 0) link(form.value);
    else focusFirstError(formRef.current);
  };
  const { incident } = form.value;
  return (
    <Dialog
      description={`${sourceWords(source)}. Its present state is saved with the incident.`}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button form={formId} type="submit" variant="primary">
            {isBusy ? 'Linking..' : 'Link'}
          </Button>
        </>
      }
      isOpen
      title="Link to Incident"
      onOpenChange={onClose}
    >
      <form className="flex flex-col gap-4" id={formId} noValidate ref={formRef} onSubmit={handleSubmit}>
        {failure !== null && <InlineBar tone="error">Not linked: {failure}</InlineBar>}
        <IncidentField error={errors.incident} form={form} />
        {incident?.kind === 'existing' && (
          // Another incident has other hypotheses: nothing typed is carried over.
          <HypothesisField error={errors.hypothesis} form={form} key={incident.id} />
        )}
        {incident?.kind === 'new' && <NewIncidentFields errors={errors} form={form} />}
        <WordsField error={errors.description} isNote={isNote} words={words} />
      </form>
    </Dialog>
  );
}

interface Linking {
  readonly link: (form: ReturnType<typeof useLinkForm>['value']) => void;
  readonly isBusy: boolean;
  /** Why this device did not keep it; null when it did or nothing was tried. */
  readonly failure: string | null;
}

function useLink(source: AttachSource, onLinked: OnLinked | undefined, onDone: () => void): Linking {
  const sync = useSync();
  const model = useReadModel();
  const { phase } = useSyncStatus();
  const freezer = useFreezer();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => freezer.expect(source), [freezer, source]);
  const run = async (form: Parameters<Linking['link']>[0]): Promise<void> => {
    const command = linkCommand(form, await freezer.freeze(source));
    if (command === null) return;
    const existing = form.incident?.kind === 'existing' ? form.incident.id : null;
    const screen = existing === null ? '/incidents' : incidentPath(existing);
    const submitted = await sync.submit(command, screen);
    const incidentId = existing ?? madeId(submitted);
    rememberLinked(incidentId);
    tellLinked(model, submitted, incidentId, phase === 'live' || phase === 'syncing');
    onLinked?.(true);
    onDone();
  };
  return {
    isBusy,
    failure,
    link: (form) => {
      setBusy(true);
      run(form).catch((thrown: unknown) => {
        setFailure(toSyncError(thrown).message);
        setBusy(false);
        onLinked?.(false);
      });
    },
  };
}

/** Leads to the first field that needs something (ux 4.8). */
function focusFirstError(form: HTMLFormElement | null): void {
  const field = form?.querySelector('[data-invalid] :is(input, textarea, button)');
  if (field instanceof HTMLElement) field.focus();
}
