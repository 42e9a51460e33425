-- Incident views.

-- A person is listed once per incident, and deleted responders are left out; the real view does neither.
create view incident_summary as
select
  i.id, i.incident_id, i.title, i.severity, i.type, i.status, i.created_at, i.updated_at,
  jsonb_build_object('id', commander.id, 'avatar', commander.avatar, 'name', commander.name) as commander,
  (
    select jsonb_agg(jsonb_build_object('id', who.id, 'avatar', who.avatar, 'name', who.name) order by who.id)
    from (
      select p.id, p.avatar, p.name
      from responders r
      join people p on p.id = r.person_id
      where r.incident_id = i.id and r.deleted_at is null
      union
      select t.id, t.icon, t.name
      from responders r
      join teams t on t.id = r.team_id
      where r.incident_id = i.id and r.deleted_at is null
    ) who
  ) as responders,
  (
    select jsonb_agg(jsonb_build_object('id', who.id, 'avatar', who.avatar, 'name', who.name) order by who.id)
    from (
      select distinct p.id, p.avatar, p.name
      from comments c
      join people p on p.id = c.created_by
      where c.incident_id = i.id
    ) who
  ) as commenters
from incidents i
left join people commander on commander.id = i.commander_id;

create view incidents_by_component as
select distinct i.title, i.id, i.created_at, i.type, i.status, i.severity, e.component_id
from evidences e
join hypotheses h on h.id = e.hypothesis_id
join incidents i on i.id = h.incident_id
where e.component_id is not null;

create view incidents_by_config as
select distinct i.title, i.id, i.created_at, i.type, i.status, i.severity, e.config_id
from evidences e
join hypotheses h on h.id = e.hypothesis_id
join incidents i on i.id = h.incident_id
where e.config_id is not null;

-- type → severity → number of evidence links, of incidents that are neither resolved nor closed.
create view incident_summary_by_component as
select by_type.component_id as id, jsonb_object_agg(by_type.type, by_type.severities) as incidents
from (
  select n.component_id, n.type, jsonb_object_agg(n.severity, n.total) as severities
  from (
    select e.component_id, i.type, i.severity, count(*) as total
    from evidences e
    join hypotheses h on h.id = e.hypothesis_id
    join incidents i on i.id = h.incident_id
    where e.component_id is not null and i.resolved is null and i.closed is null
    group by e.component_id, i.type, i.severity
  ) n
  group by n.component_id, n.type
) by_type
group by by_type.component_id;
