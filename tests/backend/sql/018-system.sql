-- The server's own queue and job log.

-- Outbox consumed by the server.
create table event_queue (
  id uuid default generate_ulid() not null,
  name text not null,
  properties jsonb,
  error text,
  created_at timestamptz default now() not null,
  last_attempt timestamptz,
  attempts integer default 0,
  priority integer default 100 not null,
  constraint event_queue_pkey primary key (id),
  constraint event_queue_name_properties unique (name, properties)
);

-- Job execution log.
create table job_history (
  id uuid default generate_ulid() not null,
  agent_id uuid default '00000000-0000-0000-0000-000000000000' not null,
  name text,
  success_count integer,
  error_count integer,
  details jsonb,
  hostname text,
  duration_millis integer,
  resource_type text,
  resource_id text,
  status text,
  time_start timestamptz,
  time_end timestamptz,
  created_at timestamptz default now() not null,
  is_pushed boolean default false not null,
  constraint job_history_pkey primary key (id)
);
