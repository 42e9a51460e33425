-- Unique rules over live rows only, then the plain indexes. A partial index cannot be an `on_conflict`
-- target, so such upserts answer 42P10 here as they do on the real server.

create unique index people_email_unique_idx on people (email)
  where deleted_at is null;
create unique index agents_name_key on agents (name)
  where deleted_at is null;
create unique index connections_name_namespace_key on connections (name, namespace)
  where deleted_at is null;
create unique index topologies_name_namespace_key on topologies (agent_id, name, namespace)
  where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';
create unique index canaries_name_namespace_source_key on canaries (agent_id, name, namespace, source)
  where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';
create unique index playbook_name_namespace_category_key on playbooks (namespace, name, category)
  where deleted_at is null;

create index people_external_id_idx on people (external_id);
create index config_scrapers_is_pushed_idx on config_scrapers (is_pushed)
  where is_pushed is false;
create index config_items_path_length_idx on config_items ((length(path)))
  where path is not null;
create index config_items_scraper_id_idx on config_items (scraper_id);
create index config_items_parent_id_idx on config_items (parent_id);
create index config_items_external_id_idx on config_items using gin (external_id);
create index config_items_deleted_at_idx on config_items (deleted_at);
create index config_items_tags_idx on config_items using gin (tags);
create index config_items_agent_id_name_type_config_class_idx
  on config_items (agent_id, name, type, config_class);
create index config_changes_created_at_idx on config_changes using brin (created_at);
create index config_changes_change_type_idx on config_changes (change_type);
create index config_changes_config_id_idx on config_changes (config_id);
create index config_changes_fingerprint_idx on config_changes (fingerprint);
create index config_changes_is_pushed_idx on config_changes (is_pushed)
  where is_pushed is false;
create index config_analysis_is_pushed_idx on config_analysis (is_pushed)
  where is_pushed is false;
create index config_analysis_config_id_idx on config_analysis (config_id);
create index config_analysis_last_observed_idx on config_analysis using brin (last_observed);
create index config_analysis_scraper_id_idx on config_analysis (scraper_id);
create index config_relationships_deleted_at_idx on config_relationships (deleted_at);
create index config_relationships_is_pushed_idx on config_relationships (is_pushed)
  where is_pushed is false;
create index config_component_relationships_deleted_at_idx on config_component_relationships (deleted_at);
create index config_component_relationships_is_pushed_idx on config_component_relationships (is_pushed)
  where is_pushed is false;
create index topologies_is_pushed_idx on topologies (is_pushed)
  where is_pushed is false;
create index components_properties_idx on components using gin (properties);
create index components_path_length_idx on components ((length(path)))
  where path is not null;
create index components_deleted_at_idx on components (deleted_at);
create index components_agent_id_idx on components (agent_id);
create index components_parent_id_idx on components (parent_id);
create index component_relationships_is_pushed_idx on component_relationships (is_pushed)
  where is_pushed is false;
create index component_relationships_deleted_at_idx on component_relationships (deleted_at);
create index canaries_is_pushed_idx on canaries (is_pushed)
  where is_pushed is false;
create index canaries_source_idx on canaries (source);
create index checks_canary_id_transformed_idx on checks (canary_id, transformed);
create index checks_is_pushed_idx on checks (is_pushed)
  where is_pushed is false;
create index checks_agent_id_idx on checks (agent_id);
create index checks_deleted_at_idx on checks (deleted_at);
create index check_statuses_time_idx on check_statuses using brin (time);
create index check_statuses_is_pushed_idx on check_statuses (is_pushed)
  where is_pushed is false;
create index check_statuses_1h_created_at_idx on check_statuses_1h using brin (created_at);
create index check_statuses_1d_created_at_idx on check_statuses_1d using brin (created_at);
create index check_component_relationships_is_pushed_idx on check_component_relationships (is_pushed)
  where is_pushed is false;
create index check_component_relationships_deleted_at_idx on check_component_relationships (deleted_at);
create index check_config_relationships_is_pushed_idx on check_config_relationships (is_pushed)
  where is_pushed is false;
create index playbook_run_actions_status_scheduled_time_idx on playbook_run_actions (status, scheduled_time);
create index event_queue_properties_idx on event_queue using gin (properties);
create index event_queue_name_attempts_last_attempt_priority_created_at_idx
  on event_queue (name, attempts, last_attempt, priority, created_at);
create index job_history_is_pushed_idx on job_history (is_pushed)
  where is_pushed is false;

-- Not known from the real server: the other end of relation tables, which their unique keys do not serve,
-- what hangs on an incident, and the newest job of a resource. Nothing on the wire depends on them.
create index config_relationships_config_id_idx on config_relationships (config_id);
create index config_component_relationships_config_id_idx on config_component_relationships (config_id);
create index component_relationships_relationship_id_idx on component_relationships (relationship_id);
create index team_components_component_id_idx on team_components (component_id);
create index check_component_relationships_check_id_idx on check_component_relationships (check_id);
create index check_config_relationships_check_id_idx on check_config_relationships (check_id);
create index components_topology_id_idx on components (topology_id);
create index playbook_runs_config_id_idx on playbook_runs (config_id);
create index playbook_run_actions_playbook_run_id_idx on playbook_run_actions (playbook_run_id);
create index artifacts_check_id_idx on artifacts (check_id, check_time);
create index responders_incident_id_idx on responders (incident_id);
create index hypotheses_incident_id_idx on hypotheses (incident_id);
create index comments_incident_id_idx on comments (incident_id);
create index comments_hypothesis_id_idx on comments (hypothesis_id);
create index incident_histories_incident_id_idx on incident_histories (incident_id, created_at);
create index incident_histories_hypothesis_id_idx on incident_histories (hypothesis_id);
create index incident_histories_evidence_id_idx on incident_histories (evidence_id);
create index incident_histories_comment_id_idx on incident_histories (comment_id);
create index evidences_config_id_idx on evidences (config_id);
create index evidences_component_id_idx on evidences (component_id);
create index evidences_hypothesis_id_idx on evidences (hypothesis_id);
create index evidences_config_change_id_idx on evidences (config_change_id);
create index evidences_config_analysis_id_idx on evidences (config_analysis_id);
create index job_history_resource_id_created_at_idx on job_history (resource_id, created_at desc, id desc);
