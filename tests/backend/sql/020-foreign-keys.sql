-- Every foreign key, after all tables exist. PostgREST clients name these constraints in embeds
-- (`checks_canary_id_fkey`, `config_relationships_config_id_fkey`, …), so the names are part of the wire.
-- The four optional keys of incident_histories are "set null": a history row must not keep people from
-- deleting evidence, a comment or a hypothesis.

alter table people
  add constraint people_team_id_fkey foreign key (team_id) references teams (id);

alter table teams
  add constraint teams_created_by_fkey foreign key (created_by) references people (id);

alter table team_members
  add constraint team_members_person_id_fkey foreign key (person_id) references people (id),
  add constraint team_members_team_id_fkey foreign key (team_id) references teams (id);

alter table access_tokens
  add constraint access_tokens_person_fkey foreign key (person_id) references people (id) on delete cascade;

alter table agents
  add constraint agents_created_by_fkey foreign key (created_by) references people (id);

alter table connections
  add constraint connections_created_by_fkey foreign key (created_by) references people (id);

alter table logging_backends
  add constraint logging_backends_created_by_fkey foreign key (created_by) references people (id);

alter table notifications
  add constraint notification_created_by_fkey foreign key (created_by) references people (id),
  add constraint notification_person_id_fkey foreign key (person_id) references people (id) on delete cascade,
  add constraint notification_team_id_fkey foreign key (team_id) references teams (id) on delete cascade;

alter table notification_send_history
  add constraint notification_id_fkey
    foreign key (notification_id) references notifications (id) on delete cascade,
  add constraint notification_recipient_person_id_fkey
    foreign key (person_id) references people (id) on delete cascade;

alter table properties
  add constraint properties_created_by_fkey foreign key (created_by) references people (id);

alter table integrations
  add constraint integrations_created_by_fkey foreign key (created_by) references people (id);

alter table config_scrapers
  add constraint config_scrapers_created_by_fkey foreign key (created_by) references people (id),
  add constraint config_scrapers_agent_id_fkey foreign key (agent_id) references agents (id);

alter table config_items
  add constraint config_items_parent_id_fkey
    foreign key (parent_id) references config_items (id) deferrable initially deferred,
  add constraint config_items_scraper_id_fkey
    foreign key (scraper_id) references config_scrapers (id),
  add constraint config_items_agent_id_fkey foreign key (agent_id) references agents (id);

alter table config_changes
  add constraint config_changes_config_id_fkey
    foreign key (config_id) references config_items (id) on delete cascade;

alter table config_analysis
  add constraint config_analysis_config_id_fkey
    foreign key (config_id) references config_items (id) on delete cascade,
  add constraint config_analysis_created_by_fkey foreign key (created_by) references people (id);

alter table config_relationships
  add constraint config_relationships_config_id_fkey
    foreign key (config_id) references config_items (id) on delete cascade,
  add constraint config_relationships_related_id_fkey
    foreign key (related_id) references config_items (id) on delete cascade;

alter table config_component_relationships
  add constraint config_component_relationships_component_id_fkey
    foreign key (component_id) references components (id) on delete cascade,
  add constraint config_component_relationships_config_id_fkey
    foreign key (config_id) references config_items (id) on delete cascade;

alter table topologies
  add constraint topologies_created_by_fkey foreign key (created_by) references people (id),
  add constraint topologies_agent_id_fkey foreign key (agent_id) references agents (id);

alter table components
  add constraint components_created_by_fkey foreign key (created_by) references people (id),
  add constraint components_parent_id_fkey foreign key (parent_id) references components (id),
  add constraint components_config_id_fkey foreign key (config_id) references config_items (id),
  add constraint components_topology_id_fkey foreign key (topology_id) references topologies (id),
  add constraint components_agent_id_fkey foreign key (agent_id) references agents (id);

alter table component_relationships
  add constraint component_relationships_component_id_fkey
    foreign key (component_id) references components (id) on delete cascade,
  add constraint component_relationships_relationship_id_fkey
    foreign key (relationship_id) references components (id) on delete cascade;

alter table team_components
  add constraint team_components_component_id_fkey
    foreign key (component_id) references components (id) on delete cascade,
  add constraint team_components_team_id_fkey foreign key (team_id) references teams (id) on delete cascade;

alter table canaries
  add constraint canaries_agent_id_fkey foreign key (agent_id) references agents (id),
  add constraint canaries_created_by_fkey foreign key (created_by) references people (id);

alter table checks
  add constraint checks_canary_id_fkey foreign key (canary_id) references canaries (id) on delete cascade,
  add constraint checks_agent_id_fkey foreign key (agent_id) references agents (id);

alter table check_statuses
  add constraint check_statuses_check_id_fkey foreign key (check_id) references checks (id) on delete cascade;

alter table check_statuses_1h
  add constraint check_statuses_aggr_check_id_fkey
    foreign key (check_id) references checks (id) on delete cascade;

alter table check_statuses_1d
  add constraint check_statuses_aggr_check_id_fkey
    foreign key (check_id) references checks (id) on delete cascade;

alter table check_component_relationships
  add constraint check_component_relationships_canary_id_fkey
    foreign key (canary_id) references canaries (id) on delete cascade,
  add constraint check_component_relationships_check_id_fkey
    foreign key (check_id) references checks (id) on delete cascade,
  add constraint check_component_relationships_component_id_fkey
    foreign key (component_id) references components (id) on delete cascade;

alter table check_config_relationships
  add constraint check_config_relationships_canary_id_fkey
    foreign key (canary_id) references canaries (id) on delete cascade,
  add constraint check_config_relationships_check_id_fkey
    foreign key (check_id) references checks (id) on delete cascade,
  add constraint check_config_relationships_config_id_fkey
    foreign key (config_id) references config_items (id) on delete cascade;

alter table playbooks
  add constraint playbook_created_by_fkey foreign key (created_by) references people (id);

alter table playbook_runs
  add constraint playbook_run_playbook_id_fkey
    foreign key (playbook_id) references playbooks (id) on delete cascade,
  add constraint playbook_run_created_by_fkey foreign key (created_by) references people (id),
  add constraint playbook_run_check_id_fkey foreign key (check_id) references checks (id),
  add constraint playbook_run_config_id_fkey foreign key (config_id) references config_items (id),
  add constraint playbook_run_component_id_fkey
    foreign key (component_id) references components (id),
  add constraint playbook_run_agent_id_fkey foreign key (agent_id) references agents (id);

alter table playbook_run_actions
  add constraint playbook_run_playbook_run_id_fkey
    foreign key (playbook_run_id) references playbook_runs (id) on delete cascade;

alter table playbook_approvals
  add constraint playbook_approval_run_id_fkey foreign key (run_id) references playbook_runs (id),
  add constraint playbook_approval_person_approver_fkey
    foreign key (person_id) references people (id),
  add constraint playbook_approval_team_approver_fkey foreign key (team_id) references teams (id);

alter table playbook_action_agent_data
  add constraint playbook_action_template_env_agent_action_id_fkey
    foreign key (action_id) references playbook_run_actions (id) on delete cascade;

alter table artifacts
  add constraint artifacts_checks_fkey foreign key (check_id) references checks (id),
  add constraint artifacts_playbook_run_action_fkey
    foreign key (playbook_run_action_id) references playbook_run_actions (id);

alter table incident_rules
  add constraint incident_rules_created_by_fkey foreign key (created_by) references people (id);

alter table incidents
  add constraint incidents_commander_id_fkey foreign key (commander_id) references people (id),
  add constraint incidents_communicator_id_fkey foreign key (communicator_id) references people (id),
  add constraint incidents_created_by_fkey foreign key (created_by) references people (id),
  add constraint incidents_incident_rule_id_fkey
    foreign key (incident_rule_id) references incident_rules (id);

alter table responders
  add constraint responders_created_by_fkey foreign key (created_by) references people (id),
  add constraint responders_incident_id_fkey foreign key (incident_id) references incidents (id),
  add constraint responders_person_id_fkey foreign key (person_id) references people (id),
  add constraint responders_team_id_fkey foreign key (team_id) references teams (id);

alter table hypotheses
  add constraint hypotheses_created_by_fkey foreign key (created_by) references people (id),
  add constraint hypotheses_incident_id_fkey foreign key (incident_id) references incidents (id),
  add constraint hypotheses_owner_fkey foreign key (owner) references responders (id),
  add constraint hypotheses_parent_id_fkey foreign key (parent_id) references hypotheses (id),
  add constraint hypotheses_team_id_fkey foreign key (team_id) references teams (id);

alter table evidences
  add constraint evidences_check_id_fkey foreign key (check_id) references checks (id),
  add constraint evidences_component_id_fkey foreign key (component_id) references components (id),
  add constraint evidences_config_analysis_id_fkey
    foreign key (config_analysis_id) references config_analysis (id),
  add constraint evidences_config_change_id_fkey
    foreign key (config_change_id) references config_changes (id),
  add constraint evidences_config_id_fkey foreign key (config_id) references config_items (id),
  add constraint evidences_created_by_fkey foreign key (created_by) references people (id),
  add constraint evidences_hypothesis_id_fkey foreign key (hypothesis_id) references hypotheses (id);

alter table comments
  add constraint comments_created_by_fkey foreign key (created_by) references people (id),
  add constraint comments_hypothesis_id_fkey foreign key (hypothesis_id) references hypotheses (id),
  add constraint comments_incident_id_fkey foreign key (incident_id) references incidents (id),
  add constraint comments_responder_id_fkey foreign key (responder_id) references responders (id);

alter table comment_responders
  add constraint comment_responders_comment_id_fkey
    foreign key (comment_id) references comments (id),
  add constraint comment_responders_responder_id_fkey
    foreign key (responder_id) references responders (id);

alter table incident_histories
  add constraint incident_histories_comment_id_fkey
    foreign key (comment_id) references comments (id) on delete set null,
  add constraint incident_histories_created_by_fkey foreign key (created_by) references people (id),
  add constraint incident_histories_evidence_id_fkey
    foreign key (evidence_id) references evidences (id) on delete set null,
  add constraint incident_histories_hypothesis_id_fkey
    foreign key (hypothesis_id) references hypotheses (id) on delete set null,
  add constraint incident_histories_incident_id_fkey
    foreign key (incident_id) references incidents (id),
  add constraint incident_histories_responder_id_fkey
    foreign key (responder_id) references responders (id) on delete set null;

alter table incident_relationships
  add constraint incident_relationships_incident_id_fkey
    foreign key (incident_id) references incidents (id),
  add constraint incident_relationships_related_id_fkey
    foreign key (related_id) references incidents (id);
