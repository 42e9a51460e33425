-- People, teams and the roles they hold.

-- Person, including service persons of agents.
create table people (
  id uuid default generate_ulid() not null,
  name text not null,
  avatar text,
  type text,
  team_id uuid,
  organization text,
  title text,
  email text,
  phone text,
  properties jsonb,
  external_id text,
  created_at timestamptz default now() not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  last_login timestamptz,
  constraint people_pkey primary key (id)
);

-- Team.
create table teams (
  id uuid default generate_ulid() not null,
  name text not null,
  icon text,
  spec jsonb,
  source text,
  created_by uuid not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  constraint teams_pkey primary key (id),
  constraint team_name_key unique (name)
);

-- Membership.
create table team_members (
  team_id uuid not null,
  person_id uuid not null,
  constraint team_members_pkey primary key (team_id, person_id)
);

-- API token hashes.
create table access_tokens (
  id uuid default generate_ulid() not null,
  name text not null,
  person_id uuid not null,
  value text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  constraint access_tokens_pkey primary key (id),
  constraint access_tokens_person_name_unique_key unique (person_id, name)
);
