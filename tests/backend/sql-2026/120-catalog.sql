-- Catalog tables: when a row was inserted, what it costs, when it was scraped.

-- Set by the database on every insert and on every merge: the cursor that `created_at` never was. Of rows from
-- before, the best that is known. Rewritten instead of updated: no trigger fires for it.
alter table config_changes add column inserted_at timestamptz;
alter table config_changes
  alter column inserted_at type timestamptz using greatest(created_at, first_observed);
alter table config_changes
  alter column inserted_at set default now(),
  alter column inserted_at set not null;

alter table config_items add column inserted_at timestamptz;
alter table config_items alter column inserted_at type timestamptz using created_at;
alter table config_items
  alter column inserted_at set default now(),
  alter column inserted_at set not null,
  add column tags_values jsonb generated always as (jsonb_path_query_array(tags, '$.*')) stored,
  add column properties_values jsonb
    generated always as (jsonb_path_query_array(properties, '$[*].text')) stored;

-- A repeat of a change is the same row again: it counts up and moves inserted_at.
create function merge_config_change() returns trigger
language plpgsql as $$
begin
  update config_changes c
  set count = c.count
        + case when new.details is distinct from c.details or new.created_at is distinct from c.created_at
            then 1 else 0 end,
      change_type = new.change_type, created_at = new.created_at, created_by = new.created_by,
      details = new.details, diff = new.diff, patches = new.patches, severity = new.severity,
      source = new.source, summary = new.summary, external_created_by = new.external_created_by
  where c.config_id = new.config_id and c.external_change_id = new.external_change_id and c.id <> new.id;
  if found then
    return null;
  end if;
  return new;
end
$$;

create trigger config_changes_insert_trigger before insert on config_changes
  for each row when (new.external_change_id is not null) execute function merge_config_change();

create function touch_config_change() returns trigger
language plpgsql as $$
begin
  new.inserted_at := now();
  return new;
end
$$;

create trigger config_changes_update_trigger before update on config_changes
  for each row execute function touch_config_change();

-- A health that changes leaves a change: whoever follows changes knows of it.
create function insert_config_change_of_health() returns trigger
language plpgsql as $$
begin
  insert into config_changes (config_id, change_type, source, severity, summary)
  values (
    new.id,
    initcap(coalesce(nullif(new.health, ''), 'unknown')),
    'config-db-health-trigger',
    case new.health when 'unhealthy' then 'medium' when 'warning' then 'low' else 'info' end,
    left(concat_ws(': ', nullif(new.status, ''), nullif(new.description, '')), 500)
  );
  return null;
end
$$;

create trigger config_items_health_change after update on config_items
  for each row when (new.health is distinct from old.health)
  execute function insert_config_change_of_health();

-- The finding moves no cursor by being resolved, but every one has a last_observed now.
alter table config_analysis
  add column properties jsonb,
  add column properties_values jsonb
    generated always as (jsonb_path_query_array(properties, '$[*].text')) stored,
  alter column status set default 'open',
  alter column last_observed set default now();
alter table config_analysis disable trigger user;
update config_analysis set last_observed = first_observed where last_observed is null;
alter table config_analysis enable trigger user;
alter table config_analysis alter column last_observed set not null;

-- The same edge may be found by several scrapers.
alter table config_relationships
  add column scraper_id uuid,
  add constraint config_relationships_scraper_id_fkey
    foreign key (scraper_id) references config_scrapers (id) on delete cascade,
  drop constraint config_relationships_related_id_config_id_relation_key,
  add constraint config_relationships_related_id_config_id_relation_scraper_key
    unique nulls not distinct (related_id, config_id, relation, scraper_id);

create or replace function insert_parent_to_config_relationship() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.parent_id is not distinct from old.parent_id then
      return null;
    end if;
    delete from config_relationships
    where config_id = old.parent_id and related_id = new.id and relation = 'hard';
  end if;
  if new.parent_id is not null then
    insert into config_relationships (config_id, related_id, relation)
    values (new.parent_id, new.id, 'hard')
    on conflict (related_id, config_id, relation, scraper_id) do update set deleted_at = null;
  end if;
  return null;
end
$$;

alter table config_scrapers add column namespace text, add column application_id uuid;

create unlogged table config_items_last_scraped_time (
  config_id uuid not null,
  last_scraped_time timestamptz default now() not null,
  is_pushed boolean default false not null,
  constraint config_items_last_scraped_time_pkey primary key (config_id),
  constraint config_items_last_scraped_time_config_id_fkey
    foreign key (config_id) references config_items (id) on delete cascade
);

insert into config_items_last_scraped_time (config_id, last_scraped_time)
select id, last_scraped_time from config_items where last_scraped_time is not null;

-- Who used an item, by which scraper it is known: two ways lead from an item to a scraper since, and an embed that names
-- none of them is refused.
create table config_access_logs (
  config_id uuid not null,
  external_user_id uuid not null,
  scraper_id uuid not null,
  created_at timestamptz default now() not null,
  mfa boolean,
  count integer default 1 not null,
  constraint config_access_logs_pkey primary key (config_id, external_user_id, scraper_id),
  constraint config_access_logs_config_id_fkey
    foreign key (config_id) references config_items (id) on delete cascade,
  constraint config_access_logs_scraper_id_fkey
    foreign key (scraper_id) references config_scrapers (id) on delete cascade
);

create or replace view config_scrapers_with_status as
select
  s.id, s.description, s.name, s.spec, s.source, s.created_by, s.agent_id, s.created_at, s.updated_at,
  s.deleted_at, s.is_pushed,
  j.name as job_name, j.success_count as job_success_count, j.error_count as job_error_count,
  j.details as job_details, j.hostname as job_hostname, j.duration_millis as job_duration_millis,
  j.resource_type as job_resource_type, j.status as job_status, j.time_start as job_time_start,
  j.time_end as job_time_end, j.created_at as job_created_at,
  (
    select max(f.time_start) from job_history f
    where f.resource_id = s.id::text and f.resource_type = 'config_scraper' and f.status = 'FAILED'
  ) as job_last_failed,
  json_build_object('id', a.id, 'name', a.name) as agent,
  s.namespace, s.application_id
from config_scrapers s
left join agents a on a.id = s.agent_id
left join lateral (
  select * from job_history h where h.resource_id = s.id::text order by h.created_at desc, h.id desc limit 1
) j on true
where s.deleted_at is null;
