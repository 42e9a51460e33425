import { useEffect, type ReactElement } from 'react';
import type { AttachSource, OnLinked } from '#src/platform/actions/attach-evidence.tsx';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { OpenFormDialog } from '#src/views/form/form-dialog.tsx';
import type { FormSlots } from '#src/views/form/form-fields.tsx';
import type { FormValues } from '#src/views/form/form-spec.ts';
import { textAt } from '#src/views/form/form-values.ts';
import { useFormKeep } from '#src/views/form/use-form-keep.ts';
import { useKitForm } from '#src/views/form/use-kit-form.ts';
import { incidentPath, madeId } from '../commands.ts';
import { optionGlyph } from '../incident-options.tsx';
import { rememberLinked } from './last-linked.ts';
import { HypothesisField, IncidentField } from './link-fields.tsx';
import { choiceOf, linkCommand } from './link-form.ts';
import { useLinkLists, type LinkLists } from './link-lists.ts';
import { linkForm } from './link.form.ts';
import { choicesKey, sourceWords, wordsKey } from './source-labels.ts';
import { tellLinked } from './tell-linked.ts';
import { useFreezer } from './use-freezer.ts';

interface LinkDialogProps {
  source: AttachSource;
  onLinked?: OnLinked | undefined;
  onClose: () => void;
}

const NOTE = linkForm(true);
const THING = linkForm(false);

/** 'Link to Incident': attaches a thing to an incident, with what this device knows of it now. */
export function LinkDialog({ source, onLinked, onClose }: LinkDialogProps): ReactElement {
  const spec = source.kind === 'comment' ? NOTE : THING;
  // The words of an evidence that is taken along are a beginning and no draft.
  const given = source.kind === 'copy' ? source.evidence.description : null;
  const keep = useFormKeep(spec, {
    lines: choicesKey(source),
    words: given === null ? wordsKey(source) : undefined,
  });
  const lists = useLinkLists(keep.typed, given ?? '');
  const link = useLink(source, onLinked);
  const form = useKitForm({
    spec,
    keep,
    resolve: lists.resolve,
    onSubmit: async (_submission, values) => link(values),
    onDone: onClose,
  });
  return (
    <OpenFormDialog
      busyVerb="Linking.."
      description={`${sourceWords(source)}. Its present state is saved with the incident.`}
      form={form}
      slots={slotsOf(lists)}
      title="Link to Incident"
      verb="Link"
      onClose={onClose}
    />
  );
}

function slotsOf(lists: LinkLists): FormSlots {
  return {
    glyph: optionGlyph,
    fields: {
      incident: (form) => <IncidentField form={form} lists={lists} />,
      hypothesis: (form) => <HypothesisField form={form} lists={lists} />,
    },
  };
}

function useLink(
  source: AttachSource,
  onLinked: OnLinked | undefined,
): (values: FormValues) => Promise<void> {
  const sync = useSync();
  const model = useReadModel();
  const { phase } = useSyncStatus();
  const freezer = useFreezer();
  useEffect(() => freezer.expect(source), [freezer, source]);
  const run = async (values: FormValues): Promise<void> => {
    const incident = choiceOf(textAt(values, 'incident')) ?? null;
    const command = linkCommand(
      {
        incident,
        hypothesis: choiceOf(textAt(values, 'hypothesis')) ?? null,
        severity: textAt(values, 'severity'),
        type: textAt(values, 'type'),
        description: textAt(values, 'description'),
      },
      await freezer.freeze(source),
    );
    if (command === null) return;
    const existing = incident?.kind === 'existing' ? incident.id : null;
    const screen = existing === null ? '/incidents' : incidentPath(existing);
    const submitted = await sync.submit(command, screen);
    const incidentId = existing ?? madeId(submitted);
    rememberLinked(incidentId);
    tellLinked(model, submitted, incidentId, phase === 'live' || phase === 'syncing');
    onLinked?.(true);
  };
  return async (values) => {
    try {
      await run(values);
    } catch (thrown) {
      onLinked?.(false);
      throw thrown;
    }
  };
}
