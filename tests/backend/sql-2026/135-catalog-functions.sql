-- Look-ups whose result changed its shape.

drop function related_configs(uuid, text, boolean);
drop function related_configs_recursive(uuid, text, boolean, integer, text, text);

create function related_configs_recursive(
  config_id uuid,
  type_filter text default 'outgoing',
  include_deleted_configs boolean default false,
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
) returns table (
  id uuid, name text, type text, related_ids text[], tags jsonb, changes bigint, analysis jsonb,
  cost_per_minute numeric, cost_total_1h numeric, cost_total_1d numeric, cost_total_30d numeric,
  created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, agent_id uuid, health text,
  ready boolean, status text, path text
)
language sql stable as $$
  with edges as materialized (
    select e.id, e.related_id, e.depth
    from config_relationships_recursive(
      related_configs_recursive.config_id, type_filter, max_depth, incoming_relation, outgoing_relation
    ) e
    union all
    select p.id, p.related_id, p.depth from get_recursive_path(related_configs_recursive.config_id) p
  ),
  nodes as materialized (
    select reached.id, min(reached.depth) as depth
    from (
      select related_configs_recursive.config_id as id, 0 as depth
      union all select e.id, e.depth from edges e
      union all select e.related_id, e.depth from edges e
    ) reached
    group by reached.id
  ),
  shown as materialized (
    select ci.id, n.depth
    from nodes n
    join config_items ci on ci.id = n.id
    where include_deleted_configs or ci.deleted_at is null
  )
  select c.id, c.name, c.type,
    (
      select array_agg(distinct e.related_id::text)
      from edges e
      join shown far on far.id = e.related_id
      where e.id = c.id
    ),
    c.tags, c.changes, c.analysis, c.cost_per_minute, c.cost_total_1h, c.cost_total_1d, c.cost_total_30d,
    c.created_at, c.updated_at, c.deleted_at, c.agent_id, c.health, c.ready, c.status, c.path
  from shown
  join configs c on c.id = shown.id
  order by shown.depth, c.name
$$;

-- Declares the types of 2024 for changes and analysis, and answers what `configs` has.
create function related_configs(
  config_id uuid,
  type_filter text default 'all',
  include_deleted_configs boolean default false
) returns table (
  id uuid, name text, type text, related_ids text[], tags jsonb, changes json, analysis json,
  cost_per_minute numeric, cost_total_1h numeric, cost_total_1d numeric, cost_total_30d numeric,
  created_at timestamptz, updated_at timestamptz, agent_id uuid, health text, ready boolean, status text,
  path text
)
language sql stable as $$
  select r.id, r.name, r.type, r.related_ids, r.tags, to_json(r.changes), r.analysis::json,
    r.cost_per_minute, r.cost_total_1h, r.cost_total_1d, r.cost_total_30d,
    r.created_at, r.updated_at, r.agent_id, r.health, r.ready, r.status, r.path
  from related_configs_recursive(
    related_configs.config_id, type_filter, include_deleted_configs, 1
  ) r
$$;

drop function related_changes_recursive(uuid, text, boolean, integer);

-- With `soft`, edges that are not `hard` are followed too; before, they always were.
create function related_changes_recursive(
  lookup_id uuid,
  type_filter text default 'downstream',
  include_deleted_configs boolean default false,
  max_depth integer default 5,
  soft boolean default false
) returns table (
  id uuid, config_id uuid, name text, deleted_at timestamptz, type text, tags jsonb, external_created_by text,
  created_at timestamptz, inserted_at timestamptz, severity text, change_type text, source text, summary text,
  created_by uuid, count integer, first_observed timestamptz, agent_id uuid
)
language sql stable as $$
  with related (id) as (
    select lookup_id
    union
    select r.id
    from related_config_ids_recursive(
      lookup_id,
      case type_filter when 'downstream' then 'outgoing' when 'upstream' then 'incoming' else 'all' end,
      max_depth,
      case when soft then 'both' else 'hard' end,
      case when soft then 'both' else 'hard' end
    ) r
    where type_filter not in ('none', '')
  )
  select ch.id, ch.config_id, ci.name, ci.deleted_at, ci.type, ci.tags, ch.external_created_by,
    ch.created_at, ch.inserted_at, ch.severity, ch.change_type, ch.source, ch.summary,
    ch.created_by, ch.count, ch.first_observed, ci.agent_id
  from related
  join config_items ci on ci.id = related.id
  join config_changes ch on ch.config_id = related.id
  where include_deleted_configs or ci.deleted_at is null or ci.id = lookup_id
$$;
