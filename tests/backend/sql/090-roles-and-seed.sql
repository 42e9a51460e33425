-- The roles PostgREST works under and the rows every installation starts with.

-- Roles belong to the cluster, not to the database: a second database finds them there already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'postgrest_api') then
    create role postgrest_api nologin;
  end if;
  -- Made and given nothing: a request without a token is refused, not served as somebody.
  if not exists (select from pg_roles where rolname = 'postgrest_anon') then
    create role postgrest_anon nologin;
  end if;
  execute format('grant postgrest_api to %I', current_user);
end
$$;

alter role postgrest_api set statement_timeout = '120s';

grant usage on schema public to postgrest_api;
grant select, insert, update, delete on all tables in schema public to postgrest_api;
grant usage on sequence incident_id_sequence to postgrest_api;
grant execute on all functions in schema public to postgrest_api;
alter default privileges in schema public grant select, insert, update, delete on tables to postgrest_api;

insert into severities (id, name)
values (1, 'Critical'), (2, 'Blocker'), (3, 'High'), (4, 'Medium'), (5, 'Low');

insert into people (name) values ('System');

insert into agents (id, name) values ('00000000-0000-0000-0000-000000000000', 'local');
