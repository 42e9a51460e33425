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
