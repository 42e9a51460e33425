import * as v from 'valibot';
import type { HttpRequest, HttpResponse } from '#sync/ports.ts';
import { withAnswers } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';

/** Titles that were sent with a new row, by its id. */
type Sent = Map<string, unknown>;

const rowsSchema = v.array(v.record(v.string(), v.unknown()));

function rowsIn({ body }: Pick<HttpResponse, 'body'>): v.InferOutput<typeof rowsSchema> {
  const parsed: unknown = JSON.parse(body);
  return v.parse(rowsSchema, Array.isArray(parsed) ? parsed : [parsed]);
}

/** An answer in which a row looks as this device sent it. */
function asSent(sent: Sent, request: HttpRequest, response: HttpResponse): HttpResponse {
  if (!request.path.startsWith('/db/notifications?') || response.status >= 300) return response;
  if (request.method === 'POST') {
    for (const { id, title } of rowsIn({ body: request.body ?? '[]' })) sent.set(String(id), title);
  }
  const isLook = request.method === 'GET' && request.path.includes('id=eq.');
  if (!isLook) return response;
  const rows = rowsIn(response).map((row) =>
    sent.has(String(row['id'])) ? { ...row, title: sent.get(String(row['id'])), deleted_at: null } : row,
  );
  return { ...response, body: JSON.stringify(rows) };
}

/** Bugs in writes under keys that people choose. */
export const chosenKeyBugs: readonly SeededBug[] = [
  {
    name: 'whatever stands under a key that a person chose is taken for what they made',
    sabotage: {
      isOfChosenKeys: true,
      ports: (ports) => {
        const sent: Sent = new Map();
        return withAnswers(ports, (request, response) => asSent(sent, request, response));
      },
    },
  },
];
