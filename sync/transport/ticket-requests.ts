import type { HttpRequest } from '../ports.ts';
import type { TicketQuestion } from '../protocol/ticketing.ts';
import { REQUEST_TIMEOUT_MS, SLOW_REQUEST_TIMEOUT_MS } from './postgrest.ts';

/** Instances of one ticket system; more are not read. */
const MAX_INSTANCES = 20;

function pathOf(question: TicketQuestion): string {
  switch (question.kind) {
    case 'clients':
      // Of the definition only the part that describes the forms leaves the server (D22).
      return `/db/teams?id=eq.${question.teamId}&select=id,clients:spec->responder_clients`;
    case 'options':
      return `/db/config_items?type=ilike.${question.type}&deleted_at=is.null&select=id,external_id,config&limit=${MAX_INSTANCES}`;
    case 'responder':
      return `/db/responders?id=eq.${question.responderId}&select=id,external_id,properties,team:team_id(clients:spec->responder_clients)`;
  }
}

/** The request that answers a question about ticket systems (reference I19, I22); columns are named one by one. */
export function ticketRequest(question: TicketQuestion, isConstrained: boolean): HttpRequest {
  return {
    method: 'GET',
    path: pathOf(question),
    headers: { accept: 'application/json' },
    timeoutMs: isConstrained ? SLOW_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
  };
}
