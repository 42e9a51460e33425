import { randomUUID } from 'node:crypto';
import { createInsights, type InsightScene } from '../catalog/insight-scene.ts';
import type { ServerFacts } from '../server-facts.ts';

/** A component with something in every section of its panel, and an item that it is not linked to. */
export interface PanelScene extends InsightScene {
  readonly path: InsightScene['path'];
  readonly otherId: string;
  readonly otherName: string;
  readonly incidentTitle: string;
  readonly checkName: string;
  readonly teamId: string;
  readonly topologyId: string;
  readonly runId: string;
}

export async function createPanel(facts: ServerFacts): Promise<PanelScene> {
  const scene = await createInsights(facts);
  const { componentId, itemId, componentName } = scene;
  const mark = componentId.slice(0, 8);
  const [otherId, checkId, teamId, topologyId, runId] = [1, 2, 3, 4, 5].map(() => randomUUID());
  const [otherName, checkName, incidentTitle] = [`pod-${mark}`, `probe-${mark}`, `Shop is slow ${mark}`];
  await facts.rows(
    `insert into config_items (id, name, type, config_class, config, created_at)
     values ($1, $2, 'Kubernetes::Pod', 'Pod', '{}', now())`,
    [otherId, otherName],
  );
  await facts.rows(`insert into topologies (id, name, namespace) values ($1, $2, 'default')`, [
    topologyId,
    `topology-${mark}`,
  ]);
  await facts.rows(
    `update components set topology_id = $2, status_reason = 'One of two is down', health = 'unhealthy',
            status = 'unhealthy', properties = $3, labels = $4 where id = $1`,
    [
      componentId,
      topologyId,
      JSON.stringify(
        [1, 2, 3, 4, 5, 6, 7].map((at) => ({ name: `fact-${at}`, label: `Fact ${at}`, text: `value ${at}` })),
      ),
      { app: componentName },
    ],
  );
  await facts.rows(
    `insert into checks (id, canary_id, type, name, spec, status, last_runtime, created_at)
     select $1, id, 'http', $2, '{}', 'unhealthy', now() - interval '1 minute', now() from canaries limit 1`,
    [checkId, checkName],
  );
  await facts.rows(
    `insert into check_component_relationships (component_id, check_id, canary_id, selector_id)
     select $1, $2, canary_id, 'test' from checks where id = $2`,
    [componentId, checkId],
  );
  await facts.rows(
    `insert into teams (id, name, created_by, spec) select $1, $2, id, '{}' from people limit 1`,
    [teamId, `team-${mark}`],
  );
  await facts.rows(`insert into team_components (team_id, component_id) values ($1, $2)`, [
    teamId,
    componentId,
  ]);
  await facts.rows(
    `insert into config_changes (id, config_id, change_type, severity, source, summary, created_at)
     select gen_random_uuid(), $1, 'diff', 'info', 'test', 'change ' || n || ' of ' || $2::text,
            now() - make_interval(mins => n) from generate_series(1, 8) n`,
    [itemId, scene.name],
  );
  await facts.rows(
    `insert into playbook_runs (id, playbook_id, component_id, status, created_at, start_time, end_time)
     select $1, id, $2, 'completed', now() - interval '2 minutes', now() - interval '2 minutes',
            now() - interval '1 minute' from playbooks limit 1`,
    [runId, componentId],
  );
  await facts.rows(
    `with incident as (
       insert into incidents (id, title, description, type, severity, status, created_by)
       select gen_random_uuid(), $2, '', 'performance', 'high', 'open', id from people limit 1 returning id, created_by
     ), node as (
       insert into hypotheses (id, incident_id, type, title, status, created_by)
       select gen_random_uuid(), id, 'root', $2, 'possible', created_by from incident returning id, created_by
     )
     insert into evidences (id, hypothesis_id, created_by, type, description, component_id)
     select gen_random_uuid(), id, created_by, 'topology', 'It', $1 from node`,
    [componentId, incidentTitle],
  );
  const text = (value: string | undefined): string => value ?? '';
  return {
    ...scene,
    otherId: text(otherId),
    otherName,
    incidentTitle,
    checkName,
    teamId: text(teamId),
    topologyId: text(topologyId),
    runId: text(runId),
  };
}
