import * as v from 'valibot';

const names = v.fallback(v.array(v.string()), []);
const approvalSchema = v.object({
  approval: v.object({
    type: v.optional(v.string()),
    approvers: v.object({ people: names, teams: names }),
  }),
});

/** Before it may begin somebody has to approve it; each of the two servers has a word for that. */
export function waitsForApproval(status: string | null): boolean {
  return status === 'pending_approval' || status === 'pending';
}

/** "Waits for approval by amara@holdfast.local or the team Platform". Without `spec` nobody knows by whom. */
export function approvalWords(spec: unknown): string {
  const read = v.safeParse(approvalSchema, spec);
  if (!read.success) return 'Waits for approval';
  const { type, approvers } = read.output.approval;
  const by = [...approvers.people, ...approvers.teams.map((name) => `the team ${name}`)];
  if (by.length === 0) return 'Waits for approval';
  const list = new Intl.ListFormat('en', { type: type === 'any' ? 'disjunction' : 'conjunction' }).format(by);
  return `Waits for approval by ${list}`;
}
