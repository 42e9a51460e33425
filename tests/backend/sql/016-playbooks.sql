-- Playbooks, runs and artifacts.

-- Playbook definition.
create table playbooks (
  id uuid default generate_ulid() not null,
  namespace text default 'default' not null,
  name text not null,
  title text default '' not null,
  icon text,
  description text,
  spec jsonb not null,
  created_by uuid,
  source source not null,
  category text default '' not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  constraint playbooks_pkey primary key (id)
);

-- One execution.
create table playbook_runs (
  id uuid default generate_ulid() not null,
  playbook_id uuid not null,
  status text default 'pending' not null,
  created_at timestamptz default now() not null,
  start_time timestamptz,
  scheduled_time timestamptz default now() not null,
  end_time timestamptz,
  created_by uuid,
  check_id uuid,
  config_id uuid,
  component_id uuid,
  parameters jsonb,
  request jsonb,
  agent_id uuid default '00000000-0000-0000-0000-000000000000',
  error text,
  constraint playbook_runs_pkey primary key (id)
);

-- One step of a run.
create table playbook_run_actions (
  id uuid default generate_ulid() not null,
  name text not null,
  status text default 'running' not null,
  playbook_run_id uuid,
  start_time timestamptz,
  scheduled_time timestamptz default now() not null,
  end_time timestamptz,
  result jsonb,
  is_pushed boolean default false not null,
  agent_id uuid default '00000000-0000-0000-0000-000000000000',
  error text,
  constraint playbook_run_actions_pkey primary key (id),
  constraint playbook_action_not_null_run_id check (playbook_run_id is not null or agent_id is not null)
);

-- Approval of a run.
create table playbook_approvals (
  id uuid default generate_ulid() not null,
  run_id uuid not null,
  person_id uuid,
  team_id uuid,
  created_at timestamptz default now() not null
);

-- Agent-side execution data.
create table playbook_action_agent_data (
  action_id uuid not null,
  playbook_id uuid not null,
  run_id uuid not null,
  spec jsonb not null,
  env jsonb
);

-- File produced by a check run or playbook action (metadata).
create table artifacts (
  id uuid default generate_ulid() not null,
  check_id uuid,
  check_time timestamptz,
  playbook_run_action_id uuid,
  connection_id uuid,
  path text not null,
  filename text not null,
  content_type text,
  size integer not null,
  checksum text not null,
  is_pushed boolean default false not null,
  is_data_pushed boolean default false not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  expires_at timestamptz,
  constraint artifacts_pkey primary key (id)
);
