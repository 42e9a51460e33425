-- Catalog views. Key columns stay plain columns of their table: PostgREST finds the relations of a view
-- there.

-- Roll-ups are subqueries in the select list: a request that does not select them does not pay for them.
create view configs as
select
  ci.id, ci.scraper_id, ci.config_class, ci.external_id, ci.type, ci.name,
  ci.tags ->> 'namespace' as namespace,
  ci.description, ci.source, ci.labels, ci.tags, ci.created_by, ci.created_at, ci.updated_at, ci.deleted_at,
  ci.cost_per_minute, ci.cost_total_1d, ci.cost_total_7d, ci.cost_total_30d,
  ci.agent_id, ci.status, ci.health, ci.ready, ci.path,
  (
    select json_agg(json_build_object(
      'analyzer', a.analyzer, 'analysis_type', a.analysis_type, 'severity', a.severity
    ))
    from config_analysis a
    where a.config_id = ci.id and a.status = 'open'
  ) as analysis,
  (
    select json_agg(json_build_object(
      'change_type', kind.change_type, 'severity', kind.severity, 'total', kind.total
    ))
    from (
      select ch.change_type, ch.severity, count(*) as total
      from config_changes ch
      where ch.config_id = ci.id
      group by ch.change_type, ch.severity
    ) kind
  ) as changes
from config_items ci;

create view config_items_aws as
select configs.*,
  configs.labels ->> 'zone' as zone,
  configs.labels ->> 'region' as region,
  configs.labels ->> 'account' as account
from configs
where configs.type like 'AWS::%';

create view config_detail as
select
  ci.id, ci.agent_id, ci.icon, ci.scraper_id, ci.config_class, ci.status, ci.health, ci.ready, ci.external_id,
  ci.type, ci.cost_per_minute, ci.cost_total_1d, ci.cost_total_7d, ci.cost_total_30d, ci.name, ci.description,
  ci.config, ci.source, ci.labels, ci.tags, ci.properties, ci.parent_id, ci.path, ci.is_pushed, ci.created_by,
  ci.last_scraped_time, ci.created_at, ci.updated_at, ci.deleted_at, ci.delete_reason,
  json_build_object(
    -- Deleted edges count, in both directions.
    'relationships', (
      select count(*) from config_relationships e where e.config_id = ci.id or e.related_id = ci.id
    ),
    -- Of any status.
    'analysis', (
      select count(*) from config_analysis a
      where a.config_id = ci.id and a.last_observed >= now() - interval '2 days'
    ),
    'changes', (
      select count(*) from related_changes_recursive(ci.id, 'downstream', false, 5) ch
      where ci.deleted_at is null and ch.created_at >= now() - interval '2 days'
    ),
    'playbook_runs', (
      select count(*) from playbook_runs r
      where r.config_id = ci.id and r.start_time >= now() - interval '30 days'
    ),
    'checks', (
      select count(*) from check_config_relationships l where l.config_id = ci.id and l.deleted_at is null
    )
  ) as summary,
  -- Deleted links count.
  (
    select json_agg(co)
    from config_component_relationships l
    join components co on co.id = l.component_id
    where l.config_id = ci.id
  ) as components
from config_items ci;

create view config_names as
select id, type, external_id, name from config_items order by name;

create view config_types as
select distinct type from config_items order by type;

create view config_classes as
select distinct config_class from config_items order by config_class;

create view config_statuses as
select distinct status from config_items where status is not null order by status;

create view config_labels as
select distinct pair.key, pair.value
from config_items ci
cross join lateral jsonb_each_text(ci.labels) pair
where ci.deleted_at is null
order by pair.key, pair.value;

create view config_tags as
select distinct pair.key, pair.value
from config_items ci
cross join lateral jsonb_each_text(ci.tags) pair
where ci.deleted_at is null
order by pair.key, pair.value;

-- Changes

create view catalog_changes as
select ch.id, ch.config_id, ci.name, ci.type, ci.tags, ch.external_created_by, ch.created_at, ch.severity,
  ch.change_type, ch.source, ch.summary, ch.created_by, ch.count, ch.first_observed, ci.agent_id
from config_changes ch
left join config_items ci on ci.id = ch.config_id;

create view change_types as
select distinct change_type from config_changes order by change_type;

create view config_changes_by_types as
select ci.type, count(*) as change_count
from config_changes ch
join config_items ci on ci.id = ch.config_id
where ch.created_at >= now() - interval '30 days'
group by ci.type;

-- Insights

create view config_analysis_items as
select a.id, a.config_id, a.scraper_id, a.created_by, a.source, a.analyzer, a.analysis_type, a.severity,
  a.summary, a.status, a.message, a.analysis, a.first_observed, a.last_observed, a.is_pushed,
  ci.type as config_type, ci.config_class
from config_analysis a
left join config_items ci on ci.id = a.config_id;

create view analysis_types as
select distinct analysis_type from config_analysis order by analysis_type;

create view analyzer_types as
select distinct analyzer from config_analysis order by analyzer;

create view config_analysis_analyzers as
select distinct analyzer from config_analysis where status = 'open' order by analyzer;

create view config_analysis_by_severity as
select ci.type, a.severity, count(*) as analysis_count
from config_analysis a
join config_items ci on ci.id = a.config_id
where a.first_observed >= now() - interval '30 days'
group by ci.type, a.severity;

-- type → severity → count. Insights without a type or a severity count as `unknown`: a key cannot be null.
create view analysis_by_config as
select by_type.config_id as id, jsonb_object_agg(by_type.analysis_type, by_type.severities) as analysis
from (
  select n.config_id, n.analysis_type, jsonb_object_agg(n.severity, n.total) as severities
  from (
    select a.config_id, coalesce(a.analysis_type, 'unknown') as analysis_type,
      coalesce(a.severity, 'unknown') as severity, count(*) as total
    from config_analysis a
    where a.status is distinct from 'resolved'
    group by 1, 2, 3
  ) n
  group by n.config_id, n.analysis_type
) by_type
group by by_type.config_id;

-- Roll-ups per type and per class. Changes and insights of deleted items count too, their rows do not.

create view config_summary as
with open_insights as (
  select ci.type, coalesce(a.analysis_type, 'unknown') as analysis_type,
    coalesce(a.severity, 'unknown') as severity
  from config_analysis a
  join config_items ci on ci.id = a.config_id
  where a.status = 'open'
),
insights_by_type as (
  select n.type, jsonb_object_agg(n.analysis_type, n.total) as analysis
  from (select type, analysis_type, count(*) as total from open_insights group by 1, 2) n
  group by n.type
),
insights_by_severity as (
  select n.type, jsonb_object_agg(n.severity, n.total) as severity
  from (select type, severity, count(*) as total from open_insights group by 1, 2) n
  group by n.type
),
items as (
  select type, max(created_at) as created_at, max(updated_at) as updated_at, count(*) as total_configs,
    sum(cost_per_minute) as cost_per_minute, sum(cost_total_1d) as cost_total_1d,
    sum(cost_total_7d) as cost_total_7d, sum(cost_total_30d) as cost_total_30d
  from config_items
  where deleted_at is null
  group by type
)
select items.type, items.created_at, items.updated_at, t.analysis, s.severity,
  coalesce(ch.change_count, 0) as changes, items.total_configs, items.cost_per_minute, items.cost_total_1d,
  items.cost_total_7d, items.cost_total_30d
from items
left join insights_by_type t on t.type = items.type
left join insights_by_severity s on s.type = items.type
left join config_changes_by_types ch on ch.type = items.type
order by items.type;

create view config_class_summary as
with insights as (
  select n.config_class, jsonb_object_agg(n.analysis_type, n.total) as analysis
  from (
    select ci.config_class, coalesce(a.analysis_type, 'unknown') as analysis_type, count(*) as total
    from config_analysis a
    join config_items ci on ci.id = a.config_id
    where a.status = 'open'
    group by 1, 2
  ) n
  group by n.config_class
),
changes as (
  select ci.config_class, count(*) as total
  from config_changes ch
  join config_items ci on ci.id = ch.config_id
  where ch.created_at >= now() - interval '30 days'
  group by ci.config_class
),
items as (
  select config_class, count(*) as total_configs,
    sum(cost_per_minute) as cost_per_minute, sum(cost_total_1d) as cost_total_1d,
    sum(cost_total_7d) as cost_total_7d, sum(cost_total_30d) as cost_total_30d
  from config_items
  group by config_class
)
select items.config_class, insights.analysis, coalesce(changes.total, 0) as changes, items.total_configs,
  items.cost_per_minute, items.cost_total_1d, items.cost_total_7d, items.cost_total_30d
from items
left join insights on insights.config_class = items.config_class
left join changes on changes.config_class = items.config_class
order by items.config_class;

-- What is linked to a component; deleted links are not left out.

create view changes_by_component as
select ch.id, ch.config_id, ci.name, ci.config_class, ci.type, ch.change_type, ch.created_at, ch.created_by,
  ch.id as change_id, ch.severity, l.component_id, ci.deleted_at as config_deleted_at
from config_changes ch
join config_items ci on ci.id = ch.config_id
join config_component_relationships l on l.config_id = ch.config_id
order by ch.created_at desc;

create view analysis_by_component as
select a.config_id, ci.name, ci.config_class, ci.type, a.analysis_type, a.first_observed, a.last_observed,
  a.created_by, a.id as analysis_id, a.severity, l.component_id
from config_analysis a
join config_items ci on ci.id = a.config_id
join config_component_relationships l on l.config_id = a.config_id
where a.status = 'open' and ci.deleted_at is null
order by array_position(array['critical', 'blocker', 'high', 'medium', 'low', 'info'], a.severity);

-- Of every status, resolved included.
create view analysis_summary_by_component as
select by_type.component_id as id, jsonb_object_agg(by_type.analysis_type, by_type.severities) as analysis
from (
  select n.component_id, n.analysis_type, jsonb_object_agg(n.severity, n.total) as severities
  from (
    select l.component_id, coalesce(a.analysis_type, 'unknown') as analysis_type,
      coalesce(a.severity, 'unknown') as severity, count(*) as total
    from config_component_relationships l
    join config_analysis a on a.config_id = l.config_id
    group by 1, 2, 3
  ) n
  group by n.component_id, n.analysis_type
) by_type
group by by_type.component_id;
