-- The event queue: what other parts of the server react to.

-- One row per (name, properties): a repeat resets the queued row, it never makes a second one. Properties
-- stay small because they are part of a unique index.
create function enqueue_event(event_name text, event_properties jsonb) returns void
language sql as $$
  insert into event_queue (name, properties)
  values (event_name, event_properties)
  on conflict (name, properties)
  do update set created_at = now(), last_attempt = null, attempts = 0
$$;

create function notify_new_events_function() returns trigger
language plpgsql as $$
begin
  perform pg_notify('event_queue_updates', new.name);
  return null;
end
$$;

create trigger notify_new_events after insert on event_queue
  for each row execute function notify_new_events_function();
