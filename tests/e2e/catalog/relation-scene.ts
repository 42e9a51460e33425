import { randomUUID } from 'node:crypto';
import { createCheck } from '../health/check-scene.ts';
import type { Scene } from '../scene.ts';
import type { ServerFacts } from '../server-facts.ts';

/** An item made for one test with what belongs to it. */
export interface RelationScene {
  readonly itemId: string;
  readonly name: string;
  /** Below it by hard links: a child, and a grandchild under that. */
  readonly child: string;
  readonly grandchild: string;
  /** Below it by a soft link. */
  readonly mounted: string;
  /** Above it. */
  readonly parent: string;
  /** Its link was deleted. */
  readonly unlinked: string;
  readonly checkId: string;
  readonly checkName: string;
  readonly playbookTitle: string;
}

/** Runs more than a page of the list has. */
export const RUNS = 205;

/** An item in the middle of others, with a check, runs of a playbook, and evidence of the scene's incident. */
export async function createRelations(facts: ServerFacts, scene: Scene): Promise<RelationScene> {
  const itemId = randomUUID();
  const mark = itemId.slice(0, 8);
  const names = {
    name: `api-${mark}`,
    child: `replicas-${mark}`,
    grandchild: `pod-${mark}`,
    mounted: `volume-${mark}`,
    parent: `namespace-${mark}`,
    unlinked: `job-${mark}`,
  };
  const item = async (id: string, name: string, kind: string, health: string): Promise<string> => {
    await facts.rows(
      `insert into config_items (id, name, type, config_class, health, status, tags, config, created_at)
       values ($1, $2, $3, $4, $5, 'Running', $6, '{"kind": "Test"}', now() - interval '3 days')`,
      [id, name, `Kubernetes::${kind}`, kind, health, { cluster: mark }],
    );
    return id;
  };
  const link = async (from: string, to: string, relation: string, isDeleted = false): Promise<void> => {
    await facts.rows(
      `insert into config_relationships (config_id, related_id, relation, selector_id, deleted_at)
       values ($1, $2, $3, $4, case when $5 then now() end)`,
      [from, to, relation, `${relation}-selector`, isDeleted],
    );
  };
  await item(itemId, names.name, 'Deployment', 'healthy');
  const child = await item(randomUUID(), names.child, 'ReplicaSet', 'healthy');
  const grandchild = await item(randomUUID(), names.grandchild, 'Pod', 'unhealthy');
  const mounted = await item(randomUUID(), names.mounted, 'Volume', 'healthy');
  const parent = await item(randomUUID(), names.parent, 'Namespace', 'healthy');
  const unlinked = await item(randomUUID(), names.unlinked, 'Job', 'healthy');
  await link(parent, itemId, 'hard');
  await link(itemId, child, 'hard');
  await link(child, grandchild, 'hard');
  await link(itemId, mounted, 'DeploymentVolume');
  await link(itemId, unlinked, 'hard', true);

  const { checkId, canaryId, name: checkName } = await createCheck(facts);
  await facts.rows(
    `insert into check_config_relationships (config_id, check_id, canary_id, selector_id) values ($1, $2, $3, 'test')`,
    [itemId, checkId, canaryId],
  );
  const playbookTitle = await createRuns(facts, itemId);
  await facts.rows(
    `insert into evidences (hypothesis_id, type, description, config_id, evidence, created_by)
     select $1, 'config', 'it changed', $2, '{"lines": ["a: 1"], "selected_lines": {"1": "a: 1"}}', created_by
       from hypotheses where id = $1`,
    [scene.hypothesisId, itemId],
  );
  return { itemId, ...names, checkId, checkName, playbookTitle };
}

/** One run that goes on, one that failed, and older ones. Answers what their playbook is called. */
async function createRuns(facts: ServerFacts, itemId: string): Promise<string> {
  const playbookId = randomUUID();
  const title = `Restart ${itemId.slice(0, 8)}`;
  await facts.rows(
    `insert into playbooks (id, name, title, source, spec, created_at)
     values ($1, $2, $2, 'UI', '{}', now() - interval '90 days')`,
    [playbookId, title],
  );
  await facts.rows(
    `insert into playbook_runs (playbook_id, config_id, status, created_at, start_time, end_time)
     select $1, $2, case n when 1 then 'running' when 2 then 'failed' else 'completed' end,
            now() - n * interval '4 hours', now() - n * interval '4 hours',
            case when n > 1 then now() - n * interval '4 hours' + interval '90 seconds' end
       from generate_series(1, $3) as n`,
    [playbookId, itemId, RUNS],
  );
  return title;
}
