import type { InferOutput } from 'valibot';
import type { EffectSaid, EffectWire } from './spec.ts';
import * as agentCreate from './agent-create.ts';
import * as checkRun from './check-run.ts';
import * as connectionTest from './connection-test.ts';
import * as personDelete from './person-delete.ts';
import * as personInvite from './person-invite.ts';
import * as personSetRoles from './person-set-roles.ts';
import * as playbookRun from './playbook-run.ts';
import * as responderOpenTicket from './responder-open-ticket.ts';
import * as runApprove from './run-approve.ts';

/**
 * What is asked for, by name of the effect. It stands apart from how an effect is sent, because the page reads what the
 * journal keeps and sends nothing: what it runs must hold no more than this.
 */
export const effectRequests = {
  'check.run': checkRun.request,
  'playbook.run': playbookRun.request,
  'run.approve': runApprove.request,
  'person.invite': personInvite.request,
  'person.set-roles': personSetRoles.request,
  'person.delete': personDelete.request,
  'agent.create': agentCreate.request,
  'connection.test': connectionTest.request,
  'responder.open-ticket': responderOpenTicket.request,
} as const;

/** Name of an effect. */
export type EffectKind = keyof typeof effectRequests;
/** What is asked for, by name of the effect. */
export type EffectRequests = {
  readonly [K in EffectKind]: InferOutput<(typeof effectRequests)[K]>;
};
/** A request for one effect, as what is generic takes it. */
export type RequestOf<K extends EffectKind> = EffectRequests[K] & { readonly kind: K };

/** What a screen says of each effect while it waits. */
export const effectsSaid: { readonly [K in EffectKind]: EffectSaid<EffectRequests[K]> } = {
  'check.run': checkRun.said,
  'playbook.run': playbookRun.said,
  'run.approve': runApprove.said,
  'person.invite': personInvite.said,
  'person.set-roles': personSetRoles.said,
  'person.delete': personDelete.said,
  'agent.create': agentCreate.said,
  'connection.test': connectionTest.said,
  'responder.open-ticket': responderOpenTicket.said,
};

/** How each effect is sent; nothing else names its endpoint. */
export const effectWires: { readonly [K in EffectKind]: EffectWire<EffectRequests[K]> } = {
  'check.run': checkRun.wire,
  'playbook.run': playbookRun.wire,
  'run.approve': runApprove.wire,
  'person.invite': personInvite.wire,
  'person.set-roles': personSetRoles.wire,
  'person.delete': personDelete.wire,
  'agent.create': agentCreate.wire,
  'connection.test': connectionTest.wire,
  'responder.open-ticket': responderOpenTicket.wire,
};
