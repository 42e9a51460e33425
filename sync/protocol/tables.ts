import { checkTable } from './check.ts';
import { commentTable } from './comment.ts';
import { componentTable } from './component.ts';
import { evidenceTable } from './evidence.ts';
import { hypothesisTable } from './hypothesis.ts';
import { incidentHistoryTable } from './incident-history.ts';
import { incidentTable } from './incident.ts';
import { personRolesTable } from './person-roles.ts';
import { personTable } from './person.ts';
import { propertyTable } from './property.ts';
import { responderTable } from './responder.ts';
import { tableNames } from './table.ts';
import type { TableName, TableSpec } from './table.ts';
import { teamTable } from './team.ts';

/** Every synced collection by name. The engine knows a table only through its entry here. */
export const tables: Readonly<Record<TableName, TableSpec>> = {
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

/** True when the text names a synced collection: guards text that came from disk or from another context. */
export function isTableName(name: string): name is TableName {
  return (tableNames as readonly string[]).includes(name); // widening only: `includes` refuses a plain string
}

/** Primary key of a row of the collection; undefined when the row has no usable one. */
export function rowKey(tbl: TableName, row: Readonly<Record<string, unknown>>): string | undefined {
  const key = row[tables[tbl].key];
  return typeof key === 'string' ? key : undefined;
}
