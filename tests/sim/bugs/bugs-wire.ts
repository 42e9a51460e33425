import type { HttpRequest, HttpResponse } from '#sync/ports.ts';
import { jsonHeaders, ownSession, withAnswers, withHttp, withRequests } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';

const preferOf = ({ headers }: HttpRequest): string => headers['prefer'] ?? headers['Prefer'] ?? '';

function invalidInstead(response: HttpResponse): HttpResponse {
  const body = JSON.stringify({ code: '22P02', message: 'x', details: null, hint: null });
  return {
    ...response,
    status: 400,
    headers: { ...response.headers, 'content-type': 'application/json' },
    body,
  };
}

/** Every page after the first one is empty: a short page was taken for the last. */
function endAtShortPage(request: HttpRequest, response: HttpResponse): HttpResponse {
  const isContinued = /[?&(](?:id=gt\.|or=\(\w+\.gt\.)/.test(request.path);
  if (request.method !== 'GET' || response.status !== 200 || !isContinued) return response;
  return { ...response, headers: { ...response.headers, 'content-range': '*/*' }, body: '[]' };
}

/** Bugs in how the engine speaks to the server and reads its answers. */
export const wireBugs: readonly SeededBug[] = [
  {
    name: 'an insert without an answer counts as done',
    sabotage: {
      ports: (ports) =>
        withHttp(ports, {
          send: (request, cancel) =>
            ports.http.send(request, cancel).catch((thrown: unknown) => {
              if (request.method !== 'POST') throw thrown;
              return {
                status: 201,
                headers: jsonHeaders,
                body: `[${request.body ?? ''}]`,
                redirected: false,
              };
            }),
        }),
    },
  },
  {
    name: 'updates are sent without their guard',
    sabotage: {
      ports: (ports) =>
        withRequests(ports, (request) =>
          request.method === 'PATCH'
            ? { ...request, path: request.path.replace(/&?updated_at=eq\.[^&]*/, '') }
            : request,
        ),
    },
  },
  {
    name: 'a 401 is taken for a refusal of the values',
    sabotage: {
      ports: (ports) =>
        withAnswers(ports, (request, response) =>
          response.status === 401 && request.method !== 'GET' ? invalidInstead(response) : response,
        ),
    },
  },
  {
    name: 'a resent insert gets a new id',
    sabotage: {
      ports: (ports) => {
        let sent = 0;
        return withRequests(ports, (request) => {
          if (request.method !== 'POST' || request.body === undefined) return request;
          sent += 1;
          const fresh = `"id":"0000fffe-0000-7000-8000-${String(sent).padStart(12, '0')}"`;
          return { ...request, body: request.body.replace(/"id":"[^"]*"/, fresh) };
        });
      },
    },
  },
  {
    name: 'hard deletes are never looked for',
    sabotage: {
      ports: (ports) =>
        withAnswers(ports, async (request, response) => {
          if (!preferOf(request).includes('count=exact') || request.method !== 'GET') return response;
          const held = await ports.cache.count('comments');
          const range = response.headers['content-range']?.replace(/\/\d+$/u, `/${held}`) ?? '';
          return { ...response, headers: { ...response.headers, 'content-range': range } };
        }),
    },
  },
  {
    name: 'the session is believed without asking who it is',
    sabotage: {
      ports: (ports) =>
        withAnswers(ports, (request, response) =>
          request.path === '/auth/whoami' && response.status === 200 ? ownSession(ports, response) : response,
        ),
    },
  },
  {
    name: 'a short page is taken for the last one',
    sabotage: { ports: (ports) => withAnswers(ports, endAtShortPage) },
  },
  {
    name: 'the time of the device is taken for the time of the server',
    sabotage: {
      ports: (ports) =>
        withAnswers(ports, (_request, response) => ({
          ...response,
          headers: { ...response.headers, date: new Date(ports.clock.nowMs() + 3000).toUTCString() },
        })),
    },
  },
];
