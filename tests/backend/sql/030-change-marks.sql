-- updated_at and is_pushed: what moves them, and what deliberately does not.

-- Moves updated_at to the start of the transaction, except
--   * when nothing changed,
--   * when the new row is deleted: neither the soft delete nor an edit of a deleted row shows here,
--   * when a remote agent owns the row: its own value stands,
--   * when is_pushed flips: that is bookkeeping of the replication,
--   * on config_items unless the document changed, on canaries unless the spec changed.
-- The trigger's arguments name the columns of its table that such an exception looks at.
create function update_updated_at_column() returns trigger
language plpgsql as $$
begin
  if new is not distinct from old then
    return new;
  end if;
  if 'deleted_at' = any (tg_argv) then
    if new.deleted_at is not null then
      return new;
    end if;
  end if;
  if 'agent_id' = any (tg_argv) then
    if new.agent_id <> '00000000-0000-0000-0000-000000000000'::uuid then
      return new;
    end if;
  end if;
  if 'is_pushed' = any (tg_argv) then
    if new.is_pushed is distinct from old.is_pushed then
      return new;
    end if;
  end if;
  if tg_table_name = 'config_items' then
    if new.config is not distinct from old.config then
      return new;
    end if;
  end if;
  if tg_table_name = 'canaries' then
    if new.spec is not distinct from old.spec then
      return new;
    end if;
  end if;
  new.updated_at := now();
  return new;
end
$$;

-- A row that was sent upstream and then edited has to be sent again.
create function reset_is_pushed_before_update() returns trigger
language plpgsql as $$
begin
  if old.is_pushed and new.is_pushed and new is distinct from old then
    new.is_pushed := false;
  end if;
  return new;
end
$$;

-- Triggers of one event fire in the order of their names: is_pushed is reset first, so on an agent the first
-- edit after a push keeps the old updated_at. The real server does the same.
do $$
declare
  marked record;
begin
  for marked in
    select c.table_name,
      bool_or(c.column_name = 'updated_at') as has_updated_at,
      -- Replicated tables; job_history and playbook_run_actions have the flag and no reset.
      bool_or(c.column_name = 'is_pushed')
        and c.table_name not in ('job_history', 'playbook_run_actions') as is_replicated,
      string_agg(quote_literal(c.column_name), ', ')
        filter (where c.column_name in ('deleted_at', 'agent_id', 'is_pushed')) as watched
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'identities'
    group by c.table_name
  loop
    if marked.has_updated_at then
      execute format(
        'create trigger %I before update on %I for each row execute function update_updated_at_column(%s)',
        marked.table_name || '_update_updated_at', marked.table_name, coalesce(marked.watched, '')
      );
    end if;
    if marked.is_replicated then
      execute format(
        'create trigger %I before update on %I for each row execute function reset_is_pushed_before_update()',
        marked.table_name || '_reset_is_pushed_before_update', marked.table_name
      );
    end if;
  end loop;
end
$$;
