import * as v from 'valibot';
import { SyncError } from '../errors.ts';
import type { JsonRow } from './op.ts';
import { tableNames } from './table.ts';
import type { TableName } from './table.ts';
import { commandIncidentTypes, commandSeverities } from './tables/incident.ts';
import { incidentStatuses } from './tables/incident-status.ts';
import { isWritten, unfitColumn, writtenTable } from './written-tables.ts';

const id = v.pipe(v.string(), v.nonEmpty());
const maybeId = v.nullable(id);
const table = v.picklist(tableNames);
const columns = v.record(v.string(), v.unknown());

/** One evidence to attach, as the link dialog and the definition of done make it. */
export const evidenceInputSchema = v.object({
  type: v.picklist(['comment', 'check', 'config', 'log', 'config_analysis', 'config_change', 'topology']),
  description: v.string(),
  configId: v.optional(id),
  configChangeId: v.optional(id),
  configAnalysisId: v.optional(id),
  componentId: v.optional(id),
  checkId: v.optional(id),
  /** Type-specific payload: comment text, lines, the frozen selection. */
  payload: v.optional(v.record(v.string(), v.unknown())),
  definitionOfDone: v.optional(v.boolean()),
  script: v.optional(v.string()),
});
/** One evidence to attach. */
export type EvidenceInput = v.InferOutput<typeof evidenceInputSchema>;

/**
 * A command becomes one or more operations, several of them as one ordered group (B20);
 * it never touches the network itself. Effects are no commands (D8 class C, `effect.ts`).
 */
const anyCommandSchema = v.variant('kind', [
  v.object({
    kind: v.literal('comment.add'),
    incidentId: id,
    hypothesisId: id,
    /** Markdown; mentions as `@[display](user:id)`. */
    text: v.string(),
  }),
  /** A child gets the type after its parent's (root, factor, solution); without a parent it is a root. */
  v.object({
    kind: v.literal('hypothesis.add'),
    incidentId: id,
    parentId: maybeId,
    title: v.string(),
    /** Attached to the new node; both are one group (the link dialog). */
    evidence: v.optional(evidenceInputSchema),
  }),
  /** With everything under it: comments and evidences, children first, then the node (decisions.md). */
  v.object({ kind: v.literal('hypothesis.delete'), hypothesisId: id }),
  v.object({ kind: v.literal('evidence.add'), hypothesisId: id, evidence: evidenceInputSchema }),
  v.object({
    kind: v.literal('incident.create'),
    title: v.string(),
    description: v.optional(v.string()),
    severity: v.picklist(commandSeverities),
    type: v.picklist(commandIncidentTypes),
    status: v.optional(v.picklist(incidentStatuses)),
    /** Title of the root hypothesis; the incident's when absent. */
    hypothesisTitle: v.optional(v.string()),
    evidence: v.optional(evidenceInputSchema),
  }),
  /** Evidences join the definition of done before the status moves, as one group; without any it is a `row.update`. */
  v.object({
    kind: v.literal('incident.set-status'),
    incidentId: id,
    status: v.picklist(incidentStatuses),
    definitionOfDone: v.pipe(v.array(id), v.minLength(1)),
  }),
  /** Rows of a table that says what people set in it (ROW1). Several are one ordered group. */
  v.object({ kind: v.literal('row.create'), table, rows: v.pipe(v.array(columns), v.minLength(1)) }),
  /** `opened`: what of these columns stood in the form when it was opened (WRT3). */
  v.object({ kind: v.literal('row.update'), table, rowId: id, set: columns, opened: v.optional(columns) }),
  /** Softly where the table keeps its rows, else for good; beside rows of the server's only what was made by hand. */
  v.object({ kind: v.literal('row.delete'), table, rowId: id }),
  /** A row that was deleted softly, as the person saw it: with the time of its deletion. */
  v.object({ kind: v.literal('row.revive'), table, rowId: id, opened: columns }),
]);
/** The column of a value that nobody may set: none of the table, none of its choices, or the empty text for an id. */
function badColumn(table: TableName, row: JsonRow): string | undefined {
  const empty = Object.keys(row).find((column) => column.endsWith('_id') && row[column] === '');
  if (empty !== undefined || !isWritten(table)) return empty;
  const choices = Object.entries(writtenTable(table)?.write?.oneOf ?? {});
  const isNone = ([column, among]: readonly [string, readonly unknown[]]): boolean =>
    Object.hasOwn(row, column) && !among.includes(row[column]);
  return choices.find(isNone)?.[0] ?? unfitColumn(table, row);
}

/** What a screen may ask for, with values in its rows that their tables can hold. */
export const commandSchema = v.pipe(
  anyCommandSchema,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value: input } = dataset;
    if (input.kind !== 'row.create' && input.kind !== 'row.update') return;
    for (const row of input.kind === 'row.create' ? input.rows : [input.set]) {
      const key = badColumn(input.table, row);
      if (key === undefined) continue;
      const path = { type: 'object', origin: 'value', input: row, key, value: row[key] } as const;
      addIssue({ message: 'No value of this column', path: [path] });
    }
  }),
);
/** What a screen may ask for. */
export type Command = v.InferOutput<typeof commandSchema>;
/** One command by its kind. */
export type CommandOf<K extends Command['kind']> = Extract<Command, { readonly kind: K }>;

/** What a command became: its operations, and the rows it made, in their order. Both empty when nothing changed. */
export interface Submitted {
  readonly opIds: readonly string[];
  readonly made: readonly { readonly tbl: string; readonly id: string }[];
  /** What this command did to each row, in order, whatever operation it became part of; absent where it did nothing. */
  readonly changes?: readonly RowChange[] | undefined;
}

/** One row as a command changed it. Fields by column. */
export interface RowChange {
  readonly tbl: string;
  readonly id: string;
  readonly kind: 'insert' | 'update' | 'delete';
  /** What the fields of an update held on the screen before; empty for the others. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly set: Readonly<Record<string, unknown>>;
}

/** Where a command came from: "take me back there" and the outbox line. */
export const commandOriginSchema = v.object({ screen: v.string(), appVersion: v.string() });
/** Where a command came from: "take me back there" and the outbox line. */
export interface CommandOrigin {
  readonly screen: string;
  readonly appVersion: string;
}

/** Checks what came from the page: a worker believes no message. Throws SyncError `bug`. */
export function parseCommand(command: unknown, origin: unknown): readonly [Command, CommandOrigin] {
  const parsed = v.safeParse(commandSchema, command);
  const from = v.safeParse(commandOriginSchema, origin);
  if (parsed.success && from.success) return [parsed.output, from.output];
  const [issue] = parsed.issues ?? from.issues ?? [];
  const place = issue === undefined ? '' : (v.getDotPath(issue) ?? '');
  // The product's words for the log (spec, section 7).
  const what = /(?:Id|_id)$/u.test(place) ? 'No id: ' : '';
  throw new SyncError({ kind: 'bug', message: `${what}The page sent a command that is none: ${place}` });
}
