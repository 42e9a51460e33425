import type { InferOutput } from 'valibot';
import type { EffectWire } from './effect-spec.ts';
import { agentCreate } from './effects/agent-create.ts';
import { checkRun } from './effects/check-run.ts';
import { connectionTest } from './effects/connection-test.ts';
import { personDelete } from './effects/person-delete.ts';
import { personInvite } from './effects/person-invite.ts';
import { personSetRoles } from './effects/person-set-roles.ts';
import { playbookRun } from './effects/playbook-run.ts';
import { responderOpenTicket } from './effects/responder-open-ticket.ts';
import { runApprove } from './effects/run-approve.ts';

/** Every effect by name; nothing else names its endpoint. Nothing the page runs may import this. */
export const effectSpecs = {
  'check.run': checkRun,
  'playbook.run': playbookRun,
  'run.approve': runApprove,
  'person.invite': personInvite,
  'person.set-roles': personSetRoles,
  'person.delete': personDelete,
  'agent.create': agentCreate,
  'connection.test': connectionTest,
  'responder.open-ticket': responderOpenTicket,
} as const;

type Specs = typeof effectSpecs;
/** Name of an effect. */
export type EffectKind = keyof Specs;
/** What is asked for, by name of the effect. */
export type EffectRequests = { readonly [K in EffectKind]: InferOutput<Specs[K]['request']> };

/** A request for one effect, as what is generic takes it. */
export type RequestOf<K extends EffectKind> = EffectRequests[K] & { readonly kind: K };

/** How an effect is sent; the only way from its name to a request. */
export function effectWire<K extends EffectKind>(kind: K): EffectWire<EffectRequests[K]> {
  const specs: { readonly [E in EffectKind]: { readonly wire: EffectWire<EffectRequests[E]> } } = effectSpecs;
  return specs[kind].wire;
}
