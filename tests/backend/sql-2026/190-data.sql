-- What the new columns hold where data was there before. On an empty database this does nothing.

-- A queue billed in euros beside dollars has no single total; another is billed in euros only.
insert into config_cost_compact (
  config_id, scraper_id, source_key, period_start, period_end, grain, charge_category, service_name,
  billing_currency, billed_cost, effective_cost, fingerprint
)
select ci.id, ci.scraper_id, 'eu-reseller', date_trunc('hour', now()) - interval '1 hour',
  date_trunc('hour', now()), 'level1', 'Usage', 'SQS', 'EUR', 1.19, 1, md5('eur ' || ci.id::text)
from (
  select ci.id, ci.scraper_id from config_items ci
  where ci.type = 'AWS::SQS::Queue' and ci.deleted_at is null
  order by ci.id limit 2
) ci;

delete from config_cost_compact
where billing_currency = 'USD' and config_id = (
  select config_id from config_cost_compact where billing_currency = 'EUR' order by config_id limit 1
);
refresh materialized view config_cost_summary;

-- The newest finished runs of playbooks: one gave up in time, one is trying again, one was started by another.
update playbook_runs r set status = 'timed_out', timeout = 600000000000, error = 'timed out after 10m0s'
from (
  select id from playbook_runs where status = 'failed' order by created_at desc, id limit 1
) chosen
where r.id = chosen.id;

update playbook_runs r set status = 'retrying', end_time = null
from (
  select id from playbook_runs where status = 'failed' order by created_at desc, id limit 1
) chosen
where r.id = chosen.id;

update playbook_runs child set parent_id = pair.parent
from (
  select id, lag(id) over (order by created_at, id) as parent, row_number() over (order by created_at desc, id) as place
  from playbook_runs where status = 'completed'
) pair
where child.id = pair.id and pair.place = 1 and pair.parent is not null;

update notifications set name = coalesce(nullif(trim(title), ''), name)
where id in (
  select min(id::text)::uuid from notifications where deleted_at is null group by coalesce(nullif(trim(title), ''), '')
);

-- A silence somebody set, the sends it held back, and one without a rendered body.
insert into notification_silences (name, description, "from", until, recursive, config_id, created_by, source)
select 'Node maintenance', 'The nodes of this cluster are replaced one by one', now() - interval '2 hours',
  now() + interval '4 hours', true, c.id, p.id, 'UI'
from (select id from config_items where type = 'Kubernetes::Cluster' order by id limit 1) c
cross join (select id from people where email is not null order by created_at, id limit 1) p;

update notification_send_history h
set status = 'silenced', silenced_by = (select id from notification_silences limit 1)
from (select id from notification_send_history where error is null order by created_at desc, id limit 2) newest
where h.id = newest.id and exists (select from notification_silences);

update notification_send_history h
set status = 'repeat-interval', count = 7, body = null, body_payload = jsonb_build_object('text', h.body)
from (
  select id from notification_send_history where error is null and silenced_by is null
  order by created_at desc, id limit 1
) next
where h.id = next.id;
