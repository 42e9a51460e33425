-- Remote installations; the all-zero id is this one.

-- Agent (remote installation) registry; the all-zero id is the local one.
create table agents (
  id uuid default generate_ulid() not null,
  name text not null,
  hostname text,
  description text,
  ip text,
  version text,
  username text,
  person_id uuid,
  properties jsonb,
  tls text,
  created_by uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  cleanup boolean default false not null,
  deleted_at timestamptz,
  last_seen timestamptz,
  last_received timestamptz,
  constraint agents_pkey primary key (id)
);
