-- Config items: name, parent edge and events.

create function populate_config_item_name() returns trigger
language plpgsql as $$
begin
  if new.name is null or new.name = '' then
    new.name := right(new.id::text, 12);
  end if;
  return new;
end
$$;

create trigger check_config_item_name before insert on config_items
  for each row execute function populate_config_item_name();

-- The parent is also an edge of the graph, so that one walk follows both. A changed parent removes the old
-- edge for good: hard edges are never soft-deleted by this.
create function insert_parent_to_config_relationship() returns trigger
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
    on conflict (related_id, config_id, relation) do update set deleted_at = null;
  end if;
  return null;
end
$$;

create trigger fn_insert_parent_to_config_relationship after insert or update on config_items
  for each row execute function insert_parent_to_config_relationship();

create function insert_config_create_update_delete_in_event_queue() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform enqueue_event('config.created', jsonb_build_object('id', new.id));
  elsif old.deleted_at is null and new.deleted_at is not null then
    perform enqueue_event('config.deleted', jsonb_build_object('id', new.id));
  elsif new.config is distinct from old.config then
    perform enqueue_event('config.updated', jsonb_build_object('id', new.id));
  end if;
  return null;
end
$$;

create trigger config_items_create_update_trigger after insert or update on config_items
  for each row execute function insert_config_create_update_delete_in_event_queue();

create function insert_config_health_updates_in_event_queue() returns trigger
language plpgsql as $$
begin
  if new.health is distinct from old.health then
    perform enqueue_event(
      'config.' || coalesce(nullif(new.health, ''), 'unknown'),
      jsonb_build_object('id', new.id, 'status', new.status, 'description', left(new.description, 500))
    );
  end if;
  return null;
end
$$;

create trigger config_health_event_enqueue after update on config_items
  for each row execute function insert_config_health_updates_in_event_queue();
