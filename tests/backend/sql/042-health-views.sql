-- Health views. Three are materialised, because a page of checks would otherwise aggregate every run of the
-- hour.

create view check_status_summary_hour as
select
  check_id,
  percentile_disc(0.99) within group (order by duration) as p99,
  percentile_disc(0.95) within group (order by duration) as p95,
  percentile_disc(0.5) within group (order by duration) as p50,
  avg(duration) as mean,
  count(*) filter (where status) as passed,
  count(*) filter (where not status) as failed,
  max(time) as last_check,
  max(time) filter (where status) as last_pass,
  max(time) filter (where not status) as last_fail
from check_statuses
where time > now() - interval '1 hour'
group by check_id;

-- Checks that did not run within the hour: their last run, in the same shape.
create materialized view check_status_summary_aged as
select
  last_run.check_id,
  last_run.duration as p99,
  last_run.duration as p95,
  last_run.duration as p50,
  last_run.duration as mean,
  case when last_run.status then 1 else 0 end as passed,
  case when last_run.status then 0 else 1 end as failed,
  last_run.time as last_check,
  case when last_run.status then last_run.time end as last_pass,
  case when not last_run.status then last_run.time end as last_fail
from checks c
cross join lateral (
  select s.check_id, s.duration, s.status, s.time
  from check_statuses s
  where s.check_id = c.id
  order by s.time desc
  limit 1
) last_run
where c.deleted_at is null
  and not exists (select from check_status_summary_hour h where h.check_id = c.id);

create unique index check_status_summary_aged_check_id_idx on check_status_summary_aged (check_id);

create materialized view check_status_summary as
select check_id, p99, p95, p50, mean, passed, failed, last_check, last_pass, last_fail
from check_status_summary_hour
union all
-- The aged view is refreshed less often: a check that runs again is in both until then.
select check_id, p99, p95, p50, mean, passed, failed, last_check, last_pass, last_fail
from check_status_summary_aged a
where not exists (select from check_status_summary_hour h where h.check_id = a.check_id);

create unique index check_status_summary_check_id_idx on check_status_summary (check_id);

create materialized view check_size_summary as
select
  c.canary_id, c.id,
  min(s.time) as min_time,
  max(s.time) as max_time,
  count(*) as count,
  sum(pg_column_size(s.*))::bigint as size,
  (sum(pg_column_size(s.*)) / count(*))::bigint as avg_size
from checks c
join check_statuses s on s.check_id = c.id
group by c.canary_id, c.id;

create unique index check_size_summary_id_idx on check_size_summary (id);

create view check_statuses_5m as
select
  s.check_id,
  date_bin('5 minutes', s.time, timestamptz '2000-01-01 00:00:00+00') as created_at,
  count(*) as total_checks,
  count(*) filter (where s.status) as passed,
  count(*) filter (where not s.status) as failed,
  sum(s.duration) as total_duration
from check_statuses s
join checks c on c.id = s.check_id
where s.time > now() - interval '1 day'
group by s.check_id, 2;

-- Deleted and silenced checks included. Uptime and latency are as old as the last refresh.
create view check_summary as
select
  c.id, c.canary_id,
  json_build_object(
    'passed', s.passed, 'failed', s.failed, 'last_pass', s.last_pass, 'last_fail', s.last_fail
  ) as uptime,
  json_build_object('p99', s.p99, 'p95', s.p95, 'p50', s.p50, 'avg', s.mean) as latency,
  c.last_transition_time, c.type, c.icon, c.name, c.status, c.description, c.namespace,
  ca.namespace as canary_namespace,
  ca.name as canary_name,
  -- The check's labels lie over those of its canary.
  coalesce(ca.labels, '{}'::jsonb) || coalesce(c.labels, '{}'::jsonb) as labels,
  c.severity, c.owner, c.last_runtime, c.created_at, c.updated_at, c.deleted_at, c.silenced_at
from checks c
join canaries ca on ca.id = c.canary_id
left join check_status_summary s on s.check_id = c.id;

create view check_summary_for_config as
select l.config_id, s.*
from check_config_relationships l
join check_summary s on s.id = l.check_id
where l.deleted_at is null;

create view checks_by_component as
select l.component_id, c.id, c.type, c.name, c.severity, c.status
from check_component_relationships l
join checks c on c.id = l.check_id
where l.deleted_at is null;

create view checks_by_config as
select l.config_id, c.id, c.type, c.name, c.severity, c.status, c.icon, c.last_runtime
from check_config_relationships l
join checks c on c.id = l.check_id
where l.deleted_at is null;

create view check_summary_by_component as
select n.component_id, json_object_agg(n.status, n.total) as checks
from (
  select component_id, status, count(*) as total
  from checks_by_component
  where status is not null
  group by component_id, status
) n
group by n.component_id;

create view check_summary_by_config as
select n.config_id, json_object_agg(n.status, n.total) as checks
from (
  select config_id, status, count(*) as total
  from checks_by_config
  where status is not null
  group by config_id, status
) n
group by n.config_id;

create view checks_status_artifacts as
select
  s.check_id, s.status as check_status, s.message as check_message, s.error, s.invalid, s.time, s.duration,
  json_agg(json_build_object('name', a.filename, 'size', a.size, 'id', a.id)) as artifacts
from check_statuses s
left join artifacts a on a.check_id = s.check_id and a.check_time = s.time
group by s.check_id, s.time;

create view check_names as
select id, canary_id, type, name, status
from checks
where deleted_at is null and silenced_at is null
order by name;

create view check_labels as
select distinct pair.key, pair.value
from checks c
cross join lateral jsonb_each_text(c.labels) pair
order by pair.key, pair.value;
