import type { Hono } from 'hono';
import * as v from 'valibot';
import { approversOf, isApproved } from '#tests/backend/runs/approval.ts';
import { accessDenied } from '../authenticate.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { isAllowed } from '../roles.ts';
import { failure } from './failure.ts';

const uuid = v.pipe(v.string(), v.uuid());

interface Waiting {
  status: string;
  spec: unknown;
}

/**
 * `POST /playbook/run/approve/{playbook}/{run}`: somebody whom the playbook names lets a run begin (server.md 7). No capture
 * has one; the row of an approval and what follows from it are those of semantics.md 8.
 */
export function addApproval(app: Hono<GatewayEnv>, gateway: Gateway): void {
  const { pool } = gateway;
  app.post('/playbook/run/approve/:playbookId/:runId', async (c) => {
    const { roles, session } = c.get('caller');
    if (!isAllowed(roles, 'playbooks', 'update')) return accessDenied(c);
    const { playbookId, runId } = c.req.param();
    if (!v.is(uuid, playbookId) || !v.is(uuid, runId)) return failure(c, 400, 'invalid id');
    const found = await pool.query<Waiting>(
      `select r.status, p.spec from playbook_runs r join playbooks p on p.id = r.playbook_id
       where r.id = $1 and p.id = $2`,
      [runId, playbookId],
    );
    const [run] = found.rows;
    if (run === undefined) return failure(c, 404, `playbook run(id=${runId}) not found`);
    const approvers = approversOf(run.spec);
    if (approvers === undefined) return failure(c, 400, 'this playbook does not require approval');
    const { id } = session.identity;
    const teams = await pool.query<{ id: string }>(
      `select t.id from teams t join team_members m on m.team_id = t.id
       where m.person_id = $1 and t.name = any($2) and t.deleted_at is null`,
      [id, approvers.teams],
    );
    const isNamed = approvers.people.includes(session.identity.traits.email ?? '');
    if (!isNamed && teams.rows.length === 0)
      return failure(c, 403, 'you are not an approver of this playbook');
    if (isNamed) await approve(runId, id, null);
    for (const team of teams.rows) await approve(runId, null, team.id);
    if (run.status.startsWith('pending') && (await isApproved(pool, runId, run.spec)))
      await pool.query(`update playbook_runs set status = 'scheduled', scheduled_time = $2 where id = $1`, [
        runId,
        new Date(gateway.clock()),
      ]);
    return c.json({ message: 'playbook run approved' });
  });

  /** Nothing in the database keeps somebody from approving twice. */
  async function approve(runId: string, personId: string | null, teamId: string | null): Promise<void> {
    await pool.query(
      `insert into playbook_approvals (run_id, person_id, team_id)
       select $1, $2, $3 where not exists (
         select from playbook_approvals where run_id = $1 and (person_id = $2 or team_id = $3))`,
      [runId, personId, teamId],
    );
  }
}
