-- People, teams, agents and connections.

-- A deleted team's name is free again; on_conflict=name answers 42P10 from here on.
alter table teams drop constraint team_name_key;
create unique index teams_name_key on teams (name) where deleted_at is null;

alter table team_members add column source text default 'UI';
alter table team_members
  drop constraint team_members_team_id_fkey,
  drop constraint team_members_person_id_fkey,
  add constraint team_members_team_id_fkey
    foreign key (team_id) references teams (id) on delete cascade,
  add constraint team_members_person_id_fkey
    foreign key (person_id) references people (id) on delete cascade;

-- An edited account reaches its person.
create function update_identity_of_people() returns trigger
language plpgsql as $$
begin
  update people
  set name = concat_ws(
        ' ', nullif(new.traits #>> '{name,first}', ''), nullif(new.traits #>> '{name,last}', '')),
      email = new.traits ->> 'email'
  where id = new.id;
  return null;
end
$$;

create trigger identity_update_to_people after update on identities
  for each row when (new.traits is distinct from old.traits)
  execute function update_identity_of_people();

-- A deleted account leaves a soft-deleted person without roles.
create function delete_identity_of_people() returns trigger
language plpgsql as $$
begin
  delete from casbin_rule where ptype = 'g' and v0 = old.id::text;
  update people set deleted_at = now() where id = old.id and deleted_at is null;
  return null;
end
$$;

create trigger identity_delete_to_people after delete on identities
  for each row execute function delete_identity_of_people();

create or replace view people_roles as
select p.id, p.name, p.email, array_agg(r.v1 order by r.v1) as roles
from people p
join casbin_rule r on r.ptype = 'g' and r.v0 = p.id::text
where p.email is not null and p.deleted_at is null
group by p.id, p.name, p.email;

-- Whether an agent is there is decided on the server: seen within 61 seconds.
create or replace view agents_summary as
select
  a.id, a.name, a.hostname, a.description, a.ip, a.version, a.username, a.person_id, a.properties, a.tls,
  a.created_by, a.created_at, a.updated_at, a.cleanup, a.deleted_at, a.last_seen, a.last_received,
  configs.total as config_count,
  scrapers.total as config_scrapper_count,
  checks.total as checks_count,
  runs.total as playbook_runs_count,
  case when a.last_seen > now() - interval '61 seconds' then 'healthy' else 'unhealthy' end as health,
  case when a.last_seen > now() - interval '61 seconds' then 'online' else 'offline' end as status
from agents a
left join (select agent_id, count(*) as total from config_items group by 1) configs on configs.agent_id = a.id
left join (select agent_id, count(*) as total from config_scrapers group by 1) scrapers
  on scrapers.agent_id = a.id
left join (select agent_id, count(*) as total from checks group by 1) checks on checks.agent_id = a.id
left join (select agent_id, count(*) as total from playbook_runs group by 1) runs on runs.agent_id = a.id
where a.deleted_at is null;

alter table access_tokens add column auto_renew boolean default false not null, add column created_by uuid;

-- Secrets are masked; a mask that is written back means the secret that is stored.
create view connection_details as
select
  id, name, namespace, type, source, insecure_tls, properties, created_by, created_at, updated_at, deleted_at,
  case when coalesce(url, '') = '' or url like 'secret://%' then url else '***' end as url,
  case when coalesce(username, '') = '' or username like 'secret://%' then username else '***' end as username,
  case when coalesce(password, '') = '' or password like 'secret://%' then password else '***' end as password,
  case when coalesce(certificate, '') = '' or certificate like 'secret://%' then certificate else '***' end
    as certificate
from connections
where deleted_at is null;

create function keep_masked_secrets() returns trigger
language plpgsql as $$
begin
  if new.url = '***' then new.url := old.url; end if;
  if new.username = '***' then new.username := old.username; end if;
  if new.password = '***' then new.password := old.password; end if;
  if new.certificate = '***' then new.certificate := old.certificate; end if;
  return new;
end
$$;

create trigger a_keep_masked_secrets before update on connections
  for each row execute function keep_masked_secrets();
