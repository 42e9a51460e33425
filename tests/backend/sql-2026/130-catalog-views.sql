-- Catalog views of 2026. Roll-ups of configs come from a materialised view, as old as its last refresh.

create materialized view config_item_summary_7d as
select
  ci.id as config_id,
  coalesce(ch.total, 0) as config_changes_count,
  coalesce(a.by_type, '{}'::jsonb) as config_analysis_type_counts
from config_items ci
left join (
  select config_id, count(*) as total
  from config_changes
  where created_at >= now() - interval '7 days'
  group by config_id
) ch on ch.config_id = ci.id
left join (
  select n.config_id, jsonb_object_agg(n.analysis_type, n.total) as by_type
  from (
    select config_id, coalesce(analysis_type, 'unknown') as analysis_type, count(*) as total
    from config_analysis
    where status = 'open'
    group by 1, 2
  ) n
  group by n.config_id
) a on a.config_id = ci.id;

create unique index config_item_summary_7d_idx on config_item_summary_7d (config_id);

drop view config_items_aws, configs, config_detail, config_summary, config_class_summary;

-- `changes` is a number, `analysis` an object; both null for an item the summary does not know yet.
create view configs as
select
  ci.id, ci.scraper_id, ci.config_class, ci.external_id, ci.type, ci.name,
  ci.tags ->> 'namespace' as namespace,
  ci.description, ci.source, ci.labels, ci.tags, ci.tags_values, ci.properties, ci.properties_values,
  ci.created_by, ci.created_at, ci.updated_at, ci.deleted_at,
  cost.cost_total_1h / 60 as cost_per_minute,
  cost.cost_total_1h, cost.cost_total_1d, cost.cost_total_30d, cost.billing_currency,
  coalesce(cost.mixed_currency, false) as mixed_currency,
  ci.agent_id, ci.status, ci.health, ci.ready, ci.path,
  s.config_changes_count as changes,
  s.config_analysis_type_counts as analysis
from config_items ci
left join config_item_summary_7d s on s.config_id = ci.id
left join holdfast.config_costs_of_item cost on cost.config_id = ci.id;

create view config_items_aws as
select configs.*,
  configs.labels ->> 'zone' as zone,
  configs.labels ->> 'region' as region,
  configs.labels ->> 'account' as account
from configs
where configs.type like 'AWS::%';

alter table config_items
  drop column cost_per_minute,
  drop column cost_total_1d,
  drop column cost_total_7d,
  drop column cost_total_30d,
  drop column last_scraped_time;

create view config_detail as
select
  ci.id, ci.agent_id, ci.icon, ci.scraper_id, ci.config_class, ci.status, ci.health, ci.ready, ci.external_id,
  ci.type, ci.name, ci.description, ci.config, ci.source, ci.labels, ci.tags, ci.tags_values, ci.properties,
  ci.properties_values, ci.parent_id, ci.path, ci.is_pushed, ci.created_by, ci.created_at, ci.updated_at,
  ci.deleted_at, ci.delete_reason, ci.inserted_at,
  seen.last_scraped_time,
  a.name as agent_name,
  json_build_object(
    -- Live edges, in both directions.
    'relationships', (
      select count(*) from config_relationships e
      where (e.config_id = ci.id or e.related_id = ci.id) and e.deleted_at is null
    ),
    'analysis', (select count(*) from config_analysis a where a.config_id = ci.id and a.status = 'open'),
    'changes', coalesce(s.config_changes_count, 0),
    'playbook_runs', (
      select count(*) from playbook_runs r
      where r.config_id = ci.id and r.start_time >= now() - interval '30 days'
    ),
    'checks', (
      select count(*) from check_config_relationships l where l.config_id = ci.id and l.deleted_at is null
    )
  ) as summary,
  case when sc.id is not null then json_build_object('id', sc.id, 'name', sc.name) end as scraper
from config_items ci
left join agents a on a.id = ci.agent_id
left join config_scrapers sc on sc.id = ci.scraper_id
left join config_items_last_scraped_time seen on seen.config_id = ci.id
left join config_item_summary_7d s on s.config_id = ci.id;

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
  select ci.type, max(ci.created_at) as created_at, max(ci.updated_at) as updated_at,
    count(*) as total_configs,
    sum(cost.cost_total_1h) / 60 as cost_per_minute, sum(cost.cost_total_1h) as cost_total_1h,
    sum(cost.cost_total_1d) as cost_total_1d, sum(cost.cost_total_30d) as cost_total_30d
  from config_items ci
  left join holdfast.config_costs_of_item cost on cost.config_id = ci.id
  where ci.deleted_at is null
  group by ci.type
)
select items.type, items.created_at, items.updated_at, t.analysis, s.severity,
  coalesce(ch.change_count, 0) as changes, items.total_configs, items.cost_per_minute, items.cost_total_1h,
  items.cost_total_1d, items.cost_total_30d
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
  select ci.config_class, count(*) as total_configs,
    sum(cost.cost_total_1h) / 60 as cost_per_minute, sum(cost.cost_total_1h) as cost_total_1h,
    sum(cost.cost_total_1d) as cost_total_1d, sum(cost.cost_total_30d) as cost_total_30d
  from config_items ci
  left join holdfast.config_costs_of_item cost on cost.config_id = ci.id
  group by ci.config_class
)
select items.config_class, insights.analysis, coalesce(changes.total, 0) as changes, items.total_configs,
  items.cost_per_minute, items.cost_total_1h, items.cost_total_1d, items.cost_total_30d
from items
left join insights on insights.config_class = items.config_class
left join changes on changes.config_class = items.config_class
order by items.config_class;

-- Heavy columns came along: `select=*` of a page of changes carries whole documents.
drop view catalog_changes;
create view catalog_changes as
select ch.id, ch.config_id, ci.name, ci.deleted_at, ci.type, ci.tags, ci.config, ci.path,
  ch.external_created_by, ch.created_at, ch.inserted_at, ch.severity, ch.change_type, ch.source, ch.summary,
  ch.details, ch.diff, ch.created_by, ch.count, ch.first_observed, ci.agent_id
from config_changes ch
left join config_items ci on ci.id = ch.config_id;

drop view config_analysis_items;
create view config_analysis_items as
select a.id, a.config_id, a.scraper_id, a.created_by, a.source, a.analyzer, a.analysis_type, a.severity,
  a.summary, a.status, a.message, a.analysis, a.properties, a.first_observed, a.last_observed, a.is_pushed,
  ci.type as config_type, ci.config_class, ci.name, ci.name as config_name, ci.type, ci.tags, ci.labels,
  ci.config, ci.agent_id, ci.path, ci.deleted_at
from config_analysis a
left join config_items ci on ci.id = a.config_id;

-- Keys and values of both kinds in one list.
create view config_tags_labels_keys as
select distinct pair.key, 'tag' as type
from config_items ci
cross join lateral jsonb_each_text(ci.tags) pair
where ci.deleted_at is null
union
select distinct pair.key, 'label'
from config_items ci
cross join lateral jsonb_each_text(ci.labels) pair
where ci.deleted_at is null;

create view checks_labels_keys as
select distinct pair.key
from checks c
cross join lateral jsonb_each_text(c.labels) pair
where c.deleted_at is null;

create view component_labels_keys as
select distinct pair.key
from components c
cross join lateral jsonb_each_text(c.labels) pair
where c.deleted_at is null;

-- The roll-ups are as fresh as the last call; the real server does this every few minutes.
create function holdfast.refresh_config_summaries() returns void
language plpgsql as $$
begin
  refresh materialized view concurrently public.config_item_summary_7d;
  refresh materialized view concurrently public.config_cost_summary;
end
$$;
