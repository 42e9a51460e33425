import * as v from 'valibot';
import { commandSchema, type Command, type RowChange } from '#sync/protocol/command.ts';
import { splitKey } from '#sync/protocol/keys.ts';
import type { LastChange } from '#src/platform/replica/last-changes.ts';

/** Made anew where it was deleted: it is its two ends and nothing else. */
const LINKS = 'config_component_relationships';

/** Of these a new row is taken away again, and of those a change is put back. */
const TAKEN_AWAY: readonly string[] = ['evidences', 'responders', LINKS];
const PUT_BACK: readonly string[] = ['incidents', 'evidences', 'hypotheses'];
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
function putBack({ tbl: table, id: rowId, kind, before }: RowChange): object {
  if (kind === 'insert' && TAKEN_AWAY.includes(table)) return { kind: 'row.delete', table, rowId };
  if (table === LINKS) {
    const [component_id, config_id] = splitKey(rowId);
    return { kind: 'row.create', table, rows: [{ component_id, config_id }] };
  }
  if (kind !== 'update' || !PUT_BACK.includes(table)) return {};
  const set = Object.entries(before).map(([column, value]) => [column, value ?? UNSET[column] ?? value]);
  return { kind: 'row.update', table, rowId, set: Object.fromEntries(set) };
}
