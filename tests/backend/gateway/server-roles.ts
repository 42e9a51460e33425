import type { Role } from '../seed/accounts.ts';
import type { Wire } from '../migrate.ts';
import type { Action } from './roles.ts';

/** What each role may do with a relation: read and write, read, neither. */
type Row = Readonly<Record<Role, 'rw' | 'r' | '-'>>;

/** What scrapers and checks bring in. */
const COLLECTED: Row = { admin: 'rw', editor: 'rw', commander: 'r', responder: 'r', viewer: 'r' };
/** Names and people. */
const NAMES: Row = { admin: 'rw', editor: 'r', commander: 'r', responder: 'r', viewer: 'r' };
const ADMIN_ONLY: Row = { admin: 'rw', editor: '-', commander: '-', responder: '-', viewer: '-' };
const INCIDENT_WORK: Row = { admin: 'rw', editor: '-', commander: 'rw', responder: 'rw', viewer: '-' };
const EDITORS: Row = { admin: 'rw', editor: 'rw', commander: '-', responder: '-', viewer: '-' };
const DETAILS: Row = { admin: 'rw', editor: 'r', commander: '-', responder: '-', viewer: '-' };

const rows = (row: Row, names: string): [string, Row][] =>
  names
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => [name, row]);

/** As the real servers answered (reference captures, roles.md): every relation there that this backend has, and more. */
const recorded: ReadonlyMap<string, Row> = new Map([
  ...rows(
    COLLECTED,
    `analysis_by_component analysis_by_config analysis_summary_by_component canaries canaries_with_status catalog_changes
     changes_by_component check_component_relationships check_config_relationships check_status_summary_hour
     check_statuses check_summary check_summary_by_component check_summary_by_config check_summary_for_config checks
     checks_by_component checks_by_config checks_status_artifacts component_names_all component_relationships components
     components_with_logs config_analysis config_analysis_analyzers config_analysis_by_severity config_analysis_items
     config_changes config_changes_by_types config_class_summary config_component_relationships config_cost_compact
     config_costs config_detail config_items config_items_aws config_relationships config_summary configs
     playbook_action_agent_data playbook_approvals playbook_run_actions playbook_runs playbooks topologies
     topologies_with_status topology`,
  ),
  ...rows(
    NAMES,
    `agents analysis_types analyzer_types change_types check_labels check_names checks_labels_keys component_labels
     component_labels_keys component_names component_types config_classes config_labels config_names config_statuses
     config_tags config_tags_labels_keys config_types connections_list identities people people_roles playbook_names
     saved_query severities team_components team_members teams teams_with_status`,
  ),
  ...rows(
    ADMIN_ONLY,
    `agents_summary artifacts casbin_rule config_scrapers config_scrapers_with_status connections event_queue
     event_queue_summary failed_events integrations integrations_with_status job_histories job_history
     job_history_latest_status job_history_names job_history_summary logging_backends notification_send_history
     notification_send_history_summary notifications notifications_summary playbooks_for_agent properties
     push_queue_summary`,
  ),
  ...rows(
    INCIDENT_WORK,
    `comment_responders comments evidences hypotheses incident_histories incident_relationships incident_rules
     incident_summary incident_summary_by_component incidents incidents_by_component incidents_by_config responders`,
  ),
]);

const recorded2026: ReadonlyMap<string, Row> = new Map([
  ...rows(EDITORS, 'connections notification_silences notifications'),
  ...rows(DETAILS, 'connection_details'),
]);

/**
 * Whether the real server lets one of the roles do this; undefined for what was not recorded there (functions, tables
 * of our own), where the specification's table goes on to decide.
 */
export function isAllowedOnServer(
  roles: readonly Role[],
  relation: string,
  action: Action,
  wire: Wire,
): boolean | undefined {
  const row = (wire === '2026' ? recorded2026.get(relation) : undefined) ?? recorded.get(relation);
  if (row === undefined) return undefined;
  return roles.some((role) => (action === 'read' ? row[role] !== '-' : row[role] === 'rw'));
}
