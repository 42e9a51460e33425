-- Work the server does on a timer. In a schema PostgREST does not expose, but for the nightly delete, which
-- clients of the real server can see and not reach.

-- Checks' uptime and latency are as fresh as the last call; the real server does this once a minute.
create function holdfast.refresh_check_summaries() returns void
language plpgsql as $$
begin
  refresh materialized view concurrently public.check_status_summary_aged;
  refresh materialized view concurrently public.check_status_summary;
end
$$;

create function holdfast.refresh_check_sizes() returns void
language sql as $$
  refresh materialized view concurrently public.check_size_summary
$$;

-- What evidence points at stays, however old. (The real jobs delete nothing as soon as one evidence points at
-- something else: NOT IN over a null.)
create function holdfast.delete_old_changes(older_than_days integer) returns void
language sql as $$
  delete from public.config_changes ch
  where ch.created_at < now() - make_interval(days => older_than_days)
    and not exists (select from public.evidences e where e.config_change_id = ch.id)
$$;

create function holdfast.delete_old_insights(older_than_days integer) returns void
language sql as $$
  delete from public.config_analysis a
  where a.last_observed < now() - make_interval(days => older_than_days)
    and not exists (select from public.evidences e where e.config_analysis_id = a.id)
$$;

-- Deletes configs for good that were soft-deleted long ago and that nothing refers to.
create function delete_old_config_items(older_than_days integer) returns void
language sql as $$
  delete from config_items ci
  where ci.deleted_at < now() - make_interval(days => older_than_days)
    and not exists (select from evidences e where e.config_id = ci.id)
    and not exists (
      select from evidences e join config_changes ch on ch.id = e.config_change_id where ch.config_id = ci.id
    )
    and not exists (
      select from evidences e join config_analysis a on a.id = e.config_analysis_id where a.config_id = ci.id
    )
    and not exists (select from playbook_runs r where r.config_id = ci.id)
    and not exists (select from components c where c.config_id = ci.id)
    and not exists (select from config_items child where child.parent_id = ci.id)
$$;
