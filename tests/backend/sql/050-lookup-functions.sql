-- Look-ups clients call as /rpc/<name>. Links are not filtered by deleted_at unless a comment says so.

-- Configs in the neighbourhood of an item, as rows like those of `configs`: what the walk reaches, the
-- ancestors by path and the item itself, nearest first. related_ids are the ids a row points to within the
-- result.
create function related_configs_recursive(
  config_id uuid,
  type_filter text default 'outgoing',
  include_deleted_configs boolean default false,
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
) returns table (
  id uuid, name text, type text, related_ids text[], tags jsonb, changes json, analysis json,
  cost_per_minute numeric, cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric,
  created_at timestamptz, updated_at timestamptz, agent_id uuid, health text, ready boolean, status text,
  path text
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
    c.tags, c.changes, c.analysis, c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d,
    c.created_at, c.updated_at, c.agent_id, c.health, c.ready, c.status, c.path
  from shown
  join configs c on c.id = shown.id
  order by shown.depth, c.name
$$;

create function related_configs(
  config_id uuid,
  type_filter text default 'all',
  include_deleted_configs boolean default false
) returns table (
  id uuid, name text, type text, related_ids text[], tags jsonb, changes json, analysis json,
  cost_per_minute numeric, cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric,
  created_at timestamptz, updated_at timestamptz, agent_id uuid, health text, ready boolean, status text,
  path text
)
language sql stable as $$
  select * from related_configs_recursive(
    related_configs.config_id, type_filter, include_deleted_configs, 1
  )
$$;

-- From a component

create function lookup_configs_by_component(id text)
returns table (config_id uuid, name text, type text, icon text, role text, deleted_at timestamptz)
language sql stable as $$
  select ci.id, ci.name, ci.config_class, ci.icon, 'left', ci.deleted_at
  from config_component_relationships l
  join config_items ci on ci.id = l.config_id
  where l.component_id = lookup_configs_by_component.id::uuid
$$;

create function lookup_changes_by_component(id text) returns setof config_changes
language sql stable as $$
  select ch.*
  from config_component_relationships l
  join config_changes ch on ch.config_id = l.config_id
  where l.component_id = lookup_changes_by_component.id::uuid
$$;

create function lookup_analysis_by_component(id text) returns setof config_analysis
language sql stable as $$
  select a.*
  from config_component_relationships l
  join config_analysis a on a.config_id = l.config_id
  where l.component_id = lookup_analysis_by_component.id::uuid
$$;

create function lookup_component_children(id text, max_depth integer)
returns table (child_id uuid, parent_id uuid, level integer)
language sql stable as $$
  with recursive children (child_id, parent_id, level) as (
    select c.id, c.parent_id, 0 from components c where c.id = lookup_component_children.id::uuid
    union all
    select c.id, c.parent_id, p.level + 1
    from children p
    join components c on c.parent_id = p.child_id
    where p.level < case when max_depth < 0 then 10 else max_depth end
  )
  select * from children
$$;

create function lookup_component_incidents(component_id text) returns table (id uuid)
language sql stable as $$
  select distinct h.incident_id
  from evidences e
  join hypotheses h on h.id = e.hypothesis_id
  where e.component_id = lookup_component_incidents.component_id::uuid
$$;

create function lookup_component_names(component_id uuid[]) returns table (names text[])
language sql stable as $$
  select array_agg(c.name) from components c where c.id = any (lookup_component_names.component_id)
$$;

create function lookup_component_relations(component_id text) returns table (id uuid)
language sql stable as $$
  select l.relationship_id from component_relationships l
  where l.component_id = lookup_component_relations.component_id::uuid
  union
  select l.component_id from component_relationships l
  where l.relationship_id = lookup_component_relations.component_id::uuid
$$;

create function check_summary_for_component(id uuid) returns setof check_summary
language sql stable as $$
  select s.*
  from check_component_relationships l
  join check_summary s on s.id = l.check_id
  where l.component_id = check_summary_for_component.id
$$;

-- To components. The two arguments without a name keep this one off PostgREST; only live components.
create function lookup_component_by_property(text, text) returns setof components
language sql stable as $$
  select c.*
  from components c
  where c.deleted_at is null
    and c.properties @> jsonb_build_array(jsonb_build_object('name', $1, 'text', $2))
$$;

create function lookup_components_by_check(id uuid) returns setof components
language sql stable as $$
  select c.*
  from check_component_relationships l
  join components c on c.id = l.component_id
  where l.check_id = lookup_components_by_check.id
$$;

create function lookup_components_by_config(id text)
returns table (component_id uuid, name text, type text, icon text, role text)
language sql stable as $$
  select c.id, c.name, c.type, c.icon, 'left'
  from config_component_relationships l
  join components c on c.id = l.component_id
  where l.config_id = lookup_components_by_config.id::uuid
$$;
