import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunScript } from '#tests/backend/runs/run-script.ts';
import { createRunSimulator } from '#tests/backend/runs/run-simulator.ts';
import { wires, type Wire } from '#tests/backend/migrate.ts';
import { beginRun } from '#tests/backend/life/playbook-runs.ts';
import { createPrng } from '#tests/sim/prng.ts';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

/* POST /playbook/run and /playbook/{id}/params (reference server.md 7), and what becomes of a run (semantics.md 8). */

interface Refusal {
  error: string;
}
interface RunRow {
  status: string;
  error: string | null;
  start_time: string | null;
  end_time: string | null;
  parameters: Record<string, string>;
}
interface ActionRow {
  name: string;
  status: string;
  result: Record<string, unknown> | null;
  error: string | null;
  end_time: string | null;
}

const RESTART = '0190a3c4-5b00-7000-8300-000000000301';
const SCALE = '0190a3c4-5b00-7000-8300-000000000302';
const FAIL_OVER = '0190a3c4-5b00-7000-8300-000000000303';

describe.each(wires)('playbooks are run on the server of %s:', (wire: Wire) => {
  let gateway: Gateway;
  let editor: Client;
  let item: string;

  beforeAll(async () => {
    gateway = await startGateway({ size: 'demo', wire });
    editor = await gateway.signedIn('editor');
    const found = await gateway.pool.query<{ id: string }>(
      `select id from config_items where type = 'Kubernetes::Deployment' and deleted_at is null order by id limit 1`,
    );
    item = found.rows[0]?.id ?? '';
  }, 180_000);
  afterAll(() => gateway.stop());

  const post = (client: Client, path: string, body: unknown): Promise<Response> =>
    client.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const begin = async (more: object = {}): Promise<string> => {
    const answer = await post(editor, '/api/playbook/run', {
      id: RESTART,
      config_id: item,
      params: {},
      ...more,
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { run_id: string }).run_id;
  };
  const script = async (runId: string, said: Partial<RunScript>): Promise<void> => {
    await post(editor, '/test-controls/runs/script', { runId, script: said });
  };
  const turn = async (runId: string, times = 1): Promise<void> => {
    for (let at = 0; at < times; at += 1) await post(editor, `/test-controls/runs/turn?run=${runId}`, {});
  };
  const runOf = async (id: string): Promise<RunRow> => {
    const [row] = await editor.json<RunRow[]>(`/api/db/playbook_runs?id=eq.${id}`);
    if (row === undefined) throw new Error(`no run ${id}`);
    return row;
  };
  const actionsOf = (id: string): Promise<ActionRow[]> =>
    editor.json<ActionRow[]>(
      `/api/db/playbook_run_actions?playbook_run_id=eq.${id}&order=start_time.asc,id.asc`,
    );
  const change = (id: string, path: string, value: unknown): Promise<unknown> =>
    gateway.pool.query('update playbooks set spec = jsonb_set(spec, $2::text[], $3::jsonb) where id = $1', [
      id,
      path.split('.'),
      JSON.stringify(value),
    ]);

  it('parameters come with their defaults filled in for the resource', async () => {
    await change(SCALE, 'parameters.0.default', 'six of $(.config.name)');
    const answer = await post(editor, `/api/playbook/${SCALE}/params`, { id: SCALE, config_id: item });
    const { rows } = await gateway.pool.query<{ name: string }>(
      'select name from config_items where id = $1',
      [item],
    );
    expect(await answer.json()).toEqual({
      params: [{ name: 'replicas', label: 'Replicas', required: true, default: `six of ${rows[0]?.name}` }],
    });
    const unknown = '00000000-0000-0000-0000-00000000abcd';
    const missing = await post(editor, `/api/playbook/${unknown}/params`, { id: unknown });
    expect([missing.status, ((await missing.json()) as Refusal).error]).toEqual([
      404,
      `playbook(id=${unknown}) not found`,
    ]);
  });

  it('a run has the given parameters and the defaults, and a line among the changes of its item', async () => {
    const id = await begin();
    expect(await runOf(id)).toMatchObject({
      status: 'scheduled',
      parameters: { grace: '30s' },
      start_time: null,
    });
    const { rows } = await gateway.pool.query(
      'select change_type from config_changes where external_change_id = $1',
      [id],
    );
    expect(rows).toEqual([{ change_type: 'PlaybookScheduled' }]);
  });

  it('what does not fit is refused, and begins nothing', async () => {
    const refused = async (body: object): Promise<[number, string]> => {
      const answer = await post(editor, '/api/playbook/run', body);
      return [answer.status, ((await answer.json()) as Refusal).error];
    };
    const count = async (): Promise<unknown> =>
      (await gateway.pool.query('select count(*) from playbook_runs')).rows[0];
    const before = await count();
    expect(await refused({ id: RESTART, params: { grase: '1s' } })).toEqual([
      400,
      'unknown parameter(s): grase',
    ]);
    expect(await refused({ id: FAIL_OVER, params: {} })).toEqual([
      400,
      'missing required parameter(s): reason',
    ]);
    expect((await refused({ id: 7 }))[0]).toBe(400);
    expect((await refused({ id: RESTART, config_id: item, check_id: item }))[0]).toBe(400);
    for (const role of ['viewer', 'responder'] as const)
      expect(
        (await post(await gateway.signedIn(role), '/api/playbook/run', { id: RESTART, params: {} })).status,
      ).toBe(403);
    expect(await count()).toEqual(before);
  });

  it('a run goes through its steps, one after the other, and completes', async () => {
    const id = await begin();
    await script(id, {
      steps: [{ end: 'completed', stdout: '\u001B[32mdone\u001B[0m\n', repeat: 3 }] as never,
    });
    await turn(id);
    expect((await runOf(id)).status).toBe('running');
    expect((await actionsOf(id)).map(({ name, status }) => [name, status])).toEqual([
      ['Roll the pods', 'running'],
    ]);
    await turn(id, 4);
    const run = await runOf(id);
    expect([run.status, run.end_time === null]).toEqual(['completed', false]);
    const actions = await actionsOf(id);
    expect(actions.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(actions[0]?.result).toMatchObject({ stdout: '\u001B[32mdone\u001B[0m\n'.repeat(3), exitCode: 0 });
  });

  it('a step that fails ends it, and only steps with a condition come after it', async () => {
    await change(RESTART, 'actions.1.if', 'failure()');
    const id = await begin();
    await script(id, { steps: [{ end: 'failed', stderr: 'no', error: 'exit status 2' }] as never });
    await turn(id, 5);
    expect((await runOf(id)).status).toBe('failed');
    const [first, second] = await actionsOf(id);
    expect([first?.status, first?.error, second?.status]).toEqual(['failed', 'exit status 2', 'completed']);
    const output = wire === '2024' ? first?.result?.['result'] : first?.result;
    expect(output).toMatchObject({ stderr: 'no', exitCode: 1 });
    await change(RESTART, 'actions.1', { name: 'Wait until ready', exec: { script: 'true' } });
    const other = await begin();
    await script(other, { steps: [{ end: 'failed' }] as never });
    await turn(other, 5);
    expect([(await runOf(other)).status, (await actionsOf(other)).length]).toEqual(['failed', 1]);
  });

  it('one waits for an agent, sleeps before a step with a delay, and skips what need not be done', async () => {
    await change(RESTART, 'actions.1.delay', '5m');
    const id = await begin();
    await script(id, { steps: [{ isOnAgent: true }, { end: 'skipped' }] as never });
    const seen: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      await turn(id);
      seen.push((await runOf(id)).status);
    }
    expect(seen).toEqual(['waiting', 'running', 'scheduled', 'sleeping', 'scheduled', 'completed']);
    expect((await actionsOf(id)).map(({ status }) => status)).toEqual(['completed', 'skipped']);
    await change(RESTART, 'actions.1', { name: 'Wait until ready', exec: { script: 'true' } });
  });

  it('one fails before its first step, is cancelled, or runs out of time', async () => {
    const broken = await begin();
    await script(broken, { error: 'could not prepare the template' });
    await turn(broken);
    expect(await runOf(broken)).toMatchObject({ status: 'failed', error: 'could not prepare the template' });
    expect(await actionsOf(broken)).toEqual([]);
    for (const status of ['cancelled', 'timed_out'] as const) {
      const id = await begin();
      await script(id, { endsAfter: { steps: 1, status } });
      await turn(id, 3);
      expect([(await runOf(id)).status, (await actionsOf(id)).length]).toEqual([status, 1]);
    }
  });

  it('one that needs an approval waits for it', async () => {
    const id = await begin({ id: FAIL_OVER, config_id: undefined, params: { reason: 'slow' } });
    const waiting = wire === '2026' ? 'pending_approval' : 'pending';
    await turn(id, 2);
    expect((await runOf(id)).status).toBe(waiting);
    await gateway.pool.query(
      `insert into playbook_approvals (run_id, person_id) select $1, id from people where email = 'admin@holdfast.local'`,
      [id],
    );
    await turn(id);
    expect((await runOf(id)).status).toBe('scheduled');
  });

  it('one that needs an approval begins when somebody named by its playbook approves it', async () => {
    const id = await begin({ id: FAIL_OVER, config_id: undefined, params: { reason: 'slow' } });
    const approve = (client: Client, path: string): Promise<Response> =>
      post(client, `/playbook/run/approve/${path}`, {});
    const admin = await gateway.signedIn('admin');
    const refused = async (asked: Promise<Response>): Promise<readonly [number, string]> => {
      const answer = await asked;
      return [answer.status, ((await answer.json()) as Refusal).error];
    };
    // One of the team that it names.
    const other = await begin({ id: FAIL_OVER, config_id: undefined, params: { reason: 'slow' } });
    expect((await approve(editor, `${FAIL_OVER}/${other}`)).status).toBe(200);
    expect((await runOf(other)).status).toBe('scheduled');
    await gateway.pool.query('delete from team_members');
    expect(await refused(approve(editor, `${FAIL_OVER}/${id}`))).toEqual([
      403,
      'you are not an approver of this playbook',
    ]);
    expect((await approve(await gateway.signedIn('responder'), `${FAIL_OVER}/${id}`)).status).toBe(403);
    expect(await refused(approve(admin, `${FAIL_OVER}/none`))).toEqual([400, 'invalid id']);
    expect((await approve(admin, `${FAIL_OVER}/${FAIL_OVER}`)).status).toBe(404);
    const free = await begin();
    expect(await refused(approve(admin, `${RESTART}/${free}`))).toEqual([
      400,
      'this playbook does not require approval',
    ]);
    const answer = await approve(admin, `${FAIL_OVER}/${id}`);
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'playbook run approved' }]);
    expect((await runOf(id)).status).toBe('scheduled');
    // What the look after a lost answer asks for.
    const looked = await admin.send(
      `/db/playbook_runs?select=id,status,playbook_approvals(person_id)&id=eq.${id}&limit=1`,
      { method: 'GET' },
    );
    expect(await looked.json()).toEqual([
      { id, status: 'scheduled', playbook_approvals: [{ person_id: expect.any(String) as string }] },
    ]);
  });

  it('the demo begins runs by itself and moves them as time passes, with output to read while they run', async () => {
    await gateway.pool.query(`update playbook_runs set status = 'cancelled' where end_time is null`);
    await beginRun(gateway.pool, createPrng(4));
    const { rows } = await gateway.pool.query<{ id: string }>(
      `select id from playbook_runs where created_by is null and status = 'scheduled'`,
    );
    const id = rows[0]?.id ?? '';
    let nowMs = Date.now() + 1_000;
    const simulator = createRunSimulator({ pool: gateway.pool, wire, clock: () => nowMs });
    const seen = new Set<string>();
    let hasReadEarly = false;
    for (let at = 0; at < 200 && !seen.has('completed') && !seen.has('failed'); at += 1) {
      await simulator.turn();
      seen.add((await runOf(id)).status);
      hasReadEarly ||= (await actionsOf(id)).some(
        ({ status, result }) => status === 'running' && result !== null,
      );
      nowMs += 1_000;
    }
    expect([...seen]).toContain('running');
    expect(hasReadEarly).toBe(true);
    expect((await runOf(id)).end_time).not.toBeNull();
  });
});
