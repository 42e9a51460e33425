import { useMemo, useState, type ReactElement } from 'react';
import type { Command } from '#sync/protocol/command.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PlaybookRef } from '#sync/read/playbooks/playbooks.ts';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { withheldHint } from '#src/views/definition.ts';
import { FormDialog } from '#src/views/form/form-dialog.tsx';
import type { AnyForm, FormValues } from '#src/views/form/form-spec.ts';
import { textAt, valueAt } from '#src/views/form/form-values.ts';
import type { Submission } from '#src/views/form/submission.ts';
import type { OutcomeTexts } from '#src/views/tell-outcome.ts';
import { useRowCommands } from '#src/views/use-row-commands.ts';
import { playbookHref } from '../list/playbook-href.ts';
import { playbookSearch } from '../list/playbook-search.ts';
import { definitionOf, type Definition } from './definition.ts';
import { hasRemarks, playbookForm } from './playbook.form.ts';
import { usePlaybookRights } from './playbook-rights.ts';

export interface PlaybookDialogProps {
  /** Null for a new one. */
  playbook: PlaybookRef | null;
  onClose: () => void;
}

/** What is typed may be a secret until it is saved and looked through: closing asks, and nothing is kept. */
const UNKEPT = { lines: null };
/** Spec 8, verbatim but for the failure of a new one, of which it says nothing. */
const ADDED: OutcomeTexts = {
  saved: 'Playbook Spec created successfully',
  failed: (_op, why) => `Unable to create playbook spec: ${why ?? ''}`,
};
const CHANGED: OutcomeTexts = {
  saved: 'Playbook Spec updated successfully',
  failed: (_op, why) => `Unable to update playbook spec: ${why ?? ''}`,
};
const NOT_ALLOWED = 'Your role does not allow changing playbooks';
const BEGIN = 'A playbook begins with “actions:”, a list of steps with a name and what each does.';
const REMARKS = 'Comments stay while you edit. They end with the save: the server keeps the values alone.';

/** Makes or changes a playbook, with or without a network. */
export function PlaybookDialog({ playbook, onClose }: PlaybookDialogProps): ReactElement {
  const isNew = playbook === null;
  const opened = useOpened(playbook);
  const { mayWrite, readOnly } = usePlaybookRights(playbook ?? undefined);
  const save = useRowCommands(isNew ? playbookSearch.path : playbookHref(playbook.id));
  const resolve = (typed: FormValues) => ({
    base: opened.base,
    help: opened.keptBack === undefined ? { spec: helpOf(typed, opened.base) } : {},
  });
  return (
    <FormDialog
      isOpen
      blocker={readOnly ?? (mayWrite ? undefined : NOT_ALLOWED)}
      busyVerb={isNew ? 'Saving' : 'Updating'}
      description={
        opened.keptBack === undefined
          ? withheldHint(opened.row)
          : `The definition stays as it is: ${opened.keptBack}`
      }
      keepAt={UNKEPT}
      resolve={resolve}
      row={opened.row}
      size="large"
      spec={opened.form}
      title={isNew ? 'Add playbook' : 'Edit playbook'}
      verb={isNew ? 'Save' : 'Update'}
      waiting={opened.isWaiting ? <Waiting /> : undefined}
      onDone={onClose}
      onOpenChange={onClose}
      onSubmit={async (submission) => {
        const command = commandOf(submission, playbook);
        if (command === null) return;
        await save(command, isNew ? ADDED : CHANGED);
      }}
    />
  );
}

function Waiting(): ReactElement {
  return (
    <LoadingRegion isLoading label="Loading the definition" skeleton={<SkeletonRows count={6} />}>
      {null}
    </LoadingRegion>
  );
}

/** What the form is over, for as long as it is open. */
interface Opened {
  readonly form: AnyForm;
  readonly row: JsonRow | null;
  readonly base: FormValues;
  readonly keptBack: string | undefined;
  readonly isWaiting: boolean;
}

/** The playbook as it was when its definition came. */
function useOpened(playbook: PlaybookRef | null): Opened {
  const isWanted = playbook !== null && !Object.hasOwn(playbook.definitionChanges, 'spec');
  const read = useDocument('playbook', playbook?.id ?? '', isWanted);
  const [first, setFirst] = useState<Opened>();
  const now = useMemo(
    () => openedWith(playbook, playbook === null ? undefined : definitionOf(playbook, read)),
    [playbook, read],
  );
  if (first === undefined && !now.isWaiting) setFirst(now);
  return first ?? now;
}

function openedWith(playbook: PlaybookRef | null, definition: Definition | undefined): Opened {
  const form = playbookForm(definition?.is !== 'kept-back');
  const row: JsonRow | null =
    playbook === null
      ? null
      : {
          name: playbook.name,
          title: playbook.title ?? '',
          ...(definition?.is === 'known' ? { spec: definition.spec } : {}),
        };
  return {
    form,
    row,
    base: row === null ? form.empty({}) : (form.row?.read(row) ?? {}),
    keptBack: definition?.is === 'kept-back' ? definition.reason : undefined,
    isWaiting: playbook !== null && definition === undefined,
  };
}

function helpOf(typed: FormValues, base: FormValues): string {
  const text = textAt(valueAt(typed, 'spec') === undefined ? base : typed, 'spec');
  const lines = [text.trim() === '' ? BEGIN : '', hasRemarks(text) ? REMARKS : ''];
  return lines.filter(Boolean).join(' ');
}

function commandOf(submission: Submission, playbook: PlaybookRef | null): Command | null {
  if (submission.kind !== 'row') return null;
  const { patch, opened } = submission;
  if (playbook === null) return { kind: 'row.create', table: 'playbooks', rows: [patch] };
  // What the person saw; columns that follow the definition are held against the row of this device.
  const { title, spec } = opened;
  const seen = { ...(title === undefined ? {} : { title }), ...(spec === undefined ? {} : { spec }) };
  return { kind: 'row.update', table: 'playbooks', rowId: playbook.id, set: patch, opened: seen };
}
