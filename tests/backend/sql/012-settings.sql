-- What the settings pages edit.

-- Connection with credentials.
create table connections (
  id uuid default generate_ulid() not null,
  name text not null,
  namespace text default 'default' not null,
  type text not null,
  url text,
  source source,
  username text,
  password text,
  certificate text,
  properties jsonb,
  insecure_tls boolean default true,
  created_by uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  constraint connections_pkey primary key (id)
);

-- Log backend definition.
create table logging_backends (
  id uuid default generate_ulid() not null,
  name text not null,
  labels jsonb,
  spec jsonb not null,
  source source,
  agent_id uuid,
  created_at timestamptz default now(),
  created_by uuid,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint logging_backends_pkey primary key (id)
);

-- Notification rule.
create table notifications (
  id uuid default generate_ulid() not null,
  events text[] not null,
  error text,
  title text,
  template text,
  filter text,
  properties jsonb,
  person_id uuid,
  team_id uuid,
  repeat_interval text,
  group_by text[],
  custom_services jsonb,
  created_by uuid,
  created_at timestamptz default now() not null,
  source source,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  constraint notifications_pkey primary key (id)
);

-- Log of sent notifications.
create table notification_send_history (
  id uuid default generate_ulid() not null,
  notification_id uuid not null,
  body text not null,
  status text,
  source_event text not null,
  resource_id uuid not null,
  person_id uuid,
  error text,
  duration_millis integer,
  created_at timestamptz default now() not null,
  constraint notification_send_history_pkey primary key (id)
);

-- Feature flags and settings.
create table properties (
  name text not null,
  value text not null,
  created_by uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  constraint properties_pkey primary key (name)
);

-- Legacy integrations (the UI reads integrations_with_status instead).
create table integrations (
  id uuid default generate_ulid() not null,
  name text not null,
  icon text,
  spec jsonb,
  source text,
  created_by uuid not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint integrations_pkey primary key (id)
);
