-- Config items, their edges, changes and insights.

-- Scraper definition.
create table config_scrapers (
  id uuid default generate_ulid() not null,
  description text,
  name text not null,
  spec jsonb not null,
  source source not null,
  created_by uuid,
  agent_id uuid default '00000000-0000-0000-0000-000000000000' not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  is_pushed boolean default false not null,
  constraint config_scrapers_pkey primary key (id)
);

-- Catalog item (scraped resource).
create table config_items (
  id uuid default generate_ulid() not null,
  agent_id uuid default '00000000-0000-0000-0000-000000000000' not null,
  icon text,
  scraper_id uuid,
  config_class text not null,
  status text,
  health text,
  ready boolean,
  external_id text[],
  type text not null,
  cost_per_minute numeric(16,4),
  cost_total_1d numeric(16,4),
  cost_total_7d numeric(16,4),
  cost_total_30d numeric(16,4),
  name text,
  description text,
  config jsonb,
  source text,
  labels jsonb,
  tags jsonb,
  properties jsonb,
  parent_id uuid,
  path text,
  is_pushed boolean default false not null,
  created_by uuid,
  last_scraped_time timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  delete_reason text,
  constraint config_items_pkey primary key (id),
  constraint config_item_name_type_not_empty check (name <> '' and type <> '')
);

-- Change event on a config item.
create table config_changes (
  id uuid default generate_ulid() not null,
  config_id uuid not null,
  external_change_id text,
  external_created_by text,
  change_type text,
  severity text,
  source text,
  summary text,
  patches jsonb,
  diff text,
  details jsonb,
  created_by uuid,
  created_at timestamptz default now() not null,
  count integer default 1 not null,
  fingerprint text,
  first_observed timestamptz default now() not null,
  is_pushed boolean default false not null,
  constraint config_changes_pkey primary key (id),
  constraint config_changes_config_id_external_change_id_key unique (config_id, external_change_id)
);

-- Insight (finding) on a config item.
create table config_analysis (
  id uuid default generate_ulid() not null,
  config_id uuid not null,
  scraper_id uuid,
  created_by uuid,
  source text,
  analyzer text not null,
  analysis_type text,
  severity text,
  summary text,
  status text,
  message text,
  analysis jsonb,
  first_observed timestamptz default now() not null,
  last_observed timestamptz,
  is_pushed boolean default false not null,
  constraint config_analysis_pkey primary key (id)
);

-- Edge between two config items.
create table config_relationships (
  config_id uuid not null,
  related_id uuid not null,
  relation text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean default false not null,
  constraint config_relationships_related_id_config_id_relation_key unique (related_id, config_id, relation)
);

-- Link between a topology component and a config item.
create table config_component_relationships (
  component_id uuid not null,
  config_id uuid not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean default false not null,
  constraint config_component_relationships_component_id_config_id_key unique (component_id, config_id)
);

-- Saved catalog query (legacy).
create table saved_query (
  id uuid default generate_ulid() not null,
  icon text,
  description text,
  query text not null,
  "columns" jsonb,
  created_by text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint saved_query_pkey primary key (id)
);
