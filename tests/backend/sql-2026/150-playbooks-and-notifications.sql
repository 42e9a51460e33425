-- Playbook runs and notifications.

alter table playbook_runs
  add column notification_send_id uuid,
  add column parent_id uuid,
  add column timeout bigint default 1800000000000 not null,
  add column spec jsonb,
  alter column status set default 'scheduled',
  add constraint playbook_runs_parent_id_fkey foreign key (parent_id) references playbook_runs (id);
alter table playbook_runs disable trigger user;
update playbook_runs set spec = '{}';
update playbook_runs set status = 'pending_approval' where status = 'pending';
alter table playbook_runs enable trigger user;
alter table playbook_runs alter column spec set default '{}', alter column spec set not null;

alter table playbook_run_actions add column retry_count integer default 0 not null;

-- The actions of a run and of the runs it started, in order.
create function get_playbook_run_actions(run_id uuid)
returns table (
  id uuid, name text, status text, playbook_run_id uuid, start_time timestamptz, scheduled_time timestamptz,
  end_time timestamptz, result jsonb, error text, is_pushed boolean, agent_id uuid, retry_count integer,
  playbook_id uuid, agent jsonb
)
language sql stable as $$
  with recursive runs (id, playbook_id) as (
    select r.id, r.playbook_id from playbook_runs r where r.id = get_playbook_run_actions.run_id
    union
    select child.id, child.playbook_id from playbook_runs child join runs on child.parent_id = runs.id
  )
  select a.id, a.name, a.status, a.playbook_run_id, a.start_time, a.scheduled_time, a.end_time, a.result,
    a.error, a.is_pushed, a.agent_id, a.retry_count, runs.playbook_id,
    case when ag.id is not null then jsonb_build_object('id', ag.id, 'name', ag.name) end
  from runs
  join playbook_run_actions a on a.playbook_run_id = runs.id
  left join agents ag on ag.id = a.agent_id
  order by a.start_time nulls last, a.id
$$;

drop view playbook_names;
create view playbook_names as
select id, title, name, namespace,
  spec ->> 'description' as description, spec ->> 'category' as category, spec ->> 'icon' as icon
from playbooks
where deleted_at is null
order by name;

alter table notifications
  add column name text default uuid_to_ulid(generate_ulid()) not null,
  add column namespace text,
  add column error_at timestamptz,
  add column wait_for bigint,
  add column inhibitions jsonb,
  add column playbook_id uuid,
  add column wait_for_eval_period bigint,
  add column group_by_interval bigint,
  add column watchdog_schedule text,
  add column fallback_delay bigint,
  add column fallback_custom_services jsonb,
  add column fallback_playbook_id uuid,
  add column fallback_person_id uuid,
  add column fallback_team_id uuid;
create unique index notifications_name_namespace_key on notifications (name, namespace)
  where deleted_at is null;

alter table notification_send_history
  alter column body drop not null,
  add column body_payload jsonb,
  add column count integer default 1 not null,
  add column first_observed timestamptz default now() not null,
  add column silenced_by uuid,
  add column playbook_run_id uuid,
  add column parent_id uuid,
  add constraint notification_send_history_playbook_run_id_fkey
    foreign key (playbook_run_id) references playbook_runs (id),
  add constraint notification_send_history_parent_id_fkey
    foreign key (parent_id) references notification_send_history (id) on delete cascade;
update notification_send_history set first_observed = created_at;

alter table playbook_runs
  add constraint playbook_runs_notification_send_id_fkey
    foreign key (notification_send_id) references notification_send_history (id);

create table notification_silences (
  id uuid default generate_ulid() not null,
  name text not null,
  namespace text,
  description text,
  error text,
  filter text,
  selectors jsonb,
  "from" timestamptz,
  until timestamptz,
  recursive boolean,
  config_id uuid,
  canary_id uuid,
  component_id uuid,
  check_id uuid,
  source source,
  created_by uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  constraint notification_silences_pkey primary key (id),
  constraint notification_silences_created_by_fkey foreign key (created_by) references people (id),
  constraint notification_silences_config_id_fkey foreign key (config_id) references config_items (id),
  constraint notification_silences_canary_id_fkey foreign key (canary_id) references canaries (id),
  constraint notification_silences_component_id_fkey foreign key (component_id) references components (id),
  constraint notification_silences_check_id_fkey foreign key (check_id) references checks (id)
);

alter table notification_send_history
  add constraint notification_send_history_silenced_by_fkey
    foreign key (silenced_by) references notification_silences (id);

create trigger a_keep_deleted_at before update on notification_silences for each row
  when (old.deleted_at is not null and new.deleted_at is not null
    and new.deleted_at is distinct from old.deleted_at)
  execute function keep_deleted_at();
create trigger notification_silences_update_updated_at before update on notification_silences
  for each row execute function update_updated_at_column('deleted_at');

create or replace view notifications_summary as
select
  n.id, n.title, n.events, n.filter, n.person_id, n.team_id, n.custom_services, n.created_at, n.updated_at,
  n.created_by, n.source, n.repeat_interval,
  (
    select count(*) from event_queue q
    where q.name = 'notification.send' and q.properties ->> 'notification_id' = n.id::text
  ) as pending,
  h.avg_duration_ms, h.failed, h.sent, h.most_common_error,
  n.name, n.namespace, n.error, n.error_at, n.wait_for, h.last_failed_at
from notifications n
left join (
  select
    notification_id,
    round(avg(duration_millis) filter (where error is not null), 2) as avg_duration_ms,
    count(*) filter (where error is not null) as failed,
    count(*) filter (where error is null) as sent,
    mode() within group (order by error) as most_common_error,
    max(created_at) filter (where error is not null) as last_failed_at
  from notification_send_history
  group by notification_id
) h on h.notification_id = n.id
where n.deleted_at is null;

create view notification_send_history_summary as
select
  h.id, h.notification_id, h.body, h.body_payload, h.status, h.source_event, h.resource_id, h.person_id,
  h.error, h.duration_millis, h.created_at, h.count, h.first_observed, h.silenced_by, h.playbook_run_id,
  h.parent_id,
  split_part(h.source_event, '.', 1) as resource_type,
  coalesce(c.name, co.name, k.name, ca.name) as resource_name
from notification_send_history h
left join config_items c on c.id = h.resource_id
left join components co on co.id = h.resource_id
left join checks k on k.id = h.resource_id
left join canaries ca on ca.id = h.resource_id;
