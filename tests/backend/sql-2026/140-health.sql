-- The state of a check moved to an unlogged table: runs no longer write the row of the check.

create unlogged table checks_unlogged (
  check_id uuid not null,
  canary_id uuid not null,
  status text not null,
  last_runtime timestamptz,
  next_runtime timestamptz,
  is_pushed boolean default false not null,
  constraint checks_unlogged_pkey primary key (check_id),
  constraint checks_unlogged_check_id_fkey foreign key (check_id) references checks (id) on delete cascade
);

insert into checks_unlogged (check_id, canary_id, status, last_runtime, next_runtime)
select id, canary_id, coalesce(status, ''), last_runtime, next_runtime from checks;

drop trigger check_enqueue on checks;

create or replace function insert_check_updates_in_event_queue() returns trigger
language plpgsql as $$
begin
  if new.status is distinct from old.status and new.status in ('healthy', 'unhealthy') then
    perform enqueue_event(
      case when new.status = 'healthy' then 'check.passed' else 'check.failed' end,
      jsonb_build_object('id', new.check_id)
    );
  end if;
  return null;
end
$$;

create trigger check_enqueue after update on checks_unlogged
  for each row execute function insert_check_updates_in_event_queue();

create or replace view check_summary as
select
  c.id, c.canary_id,
  json_build_object(
    'passed', s.passed, 'failed', s.failed, 'last_pass', s.last_pass, 'last_fail', s.last_fail
  ) as uptime,
  json_build_object('p99', s.p99, 'p95', s.p95, 'p50', s.p50, 'avg', s.mean) as latency,
  c.last_transition_time, c.type, c.icon, c.name, c.status, c.description, c.namespace,
  ca.namespace as canary_namespace,
  ca.name as canary_name,
  coalesce(ca.labels, '{}'::jsonb) || coalesce(c.labels, '{}'::jsonb) as labels,
  c.severity, c.owner, run.last_runtime, c.created_at, c.updated_at, c.deleted_at, c.silenced_at,
  c.agent_id
from checks c
join canaries ca on ca.id = c.canary_id
left join checks_unlogged run on run.check_id = c.id
left join check_status_summary s on s.check_id = c.id;

-- For search: the texts and numbers of a component's properties.
alter table components add column properties_values jsonb
  generated always as (
    jsonb_path_query_array(properties, '$[*].text') || jsonb_path_query_array(properties, '$[*].value')
  ) stored;
