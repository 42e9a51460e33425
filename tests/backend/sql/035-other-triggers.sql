-- Agents, teams, notifications, playbooks and identities.

create function delete_agent_resources(agentid uuid, delete_time timestamptz) returns void
language plpgsql as $$
declare
  owned text;
begin
  foreach owned in array array[
    'topologies', 'components', 'canaries', 'checks', 'config_scrapers', 'config_items', 'logging_backends'
  ] loop
    execute format('update %I set deleted_at = $1 where agent_id = $2 and deleted_at is null', owned)
      using delete_time, agentid;
  end loop;
end
$$;

-- An agent that is gone can no longer sign in; with `cleanup` everything it owns goes too.
create function delete_access_tokens() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update access_tokens set expires_at = now() where person_id = old.person_id;
  elsif old.deleted_at is null and new.deleted_at is not null then
    update access_tokens set expires_at = now() where person_id = new.person_id;
    if new.cleanup then
      perform delete_agent_resources(new.id, new.deleted_at);
    end if;
  end if;
  return null;
end
$$;

create trigger delete_agent_access_tokens after update or delete on agents
  for each row execute function delete_access_tokens();

create function handle_team_updates() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.deleted_at is null and new.deleted_at is not null then
      delete from team_components where team_id = new.id;
    end if;
    if new.spec is distinct from old.spec then
      update notifications set error = null where team_id = new.id and error is not null;
    end if;
  end if;
  perform pg_notify('team_updates', old.id::text);
  return null;
end
$$;

create trigger team_updates after update or delete on teams
  for each row execute function handle_team_updates();

-- An error stops a notification; whoever changes what can have caused it gives it another try.
create function reset_notification_error_before_update() returns trigger
language plpgsql as $$
begin
  if new.filter is distinct from old.filter
    or new.custom_services is distinct from old.custom_services
    or new.team_id is distinct from old.team_id
  then
    new.error := null;
  end if;
  return new;
end
$$;

create trigger reset_notification_error_before_update_trigger before update on notifications
  for each row execute function reset_notification_error_before_update();

create function handle_notifications_updates_deletes() returns trigger
language plpgsql as $$
begin
  perform pg_notify('notification_updates', old.id::text);
  return null;
end
$$;

create trigger handle_notifications_updates_deletes_trigger after update or delete on notifications
  for each row execute function handle_notifications_updates_deletes();

create function notify_playbook_update() returns trigger
language plpgsql as $$
begin
  perform pg_notify('playbook_updated', new.id::text);
  return null;
end
$$;

create trigger playbook_updated_trigger after update on playbooks
  for each row execute function notify_playbook_update();

create function insert_playbook_spec_approval_in_event_queue() returns trigger
language plpgsql as $$
begin
  if new.spec -> 'approval' is distinct from old.spec -> 'approval' then
    perform enqueue_event('playbook.spec.approval.updated', jsonb_build_object('id', new.id));
  end if;
  return null;
end
$$;

create trigger enqueue_playbook_spec_approval_updated after update on playbooks
  for each row execute function insert_playbook_spec_approval_in_event_queue();

create function insert_new_playbook_approvals_to_event_queue() returns trigger
language plpgsql as $$
begin
  perform enqueue_event(
    'playbook.approval.inserted', jsonb_build_object('id', new.id, 'run_id', new.run_id)
  );
  return null;
end
$$;

create trigger enqueue_new_playbook_approval after insert on playbook_approvals
  for each row execute function insert_new_playbook_approvals_to_event_queue();

create function notify_playbook_run_update() returns trigger
language plpgsql as $$
begin
  perform pg_notify('playbook_run_updates', new.id::text);
  return null;
end
$$;

create trigger playbook_run_updates after insert or update on playbook_runs
  for each row execute function notify_playbook_run_update();

create function notify_playbook_action_update() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform pg_notify('playbook_action_updates', new.id::text);
  elsif new.status = 'scheduled' and old.status <> 'scheduled' then
    perform pg_notify('playbook_action_updates', new.id::text);
  end if;
  return null;
end
$$;

create trigger playbook_action_updates after insert or update on playbook_run_actions
  for each row execute function notify_playbook_action_update();

-- A new account is a new person with the same id. Later changes of the account do not reach the person.
create function insert_identity_to_people() returns trigger
language plpgsql as $$
begin
  insert into people (id, name, email)
  values (
    new.id,
    concat_ws(' ', nullif(new.traits #>> '{name,first}', ''), nullif(new.traits #>> '{name,last}', '')),
    new.traits ->> 'email'
  );
  return null;
end
$$;

create trigger identity_to_people after insert on identities
  for each row execute function insert_identity_to_people();
