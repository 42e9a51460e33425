-- Costs: line items in the shape of FOCUS, and what they sum up to.

-- What the scrapers deliver, hour by hour; nobody reads it.
create table config_costs (
  id uuid default generate_ulid() not null,
  config_id uuid not null,
  scraper_id uuid,
  source_key text not null,
  external_id text,
  external_config_type text,
  external_config_scraper_id text,
  external_config_labels jsonb,
  period_start timestamptz not null,
  period_end timestamptz not null,
  grain text not null,
  charge_category text not null,
  charge_class text,
  service_name text,
  service_category text,
  sku_id text,
  region_id text,
  billing_currency text not null,
  billed_cost numeric(24,10) not null,
  effective_cost numeric(24,10) not null,
  list_cost numeric(24,10),
  contracted_cost numeric(24,10),
  pricing_quantity numeric(24,10),
  pricing_unit text,
  focus jsonb,
  fingerprint text not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint config_costs_pkey primary key (id),
  constraint config_costs_config_fk foreign key (config_id) references config_items (id) on delete cascade,
  constraint config_costs_scraper_fk
    foreign key (scraper_id) references config_scrapers (id) on delete set null,
  constraint config_costs_period check (period_end > period_start),
  constraint config_costs_grain check (grain in ('level1', 'level2', 'level3'))
);
create unique index config_costs_merge_uniq
  on config_costs (source_key, fingerprint, period_start, period_end);
create index config_costs_config_period_idx on config_costs (config_id, period_start);

-- The series everything reads: hours of the last day, days before.
create table config_cost_compact (
  like config_costs including defaults including constraints,
  constraint config_cost_compact_pkey primary key (id),
  constraint config_cost_compact_config_fk
    foreign key (config_id) references config_items (id) on delete cascade,
  constraint config_cost_compact_scraper_fk
    foreign key (scraper_id) references config_scrapers (id) on delete set null
);
create unique index config_cost_compact_merge_uniq
  on config_cost_compact (source_key, fingerprint, period_start, period_end);
create index config_cost_compact_config_period_idx on config_cost_compact (config_id, period_start);

-- The rates of the old columns, told as line items: 24 hours and the 29 days before them.
with origin as (
  select ci.id, ci.scraper_id, ci.type, ci.external_id[1] as external_id, ci.cost_per_minute as rate,
    ci.labels ->> 'region' as region, date_trunc('hour', now()) as until
  from config_items ci
  where ci.cost_per_minute is not null
), buckets as (
  select o.*, o.until - make_interval(hours => n) as period_start,
    o.until - make_interval(hours => n - 1) as period_end, 'level1' as grain, 60 as minutes
  from origin o cross join generate_series(1, 24) n
  union all
  select o.*, o.until - make_interval(hours => 24 * n), o.until - make_interval(hours => 24 * (n - 1)),
    'level2', 1440
  from origin o cross join generate_series(2, 30) n
)
insert into config_cost_compact (
  config_id, scraper_id, source_key, external_id, external_config_type, period_start, period_end, grain,
  charge_category, service_name, region_id, billing_currency, billed_cost, effective_cost, pricing_quantity,
  pricing_unit, fingerprint
)
select id, scraper_id, 'aws-billing', external_id, type, period_start, period_end, grain,
  'Usage', split_part(type, '::', 2), region, 'USD', rate * minutes, rate * minutes, minutes / 60.0, 'Hours',
  md5(id::text)
from buckets;

insert into config_costs select * from config_cost_compact where grain = 'level1';

-- Sums over the time up to the last bill of an item, per currency: bills come late.
create materialized view config_cost_summary as
select
  c.config_id, c.billing_currency,
  coalesce(sum(c.effective_cost) filter (where c.period_start >= last.at - interval '1 hour'), 0) as cost_1h,
  coalesce(sum(c.effective_cost) filter (where c.period_start >= last.at - interval '1 day'), 0) as cost_1d,
  sum(c.effective_cost) as cost_30d,
  sum(c.billed_cost) as billed_30d,
  last.at as last_cost_at
from config_cost_compact c
join (select config_id, max(period_end) as at from config_cost_compact group by config_id) last
  on last.config_id = c.config_id
where c.period_start >= last.at - interval '30 days'
group by c.config_id, c.billing_currency, last.at;

create unique index config_cost_summary_idx on config_cost_summary (config_id, billing_currency);

-- One row per item: no sum over several currencies.
create view holdfast.config_costs_of_item as
select
  config_id,
  count(*) > 1 as mixed_currency,
  case when count(*) = 1 then min(billing_currency) end as billing_currency,
  case when count(*) = 1 then min(cost_1h) end as cost_total_1h,
  case when count(*) = 1 then min(cost_1d) end as cost_total_1d,
  case when count(*) = 1 then min(cost_30d) end as cost_total_30d
from config_cost_summary
group by config_id;
