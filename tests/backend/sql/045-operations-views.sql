-- Jobs, events, notifications, agents, playbooks, people: the views of the settings pages.

create view job_history_latest_status as
select *
from (
  select j.id, j.agent_id, j.name, j.success_count, j.error_count, j.details, j.hostname, j.duration_millis,
    j.resource_type, j.resource_id, j.status, j.time_start, j.time_end, j.created_at, j.is_pushed,
    row_number() over (partition by j.resource_id order by j.created_at desc, j.id desc) as rn
  from job_history j
) numbered
where rn = 1;

create view job_history_names as
select distinct name from job_history order by name;

create view job_histories as
select
  j.id, j.agent_id, j.name, j.success_count, j.error_count, j.details, j.hostname, j.duration_millis,
  j.resource_type, j.resource_id, j.status, j.time_start, j.time_end, j.created_at, j.is_pushed,
  coalesce(
    case j.resource_type
      when 'components' then (select c.name from components c where c.id::text = j.resource_id)
      when 'config_scraper' then (select s.name from config_scrapers s where s.id::text = j.resource_id)
      when 'topology' then (select t.name from topologies t where t.id::text = j.resource_id)
      when 'canary' then (select c.name from canaries c where c.id::text = j.resource_id)
    end,
    j.resource_id
  ) as resource_name,
  json_build_object('id', a.id, 'name', a.name) as agent
from job_history j
left join agents a on a.id = j.agent_id;

-- The newest job of a resource comes by index, one resource at a time: the window of
-- job_history_latest_status reads the whole log.

create view config_scrapers_with_status as
select
  s.id, s.description, s.name, s.spec, s.source, s.created_by, s.agent_id, s.created_at, s.updated_at,
  s.deleted_at, s.is_pushed,
  j.name as job_name, j.success_count as job_success_count, j.error_count as job_error_count,
  j.details as job_details, j.hostname as job_hostname, j.duration_millis as job_duration_millis,
  j.resource_type as job_resource_type, j.status as job_status, j.time_start as job_time_start,
  j.time_end as job_time_end, j.created_at as job_created_at,
  (
    select max(f.time_start) from job_history f
    where f.resource_id = s.id::text and f.resource_type = 'config_scraper' and f.status = 'FAILED'
  ) as job_last_failed,
  json_build_object('id', a.id, 'name', a.name) as agent
from config_scrapers s
left join agents a on a.id = s.agent_id
left join lateral (
  select * from job_history h where h.resource_id = s.id::text order by h.created_at desc, h.id desc limit 1
) j on true
where s.deleted_at is null;

create view topologies_with_status as
select
  t.id, t.agent_id, t.name, t.namespace, t.labels, t.source, t.spec, t.created_at, t.updated_at, t.is_pushed,
  t.schedule, t.created_by, t.deleted_at,
  j.name as job_name, j.success_count as job_success_count, j.error_count as job_error_count,
  j.details as job_details, j.hostname as job_hostname, j.duration_millis as job_duration_millis,
  j.resource_type as job_resource_type, j.status as job_status, j.time_start as job_time_start,
  j.time_end as job_time_end, j.created_at as job_created_at,
  (
    select max(f.time_start) from job_history f
    where f.resource_id = t.id::text and f.resource_type = 'topology' and f.status = 'FAILED'
  ) as job_last_failed,
  json_build_object('id', a.id, 'name', a.name) as agent
from topologies t
left join agents a on a.id = t.agent_id
left join lateral (
  select * from job_history h
  where h.resource_id = t.id::text and h.resource_type = 'topology'
  order by h.created_at desc, h.id desc
  limit 1
) j on true
where t.deleted_at is null;

create view canaries_with_status as
select
  c.id, c.name, c.namespace, c.spec ->> 'interval' as interval, c.spec ->> 'schedule' as schedule,
  c.labels, c.source, c.created_by, c.created_at, c.deleted_at,
  (select max(k.last_runtime) from checks k where k.canary_id = c.id) as last_runtime,
  j.name as job_name, j.success_count as job_success_count, j.error_count as job_error_count,
  j.details as job_details, j.hostname as job_hostname, j.duration_millis as job_duration_millis,
  j.resource_type as job_resource_type, j.status as job_status, j.time_start as job_time_start,
  j.time_end as job_time_end, j.created_at as job_created_at,
  (
    select max(f.time_start) from job_history f
    where f.resource_id = c.id::text and f.resource_type = 'canary' and f.status = 'FAILED'
  ) as job_last_failed,
  json_build_object('id', a.id, 'name', a.name) as agent
from canaries c
left join agents a on a.id = c.agent_id
left join lateral (
  select * from job_history h where h.resource_id = c.id::text order by h.created_at desc, h.id desc limit 1
) j on true
where c.deleted_at is null;

create view teams_with_status as
select
  t.id, t.name, t.icon, t.spec, t.source, t.created_by, t.created_at, t.updated_at, t.deleted_at,
  j.name as job_name, j.success_count as job_success_count, j.error_count as job_error_count,
  j.details as job_details, j.hostname as job_hostname, j.duration_millis as job_duration_millis,
  j.resource_type as job_resource_type, j.status as job_status, j.time_start as job_time_start,
  j.time_end as job_time_end, j.created_at as job_created_at,
  (
    select max(f.time_start) from job_history f
    where f.resource_id = t.id::text and f.resource_type = 'team' and f.status = 'FAILED'
  ) as job_last_failed
from teams t
left join lateral (
  select * from job_history h where h.resource_id = t.id::text order by h.created_at desc, h.id desc limit 1
) j on true
where t.deleted_at is null;

-- Log backends have no jobs: empty texts and zeros in those columns, and deleted backends are not left out.
create view integrations_with_status as
select
  every.*,
  p.name as creator_name, p.avatar as creator_avatar, p.title as creator_title, p.email as creator_email
from (
  select id, name, description, 'scrapers'::text as integration_type, source, agent_id, created_at, updated_at,
    deleted_at, created_by, job_name, job_success_count, job_error_count, job_details, job_hostname,
    job_duration_millis, job_resource_type, job_status, job_time_start, job_time_end, job_created_at,
    job_last_failed, agent::jsonb as agent
  from config_scrapers_with_status
  union all
  select id, name, '', 'topologies', source, agent_id, created_at, updated_at,
    deleted_at, created_by, job_name, job_success_count, job_error_count, job_details, job_hostname,
    job_duration_millis, job_resource_type, job_status, job_time_start, job_time_end, job_created_at,
    job_last_failed, agent::jsonb
  from topologies_with_status
  union all
  select id, name, '', 'logging_backends', source, agent_id, created_at, updated_at,
    deleted_at, created_by, '', 0, 0, null, '', 0, '', '', null, null, null, null, null
  from logging_backends
) every
left join people p on p.id = every.created_by;

create view event_queue_summary as
select
  name,
  count(*) as pending,
  count(*) filter (where error is not null) as failed,
  round(avg(attempts), 2) as average_attempts,
  min(created_at) filter (where error is not null) as first_failure,
  max(last_attempt) as last_failure,
  mode() within group (order by error) as most_common_error
from event_queue
group by name;

create view failed_events as
select
  name,
  count(distinct error) as unique_errors,
  avg(attempts) as average_attempts,
  count(*) as total_failed_events,
  mode() within group (order by error) as most_common_error
from event_queue
where error is not null and created_at >= now() - interval '7 days'
group by name;

-- failed, sent and the average are null without any history; the average is that of failed sends.
create view notifications_summary as
select
  n.id, n.title, n.events, n.filter, n.person_id, n.team_id, n.custom_services, n.created_at, n.updated_at,
  n.created_by, n.source, n.repeat_interval,
  (
    select count(*) from event_queue q
    where q.name = 'notification.send' and q.properties ->> 'notification_id' = n.id::text
  ) as pending,
  h.avg_duration_ms, h.failed, h.sent, h.most_common_error
from notifications n
left join (
  select
    notification_id,
    round(avg(duration_millis) filter (where error is not null), 2) as avg_duration_ms,
    count(*) filter (where error is not null) as failed,
    count(*) filter (where error is null) as sent,
    mode() within group (order by error) as most_common_error
  from notification_send_history
  group by notification_id
) h on h.notification_id = n.id
where n.deleted_at is null;

create view agents_summary as
select
  a.id, a.name, a.hostname, a.description, a.ip, a.version, a.username, a.person_id, a.properties, a.tls,
  a.created_by, a.created_at, a.updated_at, a.cleanup, a.deleted_at, a.last_seen, a.last_received,
  configs.total as config_count,
  scrapers.total as config_scrapper_count,
  checks.total as checks_count,
  runs.total as playbook_runs_count
from agents a
left join (select agent_id, count(*) as total from config_items group by 1) configs on configs.agent_id = a.id
left join (select agent_id, count(*) as total from config_scrapers group by 1) scrapers
  on scrapers.agent_id = a.id
left join (select agent_id, count(*) as total from checks group by 1) checks on checks.agent_id = a.id
left join (select agent_id, count(*) as total from playbook_runs group by 1) runs on runs.agent_id = a.id
where a.deleted_at is null;

-- Description, category and icon come from the spec: an edited column does not show here.
create view playbook_names as
select id, title, name,
  spec ->> 'description' as description, spec ->> 'category' as category, spec ->> 'icon' as icon
from playbooks
where deleted_at is null
order by name;

create view playbooks_for_agent as
select runner.name as agent_name, a.person_id, a.id as agent_id, jsonb_agg(p.id) as playbook_ids
from playbooks p
cross join lateral jsonb_array_elements_text(
  case jsonb_typeof(p.spec -> 'runsOn') when 'array' then p.spec -> 'runsOn' else '[]'::jsonb end
) runner (name)
join agents a on a.name = runner.name and a.deleted_at is null
where p.deleted_at is null
group by runner.name, a.person_id, a.id;

-- People without a role are missing here, not empty.
create view people_roles as
select p.id, p.name, p.email, array_agg(r.v1 order by r.v1) as roles
from people p
join casbin_rule r on r.ptype = 'g' and r.v0 = p.id::text
group by p.id, p.name, p.email;

-- The list everybody may see: no secret column.
create view connections_list as
select id, name, namespace, type,
  case
    when split_part(url, '://', 1) in (
      'bark', 'discord', 'smtp', 'gotify', 'googlechat', 'ifttt', 'join', 'mattermost', 'matrix', 'ntfy',
      'opsgenie', 'pushbullet', 'pushover', 'rocketchat', 'slack', 'teams', 'telegram', 'zulip'
    ) then 'notification'
    else ''
  end as category,
  created_by, created_at, updated_at
from connections
where deleted_at is null
order by name;

create view push_queue_summary as
select 'artifacts' as "table", count(*) from artifacts where not is_pushed
union all select 'canaries', count(*) from canaries where not is_pushed
union all select 'check_component_relationships', count(*) from check_component_relationships where not is_pushed
union all select 'check_config_relationships', count(*) from check_config_relationships where not is_pushed
union all select 'check_statuses', count(*) from check_statuses where not is_pushed
union all select 'checks', count(*) from checks where not is_pushed
union all select 'component_relationships', count(*) from component_relationships where not is_pushed
union all select 'components', count(*) from components where not is_pushed
union all select 'config_analysis', count(*) from config_analysis where not is_pushed
union all select 'config_changes', count(*) from config_changes where not is_pushed
union all select 'config_component_relationships', count(*)
  from config_component_relationships where not is_pushed
union all select 'config_items', count(*) from config_items where not is_pushed
union all select 'config_relationships', count(*) from config_relationships where not is_pushed
union all select 'config_scrapers', count(*) from config_scrapers where not is_pushed
union all select 'playbook_run_actions', count(*) from playbook_run_actions where not is_pushed
union all select 'topologies', count(*) from topologies where not is_pushed;
