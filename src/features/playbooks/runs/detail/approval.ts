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

/** "amara@holdfast.local or the team Platform"; undefined where nobody knows, as without `spec`. */
function approversOf(spec: unknown): string | undefined {
  const read = v.safeParse(approvalSchema, spec);
  if (!read.success) return undefined;
  const { type, approvers } = read.output.approval;
  const by = [...approvers.people, ...approvers.teams.map((name) => `the team ${name}`)];
  if (by.length === 0) return undefined;
  return new Intl.ListFormat('en', { type: type === 'any' ? 'disjunction' : 'conjunction' }).format(by);
}

/** "Waits for approval by amara@holdfast.local or the team Platform". */
export function approvalWords(spec: unknown): string {
  const by = approversOf(spec);
  return by === undefined ? 'Waits for approval' : `Waits for approval by ${by}`;
}

/** Why this person cannot approve it. Undefined where they can, or where only the server knows, as with teams. */
export function notApprover(spec: unknown, email: string): string | undefined {
  const read = v.safeParse(approvalSchema, spec);
  if (!read.success) return undefined;
  const { people, teams } = read.output.approval.approvers;
  if (teams.length > 0 || people.length === 0 || people.includes(email)) return undefined;
  return `This playbook is approved by ${approversOf(spec)}.`;
}
