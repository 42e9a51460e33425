-- Topology views.

create view topology as
select
  c.id, c.agent_id, c.topology_id, c.external_id, c.parent_id, c.config_id, c.name, c.text, c.topology_type,
  c.namespace, c.labels, c.hidden, c.silenced, c.is_pushed, c.status, c.status_expr, c.health_expr, c.health,
  c.description, c.lifecycle, c.tooltip, c.status_reason, c.schedule, c.icon, c.type, c.owner, c.selectors,
  c.log_selectors, c.component_checks, c.configs, c.properties, c.path, c.summary, c.is_leaf,
  c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d,
  c.created_by, c.created_at, c.updated_at, c.deleted_at,
  (
    select json_agg(json_build_object('name', selector ->> 'name'))
    from jsonb_array_elements(
      case jsonb_typeof(c.log_selectors) when 'array' then c.log_selectors else '[]'::jsonb end
    ) selector
  ) as logs,
  checks.checks,
  (
    select array_agg(t.name order by t.name)
    from team_components l
    join teams t on t.id = l.team_id
    where l.component_id = c.id
  ) as team_names,
  incidents.incidents,
  insights.analysis,
  (
    select array_agg(distinct l.component_id)
    from component_relationships l
    where l.relationship_id = c.id and l.deleted_at is null
  ) as children,
  (
    select array_agg(distinct l.relationship_id)
    from component_relationships l
    where l.component_id = c.id and l.deleted_at is null
  ) as parents
from components c
left join check_summary_by_component checks on checks.component_id = c.id
left join incident_summary_by_component incidents on incidents.id = c.id
left join analysis_summary_by_component insights on insights.id = c.id
where c.deleted_at is null;

create view component_names as
select id, path, external_id, type, name, created_at, updated_at, icon, parent_id
from components
where deleted_at is null and not hidden
order by name;

create view component_names_all as
select id, path, external_id, type, name, created_at, updated_at, deleted_at, icon, parent_id
from components
where not hidden
order by name;

create view component_types as
select distinct type from components order by type;

create view component_labels as
select distinct pair.key, pair.value
from components c
cross join lateral jsonb_each_text(c.labels) pair
order by pair.key, pair.value;

create view components_with_logs as
select id, name, agent_id, icon, type
from components
where deleted_at is null and log_selectors is not null;
