-- What every area of the server of 2026 shares. The files of this directory come after those of `sql/`, on a
-- database that may hold data already: they make of a server of September 2024 one of August 2026.

alter type source add value if not exists 'ApplicationCRD';
alter type source add value if not exists 'System';

-- A deleted_at that is set stays: it can go back to null, never to another time.
create function keep_deleted_at() returns trigger
language plpgsql as $$
begin
  new.deleted_at := old.deleted_at;
  return new;
end
$$;

-- The first trigger of its event by name: the others see the row as it will be.
do $$
declare
  soft record;
begin
  for soft in
    select c.table_name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'deleted_at'
  loop
    execute format(
      'create trigger a_keep_deleted_at before update on %I for each row
         when (old.deleted_at is not null and new.deleted_at is not null
           and new.deleted_at is distinct from old.deleted_at)
         execute function keep_deleted_at()',
      soft.table_name
    );
  end loop;
end
$$;

-- Empty after a crash, on the real server: nobody writes its pages ahead.
alter table job_history set unlogged;

-- One queued event per name and subject. Events without a subject of their own get one each.
alter table event_queue add column event_id uuid;
update event_queue set event_id = case
  when properties ->> 'id' ~ '^[0-9a-f-]{36}$' then (properties ->> 'id')::uuid
  else generate_ulid()
end;
delete from event_queue older using event_queue newer
where older.name = newer.name and older.event_id = newer.event_id
  and (older.created_at, older.id) < (newer.created_at, newer.id);
alter table event_queue
  alter column event_id set default generate_ulid(),
  alter column event_id set not null,
  drop constraint event_queue_name_properties,
  add constraint event_queue_name_event_id unique (name, event_id);

create or replace function enqueue_event(event_name text, event_properties jsonb) returns void
language sql as $$
  insert into event_queue (name, properties, event_id)
  values (
    event_name, event_properties,
    case when event_properties ->> 'id' ~ '^[0-9a-f-]{36}$'
      then (event_properties ->> 'id')::uuid else generate_ulid() end
  )
  on conflict (name, event_id)
  do update set created_at = now(), last_attempt = null, attempts = 0, properties = excluded.properties
$$;

drop view event_queue_summary;
create view event_queue_summary as
select
  name,
  event_id,
  count(*) as pending,
  count(*) filter (where error is not null) as failed,
  round(avg(attempts), 2) as average_attempts,
  min(created_at) filter (where error is not null) as first_failure,
  max(last_attempt) as last_failure,
  mode() within group (order by error) as most_common_error
from event_queue
group by name, event_id;

create view job_history_summary as
select
  name, resource_type, count(*) as total,
  count(*) filter (where status = 'SUCCESS') as success,
  count(*) filter (where status = 'FAILED') as failed,
  max(time_start) as last_run
from job_history
group by name, resource_type;
