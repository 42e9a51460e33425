import type { Outcome } from '../../core/outbox/outcome.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { TicketAnswer, TicketQuestion } from '../../protocol/ticketing.ts';
import { readTicketClients, readTicketFacts, readTicketOptions } from '../../protocol/ticketing.ts';
import { ticketRequest } from '../../transport/ticket-requests.ts';
import type { Runtime } from '../runtime.ts';
import { askServer, NOT_REACHED } from './ask-server.ts';

const OFFLINE: TicketAnswer = {
  kind: 'unanswered',
  why: 'offline',
  reason: NOT_REACHED,
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
  const reason = error?.message ?? NOT_REACHED;
  if (outcome === 'forbidden') return { kind: 'unanswered', why: 'forbidden', reason };
  return { kind: 'unanswered', why: outcome === 'offline' ? 'offline' : 'failed', reason };
}

/**
 * Asks the server about a team's ticket systems. Nothing of the answer is stored, here or in a cache: it is reduced to
 * the fields of the forms and handed to the screen that asked (D22). `mayAsk` says
 * whether its owner is signed in.
 */
export async function askTicketing(
  runtime: Runtime,
  mayAsk: () => Promise<boolean>,
  question: TicketQuestion,
): Promise<TicketAnswer> {
  const outcome = await askServer(runtime, mayAsk, 'read', (isConstrained) =>
    ticketRequest(question, isConstrained),
  );
  if (outcome === null) return OFFLINE;
  return outcome.class === 'ok' ? answerOf(question, outcome.rows) : refusalOf(outcome);
}
