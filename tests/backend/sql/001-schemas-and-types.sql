-- Schemas, extensions, types and the functions that column defaults call.

-- The extensions live in public, as they do on the real server.
create extension if not exists pgcrypto with schema public;
create extension if not exists hstore with schema public;

-- Passwords and sessions of the gateway. PostgREST exposes public only: nothing in here is reachable by HTTP.
create schema identity;

create type source as enum ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync');

-- Declared but used by no column: run statuses are text, which also allows `waiting`.
create type playbook_run_status as enum (
  'scheduled', 'running', 'cancelled', 'completed', 'failed', 'pending', 'sleeping'
);

-- incidents.incident_id is varchar(10): the counter has to stay below 1,000,000.
create sequence incident_id_sequence;

create function format_incident_id(seq_value bigint) returns varchar
language sql immutable as $$
  select 'INC-' || seq_value
$$;

-- 48 bits of milliseconds and 80 random bits in a uuid. The time is that of the transaction, so ids made by
-- one transaction are not ordered among themselves.
create function generate_ulid() returns uuid
language sql volatile as $$
  select (
    lpad(to_hex(floor(extract(epoch from now()) * 1000)::bigint), 12, '0')
    || encode(gen_random_bytes(10), 'hex')
  )::uuid
$$;

-- The text form of the same 128 bits: 26 digits of Crockford's base 32.
create function uuid_to_ulid(id uuid) returns text
language plpgsql volatile as $$
declare
  digits constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  bits bit(130) := B'00' || ('x' || replace(id::text, '-', ''))::bit(128);
  ulid text := '';
begin
  for i in 0..25 loop
    ulid := ulid || substr(digits, substring(bits from i * 5 + 1 for 5)::int + 1, 1);
  end loop;
  return ulid;
end
$$;
