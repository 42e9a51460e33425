import * as v from 'valibot';
import type { JsonRow } from './op.ts';
import type { TableName, TableSpec } from './table.ts';
import { canaryTable } from './tables/canary.ts';
import { commentTable } from './tables/comment.ts';
import { configComponentRelationshipTable } from './tables/config-component-relationship.ts';
import { evidenceTable } from './tables/evidence.ts';
import { hypothesisTable } from './tables/hypothesis.ts';
import { incidentTable } from './tables/incident.ts';
import { notificationTable } from './tables/notification.ts';
import { playbookTable } from './tables/playbook.ts';
import { responderTable } from './tables/responder.ts';
import { teamMemberTable } from './tables/team-member.ts';
import { teamTable } from './tables/team.ts';

/**
 * The collections that people write to, which are those that operations are of. Who reads operations needs these alone:
 * `tables` would bring every other one to each start of a page.
 */
export const writtenTables = {
  incidents: incidentTable,
  hypotheses: hypothesisTable,
  evidences: evidenceTable,
  comments: commentTable,
  responders: responderTable,
  teams: teamTable,
  canaries: canaryTable,
  config_component_relationships: configComponentRelationshipTable,
  playbooks: playbookTable,
  team_members: teamMemberTable,
  notifications: notificationTable,
} as const satisfies Partial<Record<TableName, TableSpec>>;
/** Name of a collection that people write to. */
export type WrittenTable = keyof typeof writtenTables;

/** True when this build knows the collection and how rows of it are written; anything else is held (WRT2). */
export function isWritten(name: string): name is WrittenTable {
  return Object.hasOwn(writtenTables, name);
}

/** What a table says of itself that people write to; undefined for any other. */
export function writtenTable(name: string): TableSpec | undefined {
  return isWritten(name) ? writtenTables[name] : undefined;
}

type Column = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

const columnsByTable = new Map<WrittenTable, ReadonlyMap<string, Column>>();

function columnsOf(tbl: WrittenTable): ReadonlyMap<string, Column> {
  const known = columnsByTable.get(tbl);
  if (known !== undefined) return known;
  const entries: unknown = Reflect.get(writtenTables[tbl].schema, 'entries');
  const listed = typeof entries === 'object' && entries !== null ? Object.entries(entries) : [];
  const columns = new Map<string, Column>(listed);
  columnsByTable.set(tbl, columns);
  return columns;
}

/**
 * The first column that holds neither what its table says nor nothing, which is what the server has yet to assign (B19).
 * Nothing is known of columns that the table does not pull.
 */
export function unfitColumn(tbl: WrittenTable, row: JsonRow): string | undefined {
  const columns = columnsOf(tbl);
  for (const name in row) {
    const value = row[name];
    const column = value === null || value === undefined ? undefined : columns.get(name);
    if (column !== undefined && !v.is(column, value)) return name;
  }
  return undefined;
}
