import * as v from 'valibot';
import { commandSchema, type Command, type RowBefore } from '#sync/protocol/command.ts';
import type { LastChange } from '#src/platform/last-changes.ts';

const INCIDENT_FIELDS: Readonly<Record<string, string>> = {
  commander_id: 'commanderId',
  communicator_id: 'communicatorId',
};
const EVIDENCE_FIELDS: Readonly<Record<string, string>> = {
  definition_of_done: 'definitionOfDone',
  evidence: 'payload',
};

/**
 * The commands that put back what a change replaced, last row first; null where there is no such command: for what the
 * product cannot delete, for a deletion, and for values that no screen may set.
 */
export function inverseOf({ command, submitted }: LastChange): readonly Command[] | null {
  const wanted = wantedOf(command, submitted.before ?? [], submitted.made[0]?.id);
  const parsed = wanted.map((each) => v.safeParse(commandSchema, each));
  const commands = parsed.flatMap((result) => (result.success ? [result.output] : []));
  return commands.length === 0 || commands.length < parsed.length ? null : commands;
}

function wantedOf(command: Command, before: readonly RowBefore[], madeId: string | undefined): object[] {
  switch (command.kind) {
    case 'evidence.add':
      return [{ kind: 'evidence.remove', evidenceId: madeId }];
    case 'responder.add':
      return [{ kind: 'responder.remove', responderId: madeId }];
    default:
      return before.toReversed().map(putBack);
  }
}

/** The command that sets the fields of a row to what they were. */
function putBack({ tbl, id, fields }: RowBefore): object {
  switch (tbl) {
    case 'incidents':
      return { kind: 'incident.set-fields', incidentId: id, fields: renamed(fields, INCIDENT_FIELDS) };
    case 'evidences':
      return 'done' in fields
        ? { kind: 'evidence.set-done', evidenceId: id, done: fields['done'] }
        : { kind: 'evidence.set-fields', evidenceId: id, fields: renamed(fields, EVIDENCE_FIELDS) };
    case 'hypotheses':
      return 'title' in fields
        ? { kind: 'hypothesis.set-title', hypothesisId: id, title: fields['title'] }
        : { kind: 'hypothesis.set-status', hypothesisId: id, status: fields['status'] };
    default:
      return {};
  }
}

function renamed(fields: RowBefore['fields'], names: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(fields).map(([column, value]) => [names[column] ?? column, value]),
  );
}
