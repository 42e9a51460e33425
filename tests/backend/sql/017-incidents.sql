-- Incidents and everything said about them.

-- Seeded severity names (unused by the client).
create table severities (
  id integer,
  name text not null,
  aliases text[],
  icon text
);

-- Rules that open incidents automatically.
create table incident_rules (
  id uuid default generate_ulid() not null,
  name text not null,
  spec jsonb,
  source text,
  created_by uuid not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  constraint incident_rules_pkey primary key (id),
  constraint incident_rules_name_key unique (name)
);

-- One incident.
create table incidents (
  id uuid default generate_ulid() not null,
  incident_id varchar(10) default format_incident_id(nextval('incident_id_sequence')) not null,
  incident_rule_id uuid,
  title text not null,
  created_by uuid not null,
  commander_id uuid,
  communicator_id uuid,
  severity text not null,
  description text not null,
  type text not null,
  status text not null,
  acknowledged timestamptz,
  resolved timestamptz,
  closed timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint incidents_pkey primary key (id),
  constraint incidents_incident_id_key unique (incident_id)
);

-- Person or team (through a ticketing client) assigned to an incident.
create table responders (
  id uuid default generate_ulid() not null,
  incident_id uuid not null,
  type text not null,
  index smallint,
  person_id uuid,
  team_id uuid,
  external_id text,
  properties jsonb,
  acknowledged timestamptz,
  resolved timestamptz,
  closed timestamptz,
  created_by uuid not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  constraint responders_pkey primary key (id)
);

-- Node of an incident's hypothesis tree.
create table hypotheses (
  id uuid default generate_ulid() not null,
  created_by uuid not null,
  incident_id uuid not null,
  parent_id uuid,
  owner uuid,
  team_id uuid,
  type text not null,
  title text not null,
  status text not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint hypotheses_pkey primary key (id),
  constraint hypotheses_type_check check (type in ('root', 'factor', 'solution'))
);

-- Evidence attached to a hypothesis, also used as definition-of-done item.
create table evidences (
  id uuid default generate_ulid() not null,
  description text not null,
  hypothesis_id uuid not null,
  config_id uuid,
  config_change_id uuid,
  config_analysis_id uuid,
  component_id uuid,
  check_id uuid,
  definition_of_done boolean default false,
  done boolean,
  factor boolean,
  mitigator boolean,
  created_by uuid not null,
  type text not null,
  evidence jsonb,
  properties jsonb,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  script text,
  script_result text,
  constraint evidences_pkey primary key (id)
);

-- Comment on an incident/hypothesis.
create table comments (
  id uuid default generate_ulid() not null,
  created_by uuid not null,
  comment text not null,
  external_id text,
  external_created_by text,
  incident_id uuid not null,
  responder_id uuid,
  hypothesis_id uuid,
  read smallint[],
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint comments_pkey primary key (id)
);

-- Which external comment mirrors which local comment.
create table comment_responders (
  id uuid default generate_ulid() not null,
  comment_id uuid not null,
  responder_id uuid not null,
  external_id text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint comment_responders_pkey primary key (id)
);

-- Change log of incidents, written by triggers.
create table incident_histories (
  id uuid default generate_ulid() not null,
  incident_id uuid not null,
  created_by uuid not null,
  type text,
  description text,
  hypothesis_id uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  responder_id uuid,
  evidence_id uuid,
  comment_id uuid,
  constraint incident_histories_pkey primary key (id)
);

-- Links between incidents (unused by the client).
create table incident_relationships (
  incident_id uuid not null,
  related_id uuid not null,
  relationship text not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null
);
