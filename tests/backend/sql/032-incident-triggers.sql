-- Incident history and incident events. History rows carry created_by of the row that fired the trigger,
-- which is its creator and not the person who made the change; the real server does so too.

create function insert_incident_created_in_incident_history() returns trigger
language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, description)
  values (new.id, new.created_by, 'incident.created', new.id::text);
  return null;
end
$$;

create trigger incident_to_incident_history after insert on incidents
  for each row execute function insert_incident_created_in_incident_history();

create function insert_incident_status_update_in_incident_history() returns trigger
language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, description)
  values (new.id, new.created_by, 'incident.status_updated', new.status);
  return null;
end
$$;

create trigger incident_status_to_incident_history after update on incidents
  for each row when (old.status is distinct from new.status)
  execute function insert_incident_status_update_in_incident_history();

-- The three times follow the status unless the same statement sets them. Reopening clears resolved and
-- closed, so that the progress steps and the counts on components are those of the incident as it is now.
-- (The real server never fills them.)
create function set_incident_times() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.acknowledged is not distinct from old.acknowledged then
    if new.status in ('investigating', 'mitigated', 'resolved', 'closed') then
      new.acknowledged := coalesce(new.acknowledged, now());
    end if;
  end if;
  if tg_op = 'INSERT' or new.resolved is not distinct from old.resolved then
    if new.status in ('resolved', 'closed') then
      new.resolved := coalesce(new.resolved, now());
    elsif tg_op = 'UPDATE' then
      new.resolved := null;
    end if;
  end if;
  if tg_op = 'INSERT' or new.closed is not distinct from old.closed then
    if new.status in ('closed', 'cancelled') then
      new.closed := coalesce(new.closed, now());
    elsif tg_op = 'UPDATE' then
      new.closed := null;
    end if;
  end if;
  return new;
end
$$;

create trigger incident_times_on_insert before insert on incidents
  for each row execute function set_incident_times();

create trigger incident_times_on_status before update on incidents
  for each row when (old.status is distinct from new.status)
  execute function set_incident_times();

create function insert_incident_creation_in_event_queue() returns trigger
language plpgsql as $$
begin
  perform enqueue_event('incident.created', jsonb_build_object('id', new.id));
  return null;
end
$$;

create trigger incident_enqueue after insert on incidents
  for each row execute function insert_incident_creation_in_event_queue();

create function insert_incident_updates_in_event_queue() returns trigger
language plpgsql as $$
begin
  if new.status is distinct from old.status then
    perform enqueue_event('incident.status.' || new.status, jsonb_build_object('id', new.id));
  end if;
  return null;
end
$$;

create trigger incident_status_enque after update on incidents
  for each row execute function insert_incident_updates_in_event_queue();

-- Responders

create function insert_responder_created_in_incident_history() returns trigger
language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, responder_id)
  values (new.incident_id, new.created_by, 'responder.created', new.id);
  return null;
end
$$;

create trigger responder_to_incident_history after insert on responders
  for each row execute function insert_responder_created_in_incident_history();

create function insert_responder_in_event_queue() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform enqueue_event('incident.responder.added', jsonb_build_object('id', new.id));
  elsif old.deleted_at is null and new.deleted_at is not null then
    perform enqueue_event('incident.responder.removed', jsonb_build_object('id', new.id));
  end if;
  return null;
end
$$;

create trigger responder_enqueue after insert or update on responders
  for each row execute function insert_responder_in_event_queue();

-- Hypotheses. Two triggers with two names: on the real server they share one, and hypothesis.created is lost.

create function insert_hypothesis_created_in_incident_history() returns trigger
language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, hypothesis_id)
  values (new.incident_id, new.created_by, 'hypothesis.created', new.id);
  return null;
end
$$;

create trigger hypothesis_to_incident_history after insert on hypotheses
  for each row execute function insert_hypothesis_created_in_incident_history();

create function insert_hypothesis_status_update_in_incident_history() returns trigger
language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, description, hypothesis_id)
  values (new.incident_id, new.created_by, 'hypothesis.status_updated', new.status, new.id);
  return null;
end
$$;

create trigger hypothesis_status_to_incident_history after update on hypotheses
  for each row when (old.status is distinct from new.status)
  execute function insert_hypothesis_status_update_in_incident_history();

-- Evidences

create function insert_evidence_created_in_incident_history() returns trigger
language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, hypothesis_id, evidence_id)
  values (
    (select incident_id from hypotheses where id = new.hypothesis_id),
    new.created_by, 'evidence.created', new.hypothesis_id, new.id
  );
  return null;
end
$$;

create trigger evidence_to_incident_history after insert on evidences
  for each row execute function insert_evidence_created_in_incident_history();

create function insert_config_done_definition_added_in_incident_history() returns trigger
language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, evidence_id)
  values (
    (select incident_id from hypotheses where id = new.hypothesis_id),
    new.created_by, 'evidence.done_definition_added', new.id
  );
  return null;
end
$$;

create trigger evidence_done_definition_to_incident_history after update on evidences
  for each row when (old.definition_of_done is not true and new.definition_of_done)
  execute function insert_config_done_definition_added_in_incident_history();

-- A change FROM null fires nothing: `<>` with a null is not true. So the first tick of a new item is silent
-- unless it was made with done = false; the real server behaves so and clients know it.
create function insert_definition_of_done_updates_in_event_queue() returns trigger
language plpgsql as $$
begin
  if new.definition_of_done <> old.definition_of_done then
    perform enqueue_event(
      case when new.definition_of_done then 'incident.dod.added' else 'incident.dod.removed' end,
      jsonb_build_object('id', new.id)
    );
  elsif new.definition_of_done and new.done <> old.done then
    perform enqueue_event(
      case when new.done then 'incident.dod.passed' else 'incident.dod.regressed' end,
      jsonb_build_object('id', new.id)
    );
  end if;
  return null;
end
$$;

create trigger evidence_dod_updates after update on evidences
  for each row execute function insert_definition_of_done_updates_in_event_queue();

-- Comments

create function insert_comment_in_event_queue() returns trigger
language plpgsql as $$
begin
  perform enqueue_event('incident.comment.added', jsonb_build_object('id', new.id));
  return null;
end
$$;

create trigger comment_enqueue after insert on comments
  for each row execute function insert_comment_in_event_queue();

create function insert_responder_comment_in_incident_history() returns trigger
language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, comment_id)
  values (new.incident_id, new.created_by, 'responder.commented', new.id);
  return null;
end
$$;

create trigger responder_comment_to_incident_history after insert on comments
  for each row when (new.responder_id is not null)
  execute function insert_responder_comment_in_incident_history();
