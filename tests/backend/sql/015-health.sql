-- Canaries, checks and their results.

-- Canary (group of checks).
create table canaries (
  id uuid default generate_ulid() not null,
  agent_id uuid default '00000000-0000-0000-0000-000000000000' not null,
  name text not null,
  namespace text not null,
  labels jsonb,
  annotations jsonb,
  spec jsonb not null,
  source text,
  is_pushed boolean default false not null,
  created_at timestamptz default now(),
  created_by uuid,
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  constraint canaries_pkey primary key (id)
);

-- One health check.
create table checks (
  id uuid default generate_ulid() not null,
  canary_id uuid not null,
  agent_id uuid default '00000000-0000-0000-0000-000000000000' not null,
  type text not null,
  name text not null,
  namespace text,
  description text,
  icon text,
  spec jsonb,
  labels jsonb,
  owner text,
  severity text,
  category text,
  is_pushed boolean default false not null,
  transformed boolean,
  last_runtime timestamptz,
  last_transition_time timestamptz,
  next_runtime timestamptz,
  silenced_at timestamptz,
  status text,
  created_at timestamptz,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint checks_pkey primary key (id),
  constraint checks_canary_id_type_name_agent_id_key unique (canary_id, type, name, agent_id)
);

-- Result of one run.
create table check_statuses (
  check_id uuid not null,
  details jsonb,
  duration integer,
  error text,
  time timestamptz not null,
  created_at timestamptz default now() not null,
  invalid boolean,
  message text,
  status boolean,
  severity text,
  is_pushed boolean default false not null,
  constraint check_statuses_pkey primary key (check_id, time)
);

-- Hourly roll-up of check_statuses.
create table check_statuses_1h (
  check_id uuid not null,
  created_at timestamptz not null,
  duration integer not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  constraint check_statuses_1h_pkey primary key (check_id, created_at)
);

-- Daily roll-up of check_statuses.
create table check_statuses_1d (
  check_id uuid not null,
  created_at timestamptz not null,
  duration integer not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  constraint check_statuses_1d_pkey primary key (check_id, created_at)
);

-- Check attached to component.
create table check_component_relationships (
  component_id uuid not null,
  check_id uuid not null,
  canary_id uuid not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean default false not null,
  constraint check_component_relationships_component_id_check_id_canary__key
    unique (component_id, check_id, canary_id, selector_id)
);

-- Check attached to config.
create table check_config_relationships (
  config_id uuid not null,
  check_id uuid not null,
  canary_id uuid not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean default false not null,
  constraint check_config_relationships_config_id_check_id_canary__key
    unique (config_id, check_id, canary_id, selector_id)
);
