-- Components, canaries and checks: what a soft delete takes along, and health events.

create function handle_component_updates() returns trigger
language plpgsql as $$
begin
  if old.deleted_at is null and new.deleted_at is not null then
    delete from team_components where component_id = new.id;
    update component_relationships set deleted_at = new.deleted_at
    where (component_id = new.id or relationship_id = new.id) and deleted_at is null;
    update config_component_relationships set deleted_at = new.deleted_at
    where component_id = new.id and deleted_at is null;
    update check_component_relationships set deleted_at = new.deleted_at
    where component_id = new.id and deleted_at is null;
  end if;
  return null;
end
$$;

create trigger component_updates after update on components
  for each row execute function handle_component_updates();

create function insert_component_health_updates_in_event_queue() returns trigger
language plpgsql as $$
begin
  if new.health is distinct from old.health then
    perform enqueue_event(
      'component.' || coalesce(nullif(new.health, ''), 'unknown'),
      jsonb_build_object('id', new.id, 'status', new.status, 'description', left(new.description, 500))
    );
  end if;
  return null;
end
$$;

create trigger component_health_enqueue after update on components
  for each row execute function insert_component_health_updates_in_event_queue();

create function soft_delete_canary() returns trigger
language plpgsql as $$
begin
  update checks set deleted_at = new.deleted_at
  where canary_id = new.id and deleted_at is null;
  update check_component_relationships set deleted_at = new.deleted_at
  where canary_id = new.id and deleted_at is null;
  return null;
end
$$;

create trigger canary_deleted_trigger after update on canaries
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function soft_delete_canary();

create function soft_delete_check() returns trigger
language plpgsql as $$
begin
  update check_component_relationships set deleted_at = new.deleted_at
  where check_id = new.id and deleted_at is null;
  return null;
end
$$;

create trigger check_deleted_trigger after update on checks
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function soft_delete_check();

create function update_last_transition_time_for_check() returns trigger
language plpgsql as $$
begin
  new.last_transition_time := now();
  return new;
end
$$;

create trigger checks_last_transition_time before update on checks
  for each row when (old.status is distinct from new.status)
  execute function update_last_transition_time_for_check();

create function insert_check_updates_in_event_queue() returns trigger
language plpgsql as $$
begin
  if new.status is distinct from old.status and new.status in ('healthy', 'unhealthy') then
    perform enqueue_event(
      case when new.status = 'healthy' then 'check.passed' else 'check.failed' end,
      jsonb_build_object('id', new.id)
    );
  end if;
  return null;
end
$$;

create trigger check_enqueue after update on checks
  for each row execute function insert_check_updates_in_event_queue();
