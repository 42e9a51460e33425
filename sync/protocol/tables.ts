import { SyncError } from '../errors.ts';
import { checkTable } from './tables/check.ts';
import { commentTable } from './tables/comment.ts';
import { componentTable } from './tables/component.ts';
import { evidenceTable } from './tables/evidence.ts';
import { hypothesisTable } from './tables/hypothesis.ts';
import { incidentHistoryTable } from './tables/incident-history.ts';
import { incidentTable } from './tables/incident.ts';
import { personRolesTable } from './tables/person-roles.ts';
import { personTable } from './tables/person.ts';
import { propertyTable } from './tables/property.ts';
import { responderTable } from './tables/responder.ts';
import { canaryTable } from './tables/canary.ts';
import { componentRelationshipTable } from './tables/component-relationship.ts';
import { configComponentRelationshipTable } from './tables/config-component-relationship.ts';
import { playbookTable } from './tables/playbook.ts';
import { playbookRunTable } from './tables/playbook-run.ts';
import { playbookRunActionTable } from './tables/playbook-run-action.ts';
import { teamMemberTable } from './tables/team-member.ts';
import { agentTable } from './tables/agent.ts';
import { topologyTable } from './tables/topology.ts';
import { configScraperTable } from './tables/config-scraper.ts';
import { loggingBackendTable } from './tables/logging-backend.ts';
import { notificationTable } from './tables/notification.ts';
import { notificationSummaryTable } from './tables/notification-summary.ts';
import { connectionListTable } from './tables/connection-list.ts';
import { incidentRuleTable } from './tables/incident-rule.ts';
import { checkComponentRelationshipTable } from './tables/check-component-relationship.ts';
import { teamComponentTable } from './tables/team-component.ts';
import { DERIVED_KEY } from './keys.ts';
import { columnOfPath } from './json-path.ts';
import { isTableName, keyOfRow } from './table.ts';
import type { TableName, TableSpec } from './table.ts';
import { teamTable } from './tables/team.ts';

/** Collections without which the incident screens show nothing; an engine may be made for these alone. */
export const coreTableNames = [
  'incidents',
  'hypotheses',
  'evidences',
  'comments',
  'responders',
  'incident_histories',
  'people',
  'people_roles',
  'teams',
  'checks',
  'components',
  'properties',
] as const satisfies readonly TableName[];
/** Name of a collection every engine pulls. */
export type CoreTableName = (typeof coreTableNames)[number];
/** Collections one engine pulls: the core, and any of the others. */
export type TableSet = Readonly<
  Record<CoreTableName, TableSpec> & Partial<Record<Exclude<TableName, CoreTableName>, TableSpec>>
>;
/** The core collections alone. */
export const coreTables: Readonly<Record<CoreTableName, TableSpec>> = {
  incidents: incidentTable,
  hypotheses: hypothesisTable,
  evidences: evidenceTable,
  comments: commentTable,
  responders: responderTable,
  incident_histories: incidentHistoryTable,
  people: personTable,
  people_roles: personRolesTable,
  teams: teamTable,
  checks: checkTable,
  components: componentTable,
  properties: propertyTable,
};

/** Every synced collection by name. The engine knows a table only through its entry here. */
export const tables: Readonly<Record<TableName, TableSpec>> = {
  ...coreTables,
  canaries: canaryTable,
  component_relationships: componentRelationshipTable,
  config_component_relationships: configComponentRelationshipTable,
  playbooks: playbookTable,
  playbook_runs: playbookRunTable,
  playbook_run_actions: playbookRunActionTable,
  team_members: teamMemberTable,
  agents: agentTable,
  topologies: topologyTable,
  config_scrapers: configScraperTable,
  logging_backends: loggingBackendTable,
  notifications: notificationTable,
  notifications_summary: notificationSummaryTable,
  connections_list: connectionListTable,
  incident_rules: incidentRuleTable,
  check_component_relationships: checkComponentRelationshipTable,
  team_components: teamComponentTable,
};

/** The collection that holds the row of whoever is signed in. */
export function signedInTable(specs: TableSet): TableSpec {
  const found = Object.values(specs).find(({ holdsSignedIn }) => holdsSignedIn === true);
  if (found === undefined) throw new SyncError({ kind: 'bug', message: 'No table holds who is signed in.' });
  return found;
}

/** Collections whose rows keep what they name on this device (D13). */
export const keepingTables: readonly TableSpec[] = Object.values(tables).filter(
  ({ keeps }) => keeps !== undefined,
);

/**
 * Described for screens that are still to come, and pulled from the release on that has them: what no screen reads is not
 * asked for (entities 3).
 */
export const laterTables = [
  'logging_backends',
  'connections_list',
  'incident_rules',
] as const satisfies readonly TableName[];

/** The collections that a console pulls. */
export const pulledTables: TableSet = {
  ...coreTables,
  ...Object.fromEntries(
    Object.entries(tables).filter(([name]) => !(laterTables as readonly string[]).includes(name)),
  ),
};

/** True for a column that rows of the collection have on this device, and for a value within one. */
export function isPulled(tbl: string, column: string): boolean {
  if (!isTableName(tbl)) return false;
  const { columns, optional = [], keyColumns } = tables[tbl];
  if (column === DERIVED_KEY) return keyColumns !== undefined;
  const name = columnOfPath(column);
  return [columns, optional].some((list) => list.includes(name));
}

/** True for a column that an operation of the collection may carry (WRT9). */
export function mayCarry(tbl: TableName, column: string): boolean {
  const name = columnOfPath(column);
  return isPulled(tbl, column) || Object.hasOwn(tables[tbl].write?.sets ?? {}, name);
}

/** Primary key of a row of the collection; undefined when the row has no usable one. */
export function rowKey(tbl: TableName, row: Readonly<Record<string, unknown>>): string | undefined {
  return keyOfRow(tables[tbl], row);
}
