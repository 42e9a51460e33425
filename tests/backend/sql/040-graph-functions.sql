-- Walks over the config graph. An edge goes from config_id (parent side) to related_id.

-- The dot-joined ids from the root to the item, by parent_id.
create function config_path(uuid) returns text
language sql stable as $$
  with recursive ancestors (id, parent_id, height) as (
    select c.id, c.parent_id, 0 from config_items c where c.id = $1
    union all
    select c.id, c.parent_id, a.height + 1
    from ancestors a
    join config_items c on c.id = a.parent_id
    where a.height < 64
  )
  select string_agg(id::text, '.' order by height desc) from ancestors
$$;

-- The edges reachable from an item. `outgoing` follows edges from it, `incoming` follows them to it, anything
-- else does both. `hard` follows only hard edges, `soft` only the others. A node is expanded once per
-- distance and an edge is listed once, at its smallest distance, so cycles end.
create function config_relationships_recursive(
  config_id uuid,
  type_filter text default 'outgoing',
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
) returns table (id uuid, related_id uuid, relation_type text, direction text, depth integer)
language sql stable as $$
  with recursive
  settings as (
    select
      config_relationships_recursive.config_id as start,
      coalesce(max_depth, 5) as max_depth,
      type_filter is distinct from 'incoming' as goes_out,
      type_filter is distinct from 'outgoing' as comes_in,
      case incoming_relation when 'hard' then true when 'soft' then false end as incoming_hard,
      case outgoing_relation when 'hard' then true when 'soft' then false end as outgoing_hard
  ),
  outward (node, distance) as (
    select s.start, 0 from settings s where s.goes_out
    union
    select e.related_id, o.distance + 1
    from outward o
    cross join settings s
    join config_relationships e on e.config_id = o.node
    where o.distance < s.max_depth
      and e.deleted_at is null
      and (s.outgoing_hard is null or s.outgoing_hard = (e.relation is not distinct from 'hard'))
  ),
  inward (node, distance) as (
    select s.start, 0 from settings s where s.comes_in
    union
    select e.config_id, i.distance + 1
    from inward i
    cross join settings s
    join config_relationships e on e.related_id = i.node
    where i.distance < s.max_depth
      and e.deleted_at is null
      and (s.incoming_hard is null or s.incoming_hard = (e.relation is not distinct from 'hard'))
  )
  select e.config_id, e.related_id, e.relation, 'outgoing', min(o.distance) + 1
  from outward o
  cross join settings s
  join config_relationships e on e.config_id = o.node
  where o.distance < s.max_depth
    and e.deleted_at is null
    and (s.outgoing_hard is null or s.outgoing_hard = (e.relation is not distinct from 'hard'))
  group by e.config_id, e.related_id, e.relation
  union all
  select e.config_id, e.related_id, e.relation, 'incoming', min(i.distance) + 1
  from inward i
  cross join settings s
  join config_relationships e on e.related_id = i.node
  where i.distance < s.max_depth
    and e.deleted_at is null
    and (s.incoming_hard is null or s.incoming_hard = (e.relation is not distinct from 'hard'))
  group by e.config_id, e.related_id, e.relation
  order by 5
$$;

-- The items at the far end of those edges, each with its smallest distance.
create function related_config_ids_recursive(
  config_id uuid,
  type_filter text default 'outgoing',
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
) returns table (id uuid, direction text, depth integer)
language sql stable as $$
  select far.id, far.direction, min(far.depth)
  from (
    select case edge.direction when 'outgoing' then edge.related_id else edge.id end as id,
      edge.direction, edge.depth
    from config_relationships_recursive(
      related_config_ids_recursive.config_id, type_filter, max_depth, incoming_relation, outgoing_relation
    ) edge
  ) far
  where far.id <> related_config_ids_recursive.config_id
  group by far.id, far.direction
  order by min(far.depth), far.id
$$;

-- The ancestors of an item, as its stored path tells them, as edges of type `parent`. The path ends with the
-- item itself, or with its parent when the scraper left it out.
create function get_recursive_path(start uuid)
returns table (id uuid, related_id uuid, relation_type text, direction text, depth integer)
language sql stable as $$
  with ids as (
    select step.id::uuid as id, step.place
    from config_items c
    cross join lateral string_to_table(c.path, '.') with ordinality as step (id, place)
    where c.id = get_recursive_path.start and step.id <> c.id::text
    union all
    select get_recursive_path.start, 1000000
  )
  select pair.id, pair.next_id, 'parent', 'incoming', pair.distance::integer
  from (
    select ids.id,
      lead(ids.id) over (order by ids.place) as next_id,
      row_number() over (order by ids.place desc) - 1 as distance
    from ids
  ) pair
  where pair.next_id is not null
  order by pair.distance
$$;

create function lookup_config_children(id text, max_depth integer)
returns table (child_id uuid, parent_id uuid, level integer)
language sql stable as $$
  with recursive children (child_id, parent_id, level) as (
    select c.id, c.parent_id, 0 from config_items c where c.id = lookup_config_children.id::uuid
    union all
    select c.id, c.parent_id, p.level + 1
    from children p
    join config_items c on c.parent_id = p.child_id
    where p.level < case when max_depth < 0 then 10 else max_depth end
  )
  select * from children
$$;

-- Deleted edges included.
create function lookup_config_relations(config_id text) returns table (id uuid)
language sql stable as $$
  select e.related_id from config_relationships e where e.config_id = lookup_config_relations.config_id::uuid
  union
  select e.config_id from config_relationships e where e.related_id = lookup_config_relations.config_id::uuid
$$;

-- The changes of an item and, unless the filter is `none` or empty, of the items downstream (outgoing),
-- upstream (incoming) or both ways. Changes of deleted items come only when asked for; those of the item
-- itself always.
create function related_changes_recursive(
  lookup_id uuid,
  type_filter text default 'downstream',
  include_deleted_configs boolean default false,
  max_depth integer default 5
) returns table (
  id uuid, config_id uuid, name text, type text, tags jsonb, external_created_by text,
  created_at timestamptz, severity text, change_type text, source text, summary text,
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
      max_depth
    ) r
    where type_filter not in ('none', '')
  )
  select ch.id, ch.config_id, ci.name, ci.type, ci.tags, ch.external_created_by,
    ch.created_at, ch.severity, ch.change_type, ch.source, ch.summary,
    ch.created_by, ch.count, ch.first_observed, ci.agent_id
  from related
  join config_items ci on ci.id = related.id
  join config_changes ch on ch.config_id = related.id
  where include_deleted_configs or ci.deleted_at is null or ci.id = lookup_id
$$;
