import { useState, type ReactElement } from 'react';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { TeamRow } from '#sync/read/teams.ts';
import type { Command } from '#sync/protocol/command.ts';
import { withheldHint } from '#src/views/definition.ts';
import { FormDialog } from '#src/views/form/form-dialog.tsx';
import type { Submission } from '#src/views/form/submission.ts';
import { teamHref } from './team-href.ts';
import { teamSearch } from './team-search.ts';
import { useTeamReason } from './team-rights.ts';
import { teamForm } from './team.form.ts';
import { useTeamCommands } from './use-team-commands.ts';

interface TeamDialogProps {
  /** Null for a new one. */
  team: TeamRow | null;
  /** Undefined where it is not known, or may not lie on this device: then it stays as it is. */
  definition?: unknown;
  onClose: () => void;
}

/** What is typed may be a secret until it is saved and looked through: closing asks, and nothing is kept. */
const UNKEPT = { lines: null };

/** Makes or changes a team, with or without a network. */
export function TeamDialog({ team, definition, onClose }: TeamDialogProps): ReactElement {
  const [{ spec, row }] = useState(() => openedWith(team, definition));
  const save = useTeamCommands(team === null ? teamSearch.path : teamHref(team.id));
  const isKnown = team === null || definition !== undefined;
  return (
    <FormDialog
      isOpen
      blocker={useTeamReason(team ?? undefined)}
      busyVerb={team === null ? 'Saving' : 'Updating'}
      description={hintOf(isKnown, definition)}
      keepAt={UNKEPT}
      row={row}
      size={isKnown ? 'large' : 'medium'}
      spec={spec}
      title={team === null ? 'Add team' : 'Edit team'}
      verb={team === null ? 'Save' : 'Update'}
      onDone={onClose}
      onOpenChange={onClose}
      onSubmit={async (submission) => {
        const command = commandOf(submission, team);
        const done = team === null ? 'Team added successfully' : 'Team updated successfully';
        if (command !== null)
          await save(command, done, team === null ? 'Team not added' : 'Team not updated');
      }}
    />
  );
}

function hintOf(isKnown: boolean, definition: unknown): string | undefined {
  if (!isKnown) return 'Its definition stays as it is: it is not on this device.';
  return withheldHint(definition);
}

/** The form, over what was there when it was opened. */
function openedWith(team: TeamRow | null, definition: unknown) {
  const spec = teamForm(team === null || definition !== undefined);
  const row: JsonRow | null =
    team === null
      ? null
      : { name: team.name, icon: team.icon, ...(definition === undefined ? {} : { spec: definition }) };
  return { spec, row };
}

function commandOf(submission: Submission, team: TeamRow | null): Command | null {
  if (submission.kind !== 'row') return null;
  const { patch, opened } = submission;
  return team === null
    ? { kind: 'row.create', table: 'teams', rows: [patch] }
    : { kind: 'row.update', table: 'teams', rowId: team.id, set: patch, opened };
}
