import * as v from 'valibot';
import { commandSchema, type Command, type RowChange } from '#sync/protocol/command.ts';
import { splitKey } from '#sync/protocol/keys.ts';
import type { LastChange } from '#src/platform/replica/last-changes.ts';
import { own } from '#sync/protocol/own.ts';

/** Made anew where it was deleted: it is its two ends and nothing else. */
const LINKS = 'config_component_relationships';

const INCIDENT_FIELDS: Readonly<Record<string, string>> = {
  commander_id: 'commanderId',
  communicator_id: 'communicatorId',
};
/** What a column that was never set stands for; nobody can set it to nothing. */
const UNSET: Readonly<Record<string, unknown>> = {
  definition_of_done: false,
  done: false,
  description: '',
  script: '',
};

/**
 * The commands that put back what a change replaced, last row first; null where there is no such command: for what the
 * product cannot delete, for a deletion, and for values that no screen may set.
 */
export function inverseOf({ submitted: { changes = [] } }: LastChange): readonly Command[] | null {
  const parsed = changes.toReversed().map((change) => v.safeParse(commandSchema, putBack(change)));
  const commands = parsed.flatMap((result) => (result.success ? [result.output] : []));
  return commands.length === 0 || commands.length < parsed.length ? null : commands;
}

/** What takes a row back to how it was; no command where nothing does. */
function putBack({ tbl, id, kind, before }: RowChange): object {
  if (kind === 'insert' && ['evidences', 'responders'].includes(tbl))
    return { kind: 'row.delete', table: tbl, rowId: id };
  if (tbl === LINKS) {
    const [component_id, config_id] = splitKey(id);
    return kind === 'insert'
      ? { kind: 'row.delete', table: tbl, rowId: id }
      : { kind: 'row.create', table: tbl, rows: [{ component_id, config_id }] };
  }
  if (kind !== 'update') return {};
  switch (tbl) {
    case 'incidents':
      return { kind: 'incident.set-fields', incidentId: id, fields: named(before, INCIDENT_FIELDS) };
    case 'evidences':
    case 'hypotheses':
      return { kind: 'row.update', table: tbl, rowId: id, set: named(before, {}) };
    default:
      return {};
  }
}

function named(before: RowChange['before'], names: Readonly<Record<string, string>>): object {
  const entries = Object.entries(before);
  return Object.fromEntries(
    entries.map(([column, value]) => [own(names, column) ?? column, value ?? UNSET[column] ?? value]),
  );
}
