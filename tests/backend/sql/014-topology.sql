-- Topologies and their components.

-- Topology definition.
create table topologies (
  id uuid default generate_ulid() not null,
  agent_id uuid default '00000000-0000-0000-0000-000000000000' not null,
  name text not null,
  namespace text not null,
  labels jsonb,
  source source default 'UI' not null,
  spec jsonb,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  is_pushed boolean default false not null,
  schedule text,
  created_by uuid,
  deleted_at timestamptz,
  constraint topologies_pkey primary key (id)
);

-- Node of a topology.
create table components (
  id uuid default generate_ulid() not null,
  agent_id uuid default '00000000-0000-0000-0000-000000000000' not null,
  topology_id uuid,
  external_id text not null,
  parent_id uuid,
  config_id uuid,
  name text not null,
  text text,
  topology_type text,
  namespace text,
  labels jsonb,
  hidden boolean default false not null,
  silenced boolean default false not null,
  is_pushed boolean default false not null,
  status text not null,
  status_expr text,
  health_expr text,
  health text,
  description text,
  lifecycle text,
  tooltip text,
  status_reason text,
  schedule text,
  icon text,
  type text,
  owner text,
  selectors jsonb,
  log_selectors jsonb,
  component_checks jsonb,
  configs jsonb,
  properties jsonb,
  path text,
  summary jsonb,
  is_leaf boolean default false,
  cost_per_minute numeric(16,4),
  cost_total_1d numeric(16,4),
  cost_total_7d numeric(16,4),
  cost_total_30d numeric(16,4),
  created_by uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  constraint components_pkey primary key (id),
  constraint components_topology_id_type_name_parent_id_key unique (topology_id, type, name, parent_id)
);

-- Extra (non-tree) parent/child relation between components.
create table component_relationships (
  component_id uuid not null,
  relationship_id uuid not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  selector_id text,
  relationship_path text,
  is_pushed boolean default false not null,
  constraint component_relationships_component_id_relationship_id_select_key
    unique (component_id, relationship_id, selector_id)
);

-- Team owns component.
create table team_components (
  team_id uuid not null,
  component_id uuid not null,
  role text,
  selector_id text,
  constraint team_components_pkey primary key (team_id, component_id),
  constraint team_components_team_id_component_id_selector_id_key unique (team_id, component_id, selector_id)
);
