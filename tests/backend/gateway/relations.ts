import type { Wire } from '../migrate.ts';
import type { Resource } from './roles.ts';

/** Who may touch a relation: `read` and `write` name the resource of the spec's role table; `denied` is for nobody. */
export type Guard = { read: Resource; write: Resource } | 'denied';

const sameFor = (resource: Resource, names: string): [string, Guard][] =>
  names
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => [name, { read: resource, write: resource }]);

const readable = (read: Resource, write: Resource, names: string): [string, Guard][] =>
  sameFor(read, names).map(([name]) => [name, { read, write }]);

/**
 * Every relation the proxy lets through, by the resource the spec's table has for it. Names that exist in the database
 * and stand not here answer an empty 404, as on the real server.
 */
const guards: ReadonlyMap<string, Guard> = new Map<string, Guard>([
  ...sameFor(
    'database',
    `analysis_types analyzer_types change_types check_labels check_names component_labels component_names component_types
     config_classes config_labels config_names config_statuses config_tags config_types connections_list playbook_names
     saved_query severities team_components team_members teams teams_with_status rpc/uuid_to_ulid
     configs config_items config_items_aws config_detail config_changes config_changes_items config_changes_by_types
     catalog_changes config_analysis config_analysis_items config_analysis_analyzers config_analysis_by_severity
     config_relationships config_component_relationships config_summary config_class_summary changes_by_component
     analysis_by_component analysis_by_config analysis_summary_by_component check_summary_by_config
     check_summary_for_config rpc/related_configs rpc/related_configs_recursive rpc/related_config_ids
     rpc/related_config_ids_recursive rpc/_related_config_ids_recursive rpc/related_changes_recursive
     rpc/config_relationships_recursive rpc/lookup_related_configs rpc/lookup_config_children
     rpc/lookup_config_relations rpc/get_recursive_path
     job_histories job_history job_history_latest_status job_history_names event_queue event_queue_summary failed_events
     push_queue_summary migration_logs artifacts playbooks_for_agent`,
  ),
  // Roles are read with these two by everybody; who writes a person acts on an identity.
  ...readable('database', 'identities', 'people'),
  ...readable('database', 'rbac', 'people_roles'),
  ...sameFor('identities', 'identities'),
  // Whoever writes policies could give himself any role.
  ...sameFor('rbac', 'casbin_rule'),
  ...sameFor('connections', 'connections'),
  ...sameFor(
    'canaries',
    `canaries canaries_with_status checks checks_by_component checks_by_config checks_status_artifacts check_statuses
     check_statuses_5m check_statuses_1h check_statuses_1d check_status_summary_hour check_summary
     check_summary_by_component check_component_relationships check_config_relationships
     rpc/check_summary_for_component rpc/soft_delete_canary rpc/soft_delete_check`,
  ),
  ...sameFor(
    'topologies',
    `components components_with_logs component_names_all component_relationships topologies topologies_with_status
     topology rpc/lookup_component_by_property rpc/lookup_component_children rpc/lookup_component_incidents
     rpc/lookup_component_names rpc/lookup_component_relations rpc/lookup_components_by_check
     rpc/lookup_components_by_config rpc/lookup_analysis_by_component rpc/lookup_changes_by_component
     rpc/lookup_configs_by_component`,
  ),
  ...sameFor(
    'incident',
    `incidents hypotheses incident_histories incident_rules incident_relationships incident_summary
     incident_summary_by_component incidents_by_component incidents_by_config`,
  ),
  ...sameFor('responder', 'responders comment_responders'),
  ...sameFor('evidences', 'evidences'),
  ...sameFor('comments', 'comments'),
  ...sameFor('playbooks', 'playbooks'),
  ...sameFor(
    'playbook_runs',
    'playbook_runs playbook_run_actions playbook_approvals playbook_action_agent_data',
  ),
  ...sameFor('agents', 'agents agents_summary'),
  ...sameFor('properties', 'properties'),
  ...sameFor('logging_backends', 'logging_backends'),
  ...sameFor('integrations', 'integrations integrations_with_status'),
  ...sameFor('notifications', 'notifications notifications_summary notification_send_history'),
  ...sameFor('config_scrapers', 'config_scrapers config_scrapers_with_status'),
  // The identity service's own tables: an explicit deny that beats even admin's allow.
  ...`access_token access_tokens courier_messages courier_message_dispatches identity_credentials
      identity_credential_identifiers identity_credential_types identity_login_codes identity_recovery_addresses
      identity_recovery_codes identity_recovery_tokens identity_registration_codes identity_verifiable_addresses
      identity_verification_codes identity_verification_tokens networks schema_migration selfservice_errors
      selfservice_login_flows selfservice_recovery_flows selfservice_registration_flows selfservice_settings_flows
      selfservice_verification_flows session_devices sessions`
    .split(/\s+/)
    .map((name): [string, Guard] => [name, 'denied']),
]);

/** What came between September 2024 and August 2026, as far as this backend has it. */
const guardsOf2026: ReadonlyMap<string, Guard> = new Map<string, Guard>([
  ...sameFor(
    'database',
    `config_costs config_cost_compact config_cost_summary config_item_summary_7d config_items_last_scraped_time
     config_tags_labels_keys component_labels_keys job_history_summary`,
  ),
  ...sameFor('canaries', 'checks_unlogged checks_labels_keys'),
  ...sameFor('connections', 'connection_details'),
  ...sameFor('playbook_runs', 'rpc/get_playbook_run_actions'),
  ...sameFor('notifications', 'notification_silences notification_send_history_summary'),
]);

/** The guard of `people` or `rpc/uuid_to_ulid`; undefined when the proxy of that server does not know the name. */
export function guardOf(relation: string, wire: Wire): Guard | undefined {
  return guards.get(relation) ?? (wire === '2026' ? guardsOf2026.get(relation) : undefined);
}
