-- What the identity service and the role engine keep.

-- One row per account, in public because clients read id, traits and state. A trigger makes the person.
create table identities (
  id uuid not null default gen_random_uuid(),
  schema_id text not null default 'default',
  traits jsonb not null,
  state text not null default 'active',
  state_changed_at timestamp default (now() at time zone 'utc'),
  metadata_public jsonb,
  metadata_admin jsonb,
  nid uuid default '0190a3c4-5b00-7000-8000-0000000000ff',
  available_aal text default 'aal1',
  organization_id uuid,
  created_at timestamp not null default (now() at time zone 'utc'),
  updated_at timestamp not null default (now() at time zone 'utc'),
  constraint identities_pkey primary key (id),
  constraint identities_state_check check (state in ('active', 'inactive'))
);

create unique index identities_email_key on identities (lower(traits ->> 'email'));

-- ptype `g`: v0 (a person's id) has role v1. ptype `p`: subject v0 may do v2 on object v1, effect v3.
create table casbin_rule (
  id bigserial not null,
  ptype varchar(100),
  v0 varchar(100),
  v1 varchar(100),
  v2 varchar(100),
  v3 varchar(100),
  v4 varchar(100),
  v5 varchar(100),
  constraint casbin_rule_pkey primary key (id),
  constraint idx_casbin_rule unique nulls not distinct (ptype, v0, v1, v2, v3, v4, v5)
);

create table identity.credentials (
  identity_id uuid not null references public.identities (id) on delete cascade,
  password_hash text not null,
  updated_at timestamptz not null default now(),
  constraint credentials_pkey primary key (identity_id)
);

-- Only a hash of the cookie's token is kept: a copy of the database opens no session.
create table identity.sessions (
  id uuid not null default gen_random_uuid(),
  token_hash text not null,
  identity_id uuid not null references public.identities (id) on delete cascade,
  active boolean not null default true,
  authenticated_at timestamptz not null default now(),
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text,
  constraint sessions_pkey primary key (id),
  constraint sessions_token_hash_key unique (token_hash)
);

create index sessions_identity_id_idx on identity.sessions (identity_id);

-- Links of invitations and of forgotten passwords: good once, until they expire.
create table identity.recovery_links (
  id uuid not null default gen_random_uuid(),
  token_hash text not null,
  identity_id uuid not null references public.identities (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint recovery_links_pkey primary key (id),
  constraint recovery_links_token_hash_key unique (token_hash)
);
