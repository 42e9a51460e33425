import { Hono } from 'hono';
import * as v from 'valibot';
import { scriptSchema } from '#tests/backend/runs/run-script.ts';
import { createRunSimulator } from '#tests/backend/runs/run-simulator.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { addOffers } from './list.ts';
import { playbookSchema } from './playbook-schema.ts';
import { addRuns } from './run.ts';

/** What may be run on a thing, the parameters of a playbook, and a run (server.md 7); the schema of a playbook. */
export function createPlaybooks(gateway: Gateway): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  addOffers(app, gateway);
  addRuns(app, gateway);
  app.get('/schemas/playbook-spec.schema.json', (c) => c.json(playbookSchema));
  return app;
}

const steerSchema = v.object({ runId: v.optional(v.pipe(v.string(), v.uuid())), script: scriptSchema });

/**
 * `POST /test-controls/runs/script` says how a run goes, or without an id how those go that nothing was said of; `…/turn`
 * moves every run that has not ended by one step, whatever the time: a test waits for nothing.
 */
export function addRunControls(app: Hono<GatewayEnv>, gateway: Gateway): void {
  const simulator = createRunSimulator(gateway);
  app.post('/test-controls/runs/script', async (c) => {
    const { runId, script } = v.parse(steerSchema, await c.req.json());
    simulator.steer(script, runId);
    return c.json({});
  });
  app.post('/test-controls/runs/turn', async (c) => {
    const only = c.req.query('run');
    return c.json({ moved: await simulator.turn({ isForced: true, only }) });
  });
}
