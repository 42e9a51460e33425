import type { Outcome } from '../../core/outbox/outcome.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { TicketAnswer, TicketQuestion } from '../../protocol/ticketing.ts';
import { readTicketClients, readTicketFacts, readTicketOptions } from '../../protocol/ticketing.ts';
import { classifyFailure, classifyResponse } from '../../transport/classify.ts';
import { ticketRequest } from '../../transport/ticket-requests.ts';
import type { Runtime } from '../runtime.ts';

const OFFLINE: TicketAnswer = {
  kind: 'unanswered',
  why: 'offline',
  reason: 'The server cannot be reached now.',
};

function answerOf(question: TicketQuestion, rows: readonly JsonRow[]): TicketAnswer {
  if (question.kind === 'options') {
    return { kind: 'options', options: readTicketOptions(question.type, question.teamId, rows) };
  }
  const [row] = rows;
  if (row === undefined) {
    return { kind: 'unanswered', why: 'missing', reason: 'It does not exist on the server any more.' };
  }
  return question.kind === 'clients'
    ? { kind: 'clients', clients: readTicketClients(row['clients']) }
    : { kind: 'responder', facts: readTicketFacts(row) };
}

function refusalOf({ class: outcome, error }: Outcome): TicketAnswer {
  const reason = error?.message ?? 'The server cannot be reached now.';
  if (outcome === 'forbidden') return { kind: 'unanswered', why: 'forbidden', reason };
  return { kind: 'unanswered', why: outcome === 'offline' ? 'offline' : 'failed', reason };
}

/**
 * Asks the server about a team's ticket systems. Nothing of the answer is stored, here or in a cache: it is reduced to
 * the fields of the forms and handed to the screen that asked (D22). `mayAsk` says
 * whether its owner is signed in.
 */
export async function askTicketing(
  { ports }: Runtime,
  mayAsk: () => Promise<boolean>,
  question: TicketQuestion,
): Promise<TicketAnswer> {
  const { http, lifecycle } = ports;
  if (!lifecycle.isOnLine() || !(await mayAsk())) return OFFLINE;
  const outcome = await http.send(ticketRequest(question, lifecycle.isConstrained())).then(
    (response) => classifyResponse('read', response, null),
    (thrown: unknown) => classifyFailure('read', thrown),
  );
  return outcome.class === 'ok' ? answerOf(question, outcome.rows) : refusalOf(outcome);
}
