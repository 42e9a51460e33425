import { randomUUID } from 'node:crypto';
import { expect } from '../fixtures.ts';
import type { ServerFacts } from '../server-facts.ts';
import type { Stack } from '../stack.ts';

export interface PlaybookScene {
  readonly id: string;
  readonly title: string;
  /** An item that its runs were on. */
  readonly itemId: string;
  readonly itemName: string;
  /** Runs by how they stand; `old` completed forty days ago. */
  readonly runs: Readonly<Record<'completed' | 'failed' | 'scheduled' | 'old', string>>;
}

const SPEC = {
  parameters: [{ name: 'grace', label: 'Grace period', default: '30s' }],
  actions: [
    { name: 'Roll the pods', exec: { script: 'kubectl rollout restart' } },
    { name: 'Wait until ready', exec: { script: 'kubectl rollout status' } },
  ],
};

/** A playbook without a category, an item, and four runs on it, made for one test alone. */
export async function createPlaybook(facts: ServerFacts, selectors: object = {}): Promise<PlaybookScene> {
  const [id, itemId] = [randomUUID(), randomUUID()];
  const title = `Playbook ${id.slice(0, 8)}`;
  const itemName = `item-${id.slice(0, 8)}`;
  await facts.rows(
    `insert into playbooks (id, name, title, description, source, spec, created_at, updated_at)
     values ($1, $2, $3, 'Restarts what the test made', 'UI', $4, now(), now())`,
    [id, `playbook-${id.slice(0, 8)}`, title, JSON.stringify({ ...SPEC, ...selectors })],
  );
  await facts.rows(
    `insert into config_items (id, name, type, config_class, config, created_at, updated_at)
     values ($1, $2, 'Kubernetes::Deployment', 'Deployment', '{}', now(), now())`,
    [itemId, itemName],
  );
  const run = async (status: string, hoursAgo: number, hasBegun = true): Promise<string> => {
    const runId = randomUUID();
    await facts.rows(
      `insert into playbook_runs (id, playbook_id, config_id, status, created_by, parameters, created_at, start_time, end_time)
       values ($1, $2, $3, $4, (select id from people where name = 'Amara Okafor'), '{"grace": "45s"}',
         now() - $5 * interval '1 hour', now() - $5 * interval '1 hour' + interval '1 second',
         now() - $5 * interval '1 hour' + interval '95 seconds')`,
      [runId, id, itemId, status, hoursAgo],
    );
    if (!hasBegun)
      await facts.rows('update playbook_runs set start_time = null, end_time = null where id = $1', [runId]);
    return runId;
  };
  return {
    id,
    title,
    itemId,
    itemName,
    runs: {
      scheduled: await run('scheduled', 1, false),
      failed: await run('failed', 2),
      completed: await run('completed', 30),
      old: await run('completed', 960),
    },
  };
}

/** Steers the runs that the backend executes: `path` is one of its test controls. */
export async function controlRuns(stack: Stack, path: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${stack.backend.url}/test-controls/runs/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}
