import type { Pool, PoolClient } from 'pg';
import * as v from 'valibot';

const names = v.optional(v.nullable(v.array(v.string())));
const approvalSchema = v.object({
  approval: v.object({
    type: v.optional(v.string()),
    approvers: v.object({ people: names, teams: names }),
  }),
});

interface Approvers {
  /** One suffices; otherwise all have to. */
  readonly isAny: boolean;
  /** E-mail addresses. */
  readonly people: readonly string[];
  readonly teams: readonly string[];
}

/** Who has to approve a run of this playbook; undefined where nobody has to. */
export function approversOf(spec: unknown): Approvers | undefined {
  const parsed = v.safeParse(approvalSchema, spec);
  if (!parsed.success) return undefined;
  const { type, approvers } = parsed.output.approval;
  return { isAny: type === 'any', people: approvers.people ?? [], teams: approvers.teams ?? [] };
}

/** Whether those who approved are enough (semantics.md 8). */
export async function isApproved(client: Pool | PoolClient, runId: string, spec: unknown): Promise<boolean> {
  const wanted = approversOf(spec);
  if (wanted === undefined) return true;
  const found = await client.query<{ email: string | null; team: string | null }>(
    `select p.email, t.name as team from playbook_approvals a
     left join people p on p.id = a.person_id left join teams t on t.id = a.team_id where a.run_id = $1`,
    [runId],
  );
  const people = new Set(found.rows.map(({ email }) => email));
  const teams = new Set(found.rows.map(({ team }) => team));
  const said = [
    ...wanted.people.map((email) => people.has(email)),
    ...wanted.teams.map((team) => teams.has(team)),
  ];
  return wanted.isAny ? said.includes(true) : !said.includes(false);
}
